// What an editor shows of the structure of a text: folds, growing selections.
import type { Source, Span } from "../../source/index.ts";
import { tokenize, type Tree } from "../../syntax/index.ts";
import { pathAt } from "../meaning/walk.ts";

export interface Fold {
  /** Lines from 0. */
  readonly start: number;
  readonly end: number;
  readonly kind: "imports" | "comment" | "region";
}

/** Works on tokens, so that broken texts have folds, too. */
export function folds(source: Source, tree: Tree): Fold[] {
  const { tokens, comments } = tokenize(source);
  const line = (offset: number): number => source.lineAt(offset) - 1;
  const found: Fold[] = [];
  const open: number[] = [];
  for (const { kind, start, end } of tokens) {
    if (kind === "{" || kind === "(" || kind === "[") open.push(start);
    else if (kind === "}" || kind === ")" || kind === "]") {
      const from = open.pop();
      // The last line, with the bracket, stays visible.
      if (from !== undefined && line(end) - 1 > line(from))
        found.push({ start: line(from), end: line(end) - 1, kind: "region" });
    } else if (kind === "blockString" && line(end) > line(start))
      found.push({ start: line(start), end: line(end), kind: "region" });
  }
  const imports = tree.items.filter((item) => item.kind === "Import").map(({ span }) => span);
  addRun(
    found,
    imports.map((span) => [line(span.start), line(span.end)]),
    "imports",
  );
  addComments(
    found,
    comments.map((span) => [line(span.start), line(Math.max(span.start, span.end - 1))]),
  );
  const byStart = new Map<string, Fold>();
  for (const fold of found) byStart.set(`${fold.start} ${fold.end}`, fold);
  return [...byStart.values()].toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function addRun(found: Fold[], lines: readonly (readonly [number, number])[], kind: Fold["kind"]): void {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first !== undefined && last![1] > first[0]) found.push({ start: first[0], end: last![1], kind });
}

function addComments(found: Fold[], lines: readonly (readonly [number, number])[]): void {
  let run: (readonly [number, number])[] = [];
  for (const one of lines) {
    if (run.length > 0 && one[0] !== run.at(-1)![1] + 1) {
      addRun(found, run, "comment");
      run = [];
    }
    run.push(one);
  }
  addRun(found, run, "comment");
}

/** The spans around an offset, the smallest first. */
export function selections(source: Source, tree: Tree, offset: number): Span[] {
  const token = tokenize(source).tokens.find(
    ({ start, end, kind }) => start <= offset && offset <= end && kind !== "newline",
  );
  const spans = [
    { start: 0, end: source.text.length },
    ...pathAt(tree, offset).map(({ span }) => span),
    ...(token === undefined ? [] : [{ start: token.start, end: token.end }]),
  ];
  const growing: Span[] = [];
  for (const span of spans.reverse()) {
    const inner = growing.at(-1);
    if (inner === undefined) growing.push(span);
    else if (
      span.start <= inner.start &&
      inner.end <= span.end &&
      span.end - span.start > inner.end - inner.start
    )
      growing.push(span);
  }
  return growing;
}
