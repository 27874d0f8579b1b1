// Arguments, variables and folders that are not UTF-8 (reference/library#bytes). Node passes only text, so
// the system's shell decodes them from octal numbers and then becomes the program: same process, same pipes.
import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";

const IDENTIFIER = /^[A-Za-z_]\w*$/;
/** Options of shells, which would change what the commands below do, and cannot be set later. */
const SHELL_OPTIONS = /^(?:SHELLOPTS|BASHOPTS)$/;
/** Variables with commands that a shell runs when it starts with them. */
const SHELL_COMMANDS = /^(?:PS4|ENV|BASH_ENV)$/;

/** The text of bytes in UTF-8. */
export const asText = (bytes: string): string => Buffer.from(bytes, "latin1").toString();

export function isText(bytes: string): boolean {
  return isUtf8(Buffer.from(bytes, "latin1"));
}

/** The shell command that becomes the program; `before` holds commands to run first. */
export function byShell(
  program: string,
  args: readonly string[],
  before: readonly string[] = [],
): [file: string, args: string[]] {
  return ["/bin/sh", ["-c", [...before, `exec ${[program, ...args].map(quoted).join(" ")}`].join(" && ")]];
}

/** Whether only a shell can give a child these variables. */
export function needsShell(variables: ReadonlyMap<string, string> | null): boolean {
  return [...(variables ?? [])].some(([name, value]) => IDENTIFIER.test(name) && !isText(value));
}

/** The variables of a child that is started without a shell; null stands for those of this process. */
export function asEnvironment(variables: ReadonlyMap<string, string> | null): {
  readonly env?: Record<string, string>;
} {
  return variables === null ? {} : { env: textOf([...variables].filter((pair) => pair.every(isText))) };
}

/**
 * The variables of the shell that becomes a child, and commands that set the others. A shell has no variables
 * of other names than identifiers, and may take them for functions.
 */
export function asShellEnvironment(variables: ReadonlyMap<string, string> | null): {
  readonly env?: Record<string, string>;
  readonly exports: readonly string[];
} {
  if (variables === null) return { exports: [] };
  const pairs = [...variables].filter(([name]) => IDENTIFIER.test(name) && !SHELL_OPTIONS.test(name));
  const isPlain = ([name, value]: readonly [string, string]): boolean =>
    isText(value) && !SHELL_COMMANDS.test(name);
  return {
    env: textOf(pairs.filter(isPlain)),
    exports: pairs.filter((pair) => !isPlain(pair)).map(([name, value]) => `export ${name}=${quoted(value)}`),
  };
}

function textOf(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, value]) => [asText(name), asText(value)]));
}

/** A shell word for these bytes. Command substitution drops trailing line ends, so these are outside it. */
export function quoted(bytes: string): string {
  const lineEnds = /\n*$/.exec(bytes)![0];
  const rest = bytes.slice(0, bytes.length - lineEnds.length);
  const octal = [...rest].map((byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");
  return `"$(printf '${octal}')"'${lineEnds}'`;
}

/**
 * Searches for a program as the system does: a name without `/` in the folders of `path`. The shell would
 * report a missing program only by its status.
 * @throws the system's error
 */
export async function findProgram(program: string, path: string): Promise<string> {
  if (program.includes("/")) return canRun(program);
  let problem: unknown = Object.assign(new Error("not found"), { code: "ENOENT" });
  for (const folder of path.split(":")) {
    try {
      return await canRun(`${folder || "."}/${program}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EACCES") problem = error;
    }
  }
  throw problem;
}

async function canRun(path: string): Promise<string> {
  const { access, stat } = process.getBuiltinModule("node:fs/promises");
  const bytes = Buffer.from(path, "latin1");
  await access(bytes, constants.X_OK);
  if (!(await stat(bytes)).isFile()) throw Object.assign(new Error("not a file"), { code: "EACCES" });
  return path;
}
