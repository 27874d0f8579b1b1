// Patterns of std/regex as those of ECMAScript, which schemas contain.

/** The pattern for a whole text, or null if ECMAScript cannot express it. */
export function ecmaPattern(pattern: string): string | null {
  const flags = /^\(\?([a-z]+)\)/.exec(pattern);
  if (flags !== null && flags[1] !== "u") return null;
  const own = (flags === null ? pattern : pattern.slice(flags[0].length))
    .replaceAll("(?P<", "(?<")
    .replaceAll(/(?<!\\)((?:\\\\)*)\\A/g, "$1^")
    .replaceAll(/(?<!\\)((?:\\\\)*)\\z/g, "$1$$");
  // Classes within classes, and flags within a pattern, mean something else there.
  if (/\(\?[a-z-]+[:)]|\[\[:|\[[^\]]*(?:&&|--|~~|\[)|\\[<>CGKQEXRhHZ]/.test(own)) return null;
  const whole = `^(?:${own})$`;
  try {
    new RegExp(whole, "u");
    return whole;
  } catch {
    return null;
  }
}
