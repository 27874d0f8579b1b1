// Arguments and variables that were not UTF-8 when this process was started: the host has put U+FFFD
// into them, and scripts are to see an empty text instead (stdlib-a 5). What comes out may also be handed
// to a process that takes our place, which could not tell any more.
import { readFileSync } from "node:fs";
import { toBytes } from "../runtime/index.ts";

const REPLACED = "\ufffd";

/** The last arguments of this process. */
export function decodedArguments(args: readonly string[]): readonly string[] {
  if (!args.some((arg) => arg.includes(REPLACED))) return args;
  const written = startedWith("cmdline")?.slice(-args.length);
  return args.map((arg, i) => (written === undefined || !arg.includes(REPLACED) || written[i] === toBytes(arg) ? arg : ""));
}

export function decodedEnvironment(): Record<string, string> {
  const variables = Object.entries(process.env) as [string, string][];
  const written = variables.some(([, value]) => value.includes(REPLACED)) ? startedWith("environ") : undefined;
  const isWritten = (name: string, value: string) => written === undefined || written.includes(toBytes(`${name}=${value}`));
  return Object.fromEntries(variables.map(([name, value]) => [name, !value.includes(REPLACED) || isWritten(name, value) ? value : ""]));
}

/** Byte strings; undefined where the system does not tell. */
function startedWith(what: "cmdline" | "environ"): string[] | undefined {
  try {
    return readFileSync(`/proc/self/${what}`, "latin1").split("\0").slice(0, -1);
  } catch {
    return undefined;
  }
}
