// `--inspect` and `--inspect-brk` of `std run` and `std test`.
import { EXIT_STATUS } from "../../launch/index.ts";
import type { DebugOptions, DebugServer } from "../debug/index.ts";
import { printError, printProblem } from "../output/terminal.ts";
import { UsageError, type OptionSpec, type ParsedOptions } from "./options.ts";

const NAMES = ["--inspect-brk", "--inspect"] as const;
/** That of Node, at which debuggers look. */
const PORT = 9229;

/** `what`: the name of what stops at its first statement. */
export function debugOptions(what: string): Readonly<Record<string, OptionSpec>> {
  return {
    "--inspect": {
      value: "[HOST:]PORT",
      optional: true,
      help: `let a debugger connect, at 127.0.0.1:${PORT} by default`,
    },
    "--inspect-brk": {
      value: "[HOST:]PORT",
      optional: true,
      help: `as --inspect, wait for it, and stop before the first statement of ${what}`,
    },
  };
}

/** Ends the process if debuggers cannot connect. `title`: what they list. */
export async function openDebugServer(debug: DebugOptions, title: string): Promise<DebugServer> {
  const { DebugServer: Server } = await import("../debug/index.ts");
  return Server.open(debug, title, printError).catch((error: Error) => {
    printProblem(`cannot listen for debuggers at ${debug.host}:${debug.port}: ${error.message}`);
    process.exit(EXIT_STATUS.failed);
  });
}

/** Null without these options. @throws UsageError */
export function debugOptionsOf({ flags, values }: ParsedOptions): DebugOptions | null {
  const given = NAMES.filter((each) => flags.has(each) || values.has(each));
  const [name] = given;
  if (name === undefined) return null;
  if (given.length > 1) throw new UsageError("--inspect and --inspect-brk exclude each other");
  const breaks = name === "--inspect-brk";
  const address = values.get(name)?.[0];
  if (address === undefined) return { host: "127.0.0.1", port: PORT, breaks };
  const match = /^(?:(?:\[([\da-fA-F:.]+)\]|([^:[\]]+)):)?(\d{1,5})$/.exec(address);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535)
    throw new UsageError(`option ${name} needs a port, or HOST:PORT, not ${address}`);
  return { host: match[1] ?? match[2] ?? "127.0.0.1", port, breaks };
}
