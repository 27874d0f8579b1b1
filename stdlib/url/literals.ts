// The checkers of literal URLs and references.
import { fromBytes, type FoundProblem, type LiteralCheckers } from "../../interpreter/runtime/index.ts";

function url(text: string): readonly FoundProblem[] {
  if (URL.canParse(fromBytes(text))) return [];
  const hasScheme = /^\s*[A-Za-z][A-Za-z0-9+.-]*:/.test(text);
  return [
    {
      start: 0,
      end: text.length,
      message: hasScheme ? "this is not a valid URL" : "this URL has no scheme",
      ...(!hasScheme && { hint: "begin it with a scheme, such as `https://`" }),
    },
  ];
}

/** A reference that no base makes valid. */
function reference(text: string): readonly FoundProblem[] {
  const known = fromBytes(text);
  if (URL.canParse(known, "http://a/b") || URL.canParse(known, "a://b/c")) return [];
  return [{ start: 0, end: text.length, message: "this is not a valid reference" }];
}

export const checkers: LiteralCheckers = { whole: { url, reference } };
