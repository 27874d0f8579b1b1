// The history of inputs, stored between sessions. Errors are ignored: a session works without history.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

export const LONGEST_HISTORY = 1000;

/** The entries, newest first, as readline expects them. */
export function readHistory(): string[] {
  try {
    return existsSync(path())
      ? readFileSync(path(), "utf8")
          .split("\n")
          .filter((line) => line !== "")
      : [];
  } catch {
    return [];
  }
}

/**
 * Replaces the entries of the lines of an input with one entry; readline stores the lines of an entry last to
 * first.
 */
export function withInput(history: readonly string[], input: string): string[] {
  const lines = input.split("\n").toReversed();
  const rest = [...history];
  for (const line of lines) if (rest[0] === line) rest.shift();
  const entry = lines.join("\r");
  return rest[0] === entry ? rest : [entry, ...rest];
}

export function writeHistory(lines: readonly string[]): void {
  try {
    mkdirSync(dirname(path()), { recursive: true });
    writeFileSync(path(), `${lines.join("\n")}\n`, { mode: 0o600 });
  } catch {
    // The folder cannot be written.
  }
}

function path(): string {
  return join(process.env["XDG_STATE_HOME"] || join(homedir(), ".local", "state"), "stdlang", "repl-history");
}
