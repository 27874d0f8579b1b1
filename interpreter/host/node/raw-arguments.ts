// Arguments, variables and folders that are not UTF-8 (reference/library#bytes). Node passes only text, so
// the system's shell decodes them from octal numbers and then becomes the program: same process, same pipes.
import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";

const IDENTIFIER = /^[A-Za-z_]\w*$/;

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

/** How to give a child these variables: as text, and in shell commands those that are not UTF-8. */
export function asEnvironment(variables: ReadonlyMap<string, string>): {
  readonly env: Record<string, string>;
  readonly exports: readonly string[];
} {
  const pairs = [...variables];
  const isPlain = (pair: readonly [string, string]): boolean => pair.every(isText);
  return {
    env: Object.fromEntries(pairs.filter(isPlain).map(([name, value]) => [asText(name), asText(value)])),
    // A shell has no variables of other names.
    exports: pairs
      .filter((pair) => !isPlain(pair) && IDENTIFIER.test(pair[0]))
      .map(([name, value]) => `export ${name}=${quoted(value)}`),
  };
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
