// Where the expression embedded in a string ends (reference/lexical#interpolation): found by braces and literals alone,
// before its text is read. Strings inside may embed expressions themselves; an explicit stack keeps
// the scan linear in the text and free of recursion.

const CHARACTER = /'(?:\\(?:u\{[^}'"\r\n]*\}|[^\r\n])|[^'\\\r\n]{1,2})'/y;

/** `at` is the first place after `${`; gives the place of the closing brace, if it is on the same line. */
export function embeddedEnd(text: string, at: number, limit: number): number | undefined {
  // One entry for each embedded expression that is open: its open braces.
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
