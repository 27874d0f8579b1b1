// Full case folding, derived from the case mappings of the host: the lower case of the upper case of each
// character, with the exceptions of Unicode's table.

const DOTLESS_I = 0x131;
const CAPITAL_SHARP_S = 0x1e9e;
/** Cherokee folds to its capital letters, which are older. */
const CHEROKEE = /^[\u13a0-\u13f5]+$/;

export function foldText(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  let folded = "";
  for (const char of text) folded += foldChar(char);
  return folded;
}

function foldChar(char: string): string {
  const code = char.codePointAt(0)!;
  if (code < 0x80) return char.toLowerCase();
  if (code === DOTLESS_I) return char;
  if (code === CAPITAL_SHARP_S) return "ss";
  const upper = char.toUpperCase();
  return CHEROKEE.test(upper) ? upper : upper.toLowerCase();
}
