// Environment variables in memory, and what a page knows of its machine.
import type { Environment } from "../index.ts";

/** A line of a `.env` file; a value in quotes may have several. */
const ASSIGNMENT =
  /^\s*(?:export\s+)?([\w.-]+)\s*=[ \t]*('[^']*'|"[^"]*"|`[^`]*`|[^#\r\n]*)?[ \t]*(?:#.*)?$/gm;

/** As Node reads them: only double quotes have escapes, and only `\n`. */
function valueOf(written: string): string {
  const value = written.trim();
  const quoted = /^(['"`])([\s\S]*)\1$/.exec(value);
  if (quoted === null) return value;
  return quoted[1] === '"' ? quoted[2]!.replaceAll("\\n", "\n") : quoted[2]!;
}

export function environmentOf(variables: Map<string, string>): Environment {
  return {
    get: (name) => variables.get(name) ?? null,
    all: () => new Map(variables),
    raw: () => new Map(),
    set(name, value) {
      if (value === null) variables.delete(name);
      else variables.set(name, value);
    },
    parse: (text) =>
      new Map([...text.matchAll(ASSIGNMENT)].map(([, name, value = ""]) => [name!, valueOf(value)])),
    homeFolder: () => null,
    hostName: () => "browser",
    cpuCount: () => (globalThis.navigator as Navigator | undefined)?.hardwareConcurrency ?? 1,
    platform: "browser",
    machine: "browser",
  };
}
