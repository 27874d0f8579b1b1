// The compiled text of an input, which is a module, and the mapping back: messages and traces refer to the
// input as it was typed.
import type { Diagnostic, Label } from "../diagnostics/index.ts";
import { Source } from "../source/index.ts";
import { parse, type Block, type Expr, type FunctionItem } from "../syntax/index.ts";
import { ENTRY, SHOWN, VALUE } from "./entry-names.ts";

export interface InputText {
  /** The compiled text. */
  readonly text: string;
  /** The typed text, with its name in messages. */
  readonly shown: Source;
  readonly hasValue: boolean;
  /** The number of lines of `text` before those of the input. */
  readonly linesBefore: number;
  /** The offset in the input for an offset of `text`; null if it is outside. */
  toInput(offset: number): number | null;
  /** Whether the character at an offset of `text` was typed. */
  isTyped(offset: number): boolean;
}

const HEAD = `fun ${ENTRY}() -> Any {\n`;

/** The text for declarations; `macros` has the definitions they use, whose position does not matter. */
export function declarationsText(input: string, macros: string, name: string): InputText {
  const text = `${input}\nfun ${ENTRY}() -> Any = ${SHOWN}({})\n${macros}`;
  return {
    text,
    shown: new Source(name, input),
    hasValue: false,
    linesBefore: 0,
    toInput: (offset) => inside(offset, input.length),
    isTyped: (offset) => inside(offset, input.length) !== null,
  };
}

export function statementsText(input: string, macros: string, name: string): InputText {
  const block = parseBody(input, macros);
  const trailing = block === null ? null : valueOf(block);
  // The value may follow a statement without a space: `let a = b{1}`.
  const naming = trailing === null ? "" : ` let ${VALUE} = `;
  const at = trailing === null ? input.length : trailing.span.start - HEAD.length;
  const result = trailing === null ? "{}" : VALUE;
  return {
    text: `${HEAD}${input.slice(0, at)}${naming}${input.slice(at)}\n${SHOWN}(${result})\n}\n${macros}`,
    shown: new Source(name, input),
    hasValue: trailing !== null,
    linesBefore: 1,
    toInput(offset) {
      const place = offset - HEAD.length;
      return inside(place <= at ? place : Math.max(at, place - naming.length), input.length);
    },
    isTyped(offset) {
      const place = offset - HEAD.length;
      const typed = place < at ? place : place - naming.length;
      return inside(typed, input.length) !== null && (place < at || typed >= at);
    },
  };
}

function inside(offset: number, length: number): number | null {
  return offset >= 0 && offset <= length ? offset : null;
}

/**
 * The trailing expression of the block, unless it is part of a macro call that also expands to statements.
 */
function valueOf({ stmts, trailing }: Block): Expr | null {
  const last = stmts.at(-1);
  return trailing === null || last?.span.start === trailing.span.start ? null : trailing;
}

function parseBody(input: string, macros: string): Block | null {
  const { tree, diagnostics } = parse(new Source("", `${HEAD}${input}\n}\n${macros}`));
  // An input that does not parse is reported unchanged.
  if (diagnostics.length > 0) return null;
  const entry = tree.items.find(
    (item): item is FunctionItem => item.kind === "FunctionItem" && item.name.name === ENTRY,
  );
  return entry?.body?.kind === "Block" ? entry.body : null;
}

/** Maps a diagnostic to the typed inputs; `present` is the input that was checked. */
export function asTyped(
  diagnostic: Diagnostic,
  texts: (source: Source) => InputText | undefined,
  present: InputText,
): Diagnostic {
  const moved = (label: Label): Label | null => {
    const of = texts(label.source);
    if (of === undefined) return label;
    const start = of.toInput(label.span.start);
    const end = of.toInput(label.span.end);
    if (start === null) return null;
    return { ...label, source: of.shown, span: { start, end: Math.max(start, end ?? of.shown.text.length) } };
  };
  const primary = moved(diagnostic.primary) ?? {
    ...diagnostic.primary,
    source: present.shown,
    span: { start: 0, end: 0 },
  };
  const last = latestIn(diagnostic);
  const names = (text: string): string =>
    text.replace(TYPE_HOME, (_, number) =>
      Number(number) === last ? " of a later input" : " of an earlier input",
    );
  return {
    ...diagnostic,
    message: names(diagnostic.message),
    primary: { ...primary, text: names(primary.text) },
    related: diagnostic.related
      .flatMap((label) => moved(label) ?? [])
      .map((label) => ({ ...label, text: names(label.text) })),
  };
}

/** The home of one of two types with the same name: `P of <repl>#7.std`. */
const TYPE_HOME = / of \S*#(\d+)\.\w+/g;

/** The number of the later input. */
function latestIn({ message, primary, related }: Diagnostic): number {
  const texts = [message, primary.text, ...related.map(({ text }) => text)];
  return Math.max(
    ...texts.flatMap((text) => [...text.matchAll(TYPE_HOME)].map(([, number]) => Number(number))),
  );
}
