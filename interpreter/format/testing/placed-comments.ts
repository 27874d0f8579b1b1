// For tests: inserts comments between tokens, and finds them after formatting.
import { Source } from "../../source/index.ts";
import { parse, tokenize, type Kind, type Token } from "../../syntax/index.ts";
import { format } from "../index.ts";

export type Placement = "line" | "own line" | "block" | "two lines";

/** The tokens that the formatter adds and removes when it spreads a list or ends a statement. */
const MOVABLE: ReadonlySet<Kind> = new Set<Kind>(["newline", ",", ";"]);

/** A comment after a token. */
export function commentText(placement: Placement, name: string): string {
  switch (placement) {
    case "line":
      return ` // ${name}\n`;
    case "own line":
      return `\n// ${name}\n`;
    case "block":
      return ` /* ${name} */ `;
    case "two lines":
      return ` /* ${name}\n more */ `;
  }
}

/** The items of a text in the canonical style, each as a separate text. */
export function canonicalItems(text: string): string[] {
  const once = format(new Source("a.std", text)).text;
  if (once === undefined) return [];
  const { tree } = parse(new Source("a.std", once), { keepMacros: true, declarations: true });
  return tree.items.map(({ span }) => `${once.slice(span.start, span.end)}\n`);
}

/** The ends of the tokens after which a comment is allowed: not inside strings. */
export function boundaries(text: string): { readonly end: number; readonly around: string }[] {
  const { tokens } = tokenize(new Source("a.std", text));
  const code = tokens.filter(({ kind }) => kind !== "newline");
  let strings = 0;
  return code.flatMap(({ kind, end }, i) => {
    if (kind === "stringStart") strings++;
    if (kind === "stringEnd") strings--;
    const around = [i - 2, i - 1, i, i + 1, i + 2].map((at) => code[at]?.kind ?? "").join(" ");
    return strings === 0 ? [{ end, around }] : [];
  });
}

/** The tokens that are not movable, and for each comment the token after it. */
export function skeleton(text: string): { readonly tokens: string; readonly comments: readonly string[] } {
  const { tokens, comments } = tokenize(new Source("a.std", text));
  const fixed = tokens.filter(({ kind }) => !MOVABLE.has(kind));
  const before = (start: number): number => fixed.filter((token) => token.start < start).length;
  return {
    tokens: fixed.map((token) => spelling(token, text)).join(" "),
    comments: comments.map(
      ({ start, end }) => `${before(start)} ${text.slice(start, end).replace(/[ \t]+$/gm, "")}`,
    ),
  };
}

function spelling({ start, end }: Token, text: string): string {
  return text.slice(start, end);
}
