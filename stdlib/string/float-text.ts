// Converts decimal text to the nearest Float (std/string). The host's conversion rounds correctly, but
// accepts more texts than the language, so the grammar is checked first.

/**
 * Parses `[+-]? digits? ('.' digits?)? ([eE] [+-]? digits)?` with a digit before the exponent; returns null
 * for anything else.
 */
export function floatFromText(text: string): number | null {
  const whole = skipSign(text, 0);
  let at = skipDigits(text, whole);
  let digits = at - whole;
  if (text[at] === ".") {
    const fraction = at + 1;
    at = skipDigits(text, fraction);
    digits += at - fraction;
  }
  if (digits === 0) return null;
  if (text[at] === "e" || text[at] === "E") {
    const exponent = skipSign(text, at + 1);
    at = skipDigits(text, exponent);
    if (at === exponent) return null;
  }
  return at === text.length ? Number(text) : null;
}

function skipSign(text: string, at: number): number {
  return text[at] === "+" || text[at] === "-" ? at + 1 : at;
}

function skipDigits(text: string, at: number): number {
  let end = at;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  return end;
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
