// Environment variables by `process.env`, which has decoded them. If a value contains U+FFFD, its original
// bytes show whether it was UTF-8.
import { readFileSync } from "node:fs";
import type { Environment } from "../index.ts";

const bytes = (text: string): string => Buffer.from(text).toString("latin1");
const text = (bytes: string): string => Buffer.from(bytes, "latin1").toString();

/** Variables set by this process. */
const own = new Set<string>();

export const environment: Environment = {
  get(name) {
    const key = text(name);
    if (name === "" || !Object.hasOwn(process.env, key)) return null;
    return decoded(name, process.env[key] ?? "") ?? "";
  },
  all() {
    const all = new Map<string, string>();
    for (const [key, value] of Object.entries(process.env)) {
      const name = bytes(key);
      const known = decoded(name, value!);
      if (known !== null) all.set(name, known);
    }
    return all;
  },
  raw() {
    const all = new Map<string, string>();
    for (const [key, value] of Object.entries(process.env)) {
      const name = bytes(key);
      if (decoded(name, value!) !== null) continue;
      const written = writtenVariables().find((each) => each.startsWith(`${name}=`));
      if (written !== undefined) all.set(name, written.slice(name.length + 1));
    }
    return all;
  },
  set(name, value) {
    own.add(name);
    if (value === null) delete process.env[text(name)];
    else process.env[text(name)] = text(value);
  },
  parse(source) {
    const { parseEnv } = process.getBuiltinModule("node:util");
    return new Map(
      Object.entries(parseEnv(text(source))).map(([name, value]) => [bytes(name), bytes(value!)]),
    );
  },
  homeFolder() {
    try {
      return (
        process.getBuiltinModule("node:os").userInfo({ encoding: "buffer" }).homedir.toString("latin1") ||
        null
      );
    } catch {
      return null;
    }
  },
  hostName: () => bytes(process.getBuiltinModule("node:os").hostname()),
  cpuCount: () => process.getBuiltinModule("node:os").availableParallelism(),
  platform: process.platform,
  machine: process.arch,
};

/** The folder for temporary files. */
export function temporaryFolder(): string {
  const folder = process.getBuiltinModule("node:os").tmpdir();
  if (folder.includes("\ufffd")) {
    const raw = environment.raw();
    for (const name of ["TMPDIR", "TMP", "TEMP"])
      if (text(raw.get(name) ?? "").startsWith(folder)) return raw.get(name)!;
  }
  return bytes(folder);
}

/** Null if it is not UTF-8. */
function decoded(name: string, value: string): string | null {
  return value.includes("\ufffd") && !own.has(name) && !isWritten(name, bytes(value)) ? null : bytes(value);
}

/** Whether the process was started with exactly these bytes; true if the system does not report it. */
function isWritten(name: string, value: string): boolean {
  const written = writtenVariables();
  return written.length === 0 || written.includes(`${name}=${value}`);
}

/**
 * The variables with which the process was started, as `name=value`; none if the system does not report them.
 */
function writtenVariables(): readonly string[] {
  try {
    return readFileSync("/proc/self/environ", "latin1").split("\0");
  } catch {
    return [];
  }
}
