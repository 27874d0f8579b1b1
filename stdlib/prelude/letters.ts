// Character classes and case mappings of Unicode, from the host's tables.

export function isAlphabetic(char: number): boolean {
  return char < 128
    ? (char >= 97 && char <= 122) || (char >= 65 && char <= 90)
    : /^\p{Alphabetic}$/u.test(String.fromCodePoint(char));
}

export function isWhitespace(char: number): boolean {
  return char < 128
    ? char === 32 || (char >= 9 && char <= 13)
    : /^\p{White_Space}$/u.test(String.fromCodePoint(char));
}

/** Letters with iota whose full upper-case mapping has two letters. */
const WITH_IOTA: ReadonlyMap<number, number> = new Map([
  [0x1fb3, 0x1fbc],
  [0x1fc3, 0x1fcc],
  [0x1ff3, 0x1ffc],
]);

/**
 * Applies the simple mapping: a character whose full mapping has several characters is unchanged, unless a
 * single character exists for it.
 */
export function upperChar(char: number): number {
  if (char < 128) return char >= 97 && char <= 122 ? char - 32 : char;
  if (char >= 0x1f80 && char <= 0x1faf) return char | 8;
  return WITH_IOTA.get(char) ?? single(String.fromCodePoint(char).toUpperCase(), char);
}

export function lowerChar(char: number): number {
  if (char < 128) return char >= 65 && char <= 90 ? char + 32 : char;
  // I with a dot: the full mapping keeps the dot as a separate mark.
  if (char === 0x130) return 0x69;
  return single(String.fromCodePoint(char).toLowerCase(), char);
}

function single(text: string, otherwise: number): number {
  const char = text.codePointAt(0)!;
  return text.length === (char > 0xffff ? 2 : 1) ? char : otherwise;
}
