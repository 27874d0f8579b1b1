// The text of one input as it is compiled, a module of its own, and the way back: what messages and
// traces say of that module is said of the input as it was typed.
import type { Diagnostic, Label } from "../diagnostics/index.ts";
import { Source } from "../source/index.ts";
import { parse, type Block, type Expr, type FunctionItem } from "../syntax/index.ts";
import { ENTRY, SHOWN, VALUE } from "./entry-names.ts";

export interface InputText {
  /** What is compiled. */
  readonly text: string;
  /** What was typed, under the name that messages give it. */
  readonly shown: Source;
  readonly hasValue: boolean;
  /** Lines of `text` before those of the input. */
  readonly linesBefore: number;
  /** A place in the input, or null for one outside. */
  toInput(offset: number): number | null;
  /** Whether what stands at an offset of `text` was typed, and not put around it. */
  isTyped(offset: number): boolean;
}

const HEAD = `fun ${ENTRY}() -> Any {\n`;

/** `macros`: the definitions it uses, which may stand anywhere. */
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
  const naming = trailing === null ? "" : `let ${VALUE} = `;
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

/** The expression that ends the block, if it can get a name: it is no part of a macro call that gives statements as well. */
function valueOf({ stmts, trailing }: Block): Expr | null {
  const last = stmts.at(-1);
  return trailing === null || last?.span.start === trailing.span.start ? null : trailing;
}

function parseBody(input: string, macros: string): Block | null {
  const { tree, diagnostics } = parse(new Source("", `${HEAD}${input}\n}\n${macros}`));
  // What does not parse is reported as it stands.
  if (diagnostics.length > 0) return null;
  const entry = tree.items.find(
    (item): item is FunctionItem => item.kind === "FunctionItem" && item.name.name === ENTRY,
  );
  return entry?.body?.kind === "Block" ? entry.body : null;
}

/** The same message about inputs as they were typed; `present` is the one whose check gave it. */
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

/** `P of <repl>#7.std`: which of two types of one name it is. */
const TYPE_HOME = / of \S*#(\d+)\.\w+/g;

/** The number of the later input. */
function latestIn({ message, primary, related }: Diagnostic): number {
  const texts = [message, primary.text, ...related.map(({ text }) => text)];
  return Math.max(
    ...texts.flatMap((text) => [...text.matchAll(TYPE_HOME)].map(([, number]) => Number(number))),
  );
}
