// Arguments and environment variables that were not UTF-8 when this process was started: Node has replaced
// bytes with U+FFFD. Arguments must keep their bytes (reference/library#bytes), so such bytes become lone
// surrogates, U+DC80 to U+DCFF, as in Python; variables become empty (std/env). Both are passed to a process
// that replaces this one: arguments in a variable, because Node passes only text.
import { readFileSync } from "node:fs";
import { escapedText, unescapedBytes } from "../../host/index.ts";
import { toBytes } from "../../runtime/host.ts";

const REPLACED = "\ufffd";
const KEPT = "STD_ARGUMENTS";

/** The last arguments of this process, which Node has decoded to `args`. */
export function decodedArguments(args: readonly string[]): readonly string[] {
  const kept = process.env[KEPT];
  delete process.env[KEPT];
  if (!args.some((arg) => arg.includes(REPLACED))) return args;
  const written =
    kept === undefined ? startedWith("cmdline")?.slice(-args.length) : (JSON.parse(kept) as string[]);
  return args.map((arg, i) =>
    written?.[i] === undefined || !arg.includes(REPLACED) ? arg : escapedText(written[i]),
  );
}

/** The variable that passes arguments with escaped bytes to a new process; empty if there are none. */
export function handedOver(args: readonly string[]): Readonly<Record<string, string>> {
  return args.some((arg) => !arg.isWellFormed()) ? { [KEPT]: JSON.stringify(args.map(argumentBytes)) } : {};
}

/** The byte string of an argument. */
export function argumentBytes(arg: string): string {
  return arg.isWellFormed() ? toBytes(arg) : unescapedBytes(arg).toString("latin1");
}

export function decodedEnvironment(): Record<string, string> {
  const variables = Object.entries(process.env) as [string, string][];
  const written = variables.some(([, value]) => value.includes(REPLACED))
    ? startedWith("environ")
    : undefined;
  const isWritten = (name: string, value: string) =>
    written === undefined || written.includes(toBytes(`${name}=${value}`));
  return Object.fromEntries(
    variables.map(([name, value]) => [
      name,
      !value.includes(REPLACED) || isWritten(name, value) ? value : "",
    ]),
  );
}

/** The arguments or variables as byte strings; undefined if the system does not report them. */
function startedWith(what: "cmdline" | "environ"): string[] | undefined {
  try {
    return readFileSync(`/proc/self/${what}`, "latin1").split("\0").slice(0, -1);
  } catch {
    return undefined;
  }
}
