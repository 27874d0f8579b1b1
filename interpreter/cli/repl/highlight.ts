// Colours of code at the prompt.
import { Source } from "../../source/index.ts";
import { keywords, tokenize, type Kind } from "../../syntax/index.ts";

/** A longer text is shown without colours, because each key would tokenize it again. */
const LONGEST = 10_000;

const KEYWORD = "35";
const TEXT = "32";
const NUMBER = "33";
const TYPE = "36";
const COMMENT = "2";
const RESET = "\x1b[0m";

/** A text with colours. `before` is the text of the same input before it, which may open a string or comment. */
export function highlighted(text: string, before = ""): string {
  const whole = before + text;
  if (whole.length > LONGEST || /^\s*:/.test(whole)) return text;
  const { tokens, comments } = tokenize(new Source("", whole));
  const parts = [
    ...tokens.map(({ kind, start, end }) => ({ start, end, style: styleOf(kind, whole.slice(start, end)) })),
    ...comments.map(({ start, end }) => ({ start, end, style: COMMENT })),
  ]
    .filter(({ style }) => style !== null)
    .toSorted((a, b) => a.start - b.start);
  let out = "";
  let at = before.length;
  for (const { start, end, style } of parts) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    out += `${whole.slice(at, from)}\x1b[${style}m${whole.slice(from, end)}${RESET}`;
    at = end;
  }
  return out + whole.slice(at);
}

function styleOf(kind: Kind, text: string): string | null {
  switch (kind) {
    case "string":
    case "blockString":
    case "stringStart":
    case "stringMiddle":
    case "stringEnd":
    case "char":
      return TEXT;
    case "int":
    case "float":
    case "true":
    case "false":
      return NUMBER;
    case "ident":
      return /^[A-Z]/.test(text) ? TYPE : null;
    case "Self":
      return TYPE;
    case "aliasWord":
    case "dyn":
      return KEYWORD;
    default:
      return keywords.has(text) ? KEYWORD : null;
  }
}
