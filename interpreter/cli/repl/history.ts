// What was typed at the prompt, kept between sessions; a session without history is better than none.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

export const LONGEST_HISTORY = 1000;

/** Newest first, as readline has it. */
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

/** With one entry for an input of several lines in place of one for each; readline holds such lines last to first. */
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
    // A folder that cannot be written.
  }
}

function path(): string {
  return join(process.env["XDG_STATE_HOME"] || join(homedir(), ".local", "state"), "stdlang", "repl-history");
}
