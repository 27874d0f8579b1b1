// Names of characters that are in no token, and hints for them.

const NAMES: Readonly<Record<string, string>> = {
  "\f": "form feed",
  "\v": "vertical tab",
  "\0": "NUL",
  "\u00a0": "no-break space",
  "\u200b": "zero-width space",
  "\ufeff": "byte-order mark",
  "`": "back-tick",
  "\u2028": "line separator",
  "\u2029": "paragraph separator",
};

const HINTS: Readonly<Record<string, string>> = {
  "#": "comments start with `//`",
  "`": 'write strings as `"…${x}…"`, over several lines as `"""…"""`',
  "“": 'use straight quotes: `"…"`',
  "”": 'use straight quotes: `"…"`',
  "‘": "use straight quotes: `'x'`",
  "’": "use straight quotes: `'x'`",
  "\u00a0": "replace it with an ordinary space",
  "\u200b": "remove it",
  "\ufeff": "remove it: a file has at most one, at its start",
  "\\": "there is no line continuation: a line continues after an operator, a comma or an open bracket",
  "–": "write `-`",
  "—": "write `-`",
  "−": "write `-`",
  "×": "write `*`",
  "÷": "write `/`",
  "≠": "write `!=`",
  "≤": "write `<=`",
  "≥": "write `>=`",
  "→": "write `->`",
};

/** "`#`", or "U+000C (form feed)". */
export function describeCharacter(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  const name = NAMES[character];
  if (name !== undefined) return `U+${code} (${name})`;
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${code}` : `\`${character}\``;
}

/** `rest` is the text after the character. */
export function hintForCharacter(character: string, rest = ""): string | undefined {
  if (character === "#" && /^(?:include|import|using)\b/.test(rest))
    return 'import modules with `import std/name` or `import "./file"`';
  if (character === "#" && /^\[test\]/.test(rest))
    return "a test is a function of a `_test.std` file whose name starts with `test_`";
  if (character === "#" && /^!?\[/.test(rest)) {
    const derived = /^\[derive\(([^)]*)\)/.exec(rest)?.[1];
    return `write attributes with \`@\`: \`@derive(${derived ?? "Eq"})\``;
  }
  if (character === "\\" && /^\s*\w[\w\s]*->/.test(rest))
    return `write anonymous functions as \`fun(${/^\s*(\w+)/.exec(rest)![1]!}) = …\``;
  if (character === "\\" && /^\.\w/.test(rest))
    return `write a function: \`fun(x) = x${/^\.\w+/.exec(rest)![0]}\``;
  if (character === "\\" && /^[A-Z]/.test(rest))
    return 'import modules with `import std/name` or `import "./file"`';
  if (character === "#" && rest.startsWith("(")) return "write a tuple as `(1, 2)`";
  if (HINTS[character] !== undefined) return HINTS[character];
  return /\p{L}/u.test(character) ? "names consist of ASCII letters, digits and `_`" : undefined;
}
