// The options for limits of a program.
import type { Limits } from "../../runtime/host.ts";
import { UsageError, type OptionSpec, type ParsedOptions } from "./options.ts";

const OPTIONS: readonly (readonly [option: string, limit: keyof Limits, value: string, help: string])[] = [
  ["--max-steps", "steps", "N", "end the program after N loop iterations and calls"],
  ["--max-time", "wallMillis", "MS", "end the program after MS milliseconds"],
  ["--max-memory", "memory", "BYTES", "end the program when it uses more"],
  ["--max-output", "output", "BYTES", "end the program when it writes more"],
  ["--max-depth", "depth", "N", "end the program when calls nest more deeply"],
  ["--max-goroutines", "goroutines", "N", "end the program when more run at once"],
  ["--max-sockets", "sockets", "N", "allow at most N open sockets"],
];

export const limitOptions: Readonly<Record<string, OptionSpec>> = Object.fromEntries(
  OPTIONS.map(([option, , value, help]) => [option, { value, help }]),
);

/** The limits; undefined if no option sets one. @throws UsageError for a value that is not a whole number */
export function limitsOf({ values }: ParsedOptions): Limits | undefined {
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const [option, limit, value] of OPTIONS) {
    const given = values.get(option)?.at(-1);
    if (given === undefined) continue;
    if (!/^\d{1,15}$/.test(given))
      throw new UsageError(`option ${option} needs a whole number: ${option} ${value}, not ${given}`);
    limits[limit] = Number(given);
  }
  return Object.keys(limits).length === 0 ? undefined : limits;
}
