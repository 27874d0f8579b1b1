// The flags of `(?i-s:…)` and `(?i)`.
import type { Flags, PatternReader } from "./pattern-reader.ts";

export interface FlagChange {
  readonly flag: keyof Flags;
  readonly on: boolean;
}

const NAMES: Readonly<Record<string, keyof Flags>> = {
  i: "ignoreCase",
  m: "multiLine",
  s: "dotAll",
  R: "crlf",
  U: "swapGreed",
  u: "unicode",
  x: "verbose",
};

/**
 * Parses flags up to the `)` or `:`, which is not taken. @throws PatternError for unknown, repeated or
 * dangling flags.
 */
export function parseFlags(reader: PatternReader): FlagChange[] {
  const changes: FlagChange[] = [];
  let on = true;
  let dangling = false;
  while (reader.peek() !== ")" && reader.peek() !== ":") {
    if (reader.atEnd) reader.fail("unclosed group");
    const letter = reader.peek();
    reader.next();
    if (letter === "-") {
      if (!on) reader.fail("repeated negation of flags");
      on = false;
      dangling = true;
      continue;
    }
    const flag = Object.hasOwn(NAMES, letter) ? NAMES[letter]! : reader.fail("unrecognized flag");
    if (changes.some((change) => change.flag === flag)) reader.fail("repeated flag");
    changes.push({ flag, on });
    dangling = false;
  }
  if (dangling) reader.fail("a negation without flags");
  return changes;
}

export function setFlags(flags: Flags, changes: readonly FlagChange[]): Flags {
  return { ...flags, ...Object.fromEntries(changes.map(({ flag, on }) => [flag, on])) };
}
