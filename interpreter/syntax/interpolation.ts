// Finds the end of an expression embedded in a string (reference/lexical#interpolation), by braces and
// literals only, before its text is tokenized. Strings inside may embed further expressions; with an explicit
// stack the scan is linear in the text and needs no recursion.

const CHARACTER = /'(?:\\(?:u\{[^}'"\r\n]*\}|[^\r\n])|[^'\\\r\n]{1,2})'/y;

/**
 * `at` is the offset after `${`. Returns the offset of the closing brace; undefined if it is not on the same
 * line.
 */
export function embeddedEnd(text: string, at: number, limit: number): number | undefined {
  // For each open embedded expression, the number of its open braces.
  const open = [0];
  let inString = false;
  while (at < limit) {
    const character = text[at]!;
    if (character === "\n" || character === "\r") return undefined;
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
      else if (character === "$" && text[at + 1] === "{") {
        open.push(0);
        inString = false;
        at++;
      }
      at++;
      continue;
    }
    if (character === '"') {
      if (text.startsWith('""', at + 1)) {
        const close = text.indexOf('"""', at + 3);
        if (close < 0) return undefined;
        if (/[\r\n]/.test(text.slice(at, close))) return undefined;
        at = close + 3;
        continue;
      }
      inString = true;
    } else if (character === "'") {
      CHARACTER.lastIndex = at;
      if (CHARACTER.test(text)) {
        at = CHARACTER.lastIndex;
        continue;
      }
    } else if (character === "{") open[open.length - 1]!++;
    else if (character === "}") {
      if (open.at(-1) === 0) {
        open.pop();
        if (open.length === 0) return at;
        inString = true;
      } else open[open.length - 1]!--;
    }
    at++;
  }
  return undefined;
}
