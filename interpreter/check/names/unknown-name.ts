// Reports unknown names, with the likeliest hint: a module that declares the name, the equivalent of a word
// of another language, or a similar name.
import {
  insteadOf,
  isBlockWord,
  insteadOfFunction,
  insteadOfQualified,
  nearest,
  notes,
  wayToMake,
} from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import { keywords } from "../../syntax/index.ts";
import type { Report } from "./report.ts";
import { homeOf, importableName, importHint, serves, type Sort } from "./import-hints.ts";
import type { ModuleState } from "./names.ts";
import type { TypeScope } from "./type-scope.ts";

/** The names of types for C interoperability (reference/lexical#operators-and-punctuation). */
const C_TYPE =
  /^(?:c_(?:u?(?:char|short|int|long|longlong)|schar|float|double|void|str|string|ptr|bool|size_t)|CStr|CString|CPtr)$/;

/** The context of an unknown name. */
export interface Surroundings {
  /** The local variables in scope. */
  readonly locals?: Iterable<string>;
  /** A hint with priority. */
  readonly better?: string | undefined;
  /** What other unknown names have in common with this one; default: their names. */
  readonly cause?: string | undefined;
  /** A hint if no other is found. */
  readonly otherwise?: string;
}

/** Reports R1 with the likeliest hint, unless code that could not be parsed may declare the name. */
export function unknownName(
  context: Report,
  what: Sort,
  { name, span }: { readonly name: string; readonly span: Span },
  scope: TypeScope,
  around: Surroundings = {},
): void {
  const { locals = [], better, otherwise } = around;
  if (what === "type" && C_TYPE.test(name)) return context.report("P9", scope.state, span, {});
  const { lost } = scope.state.unit;
  if (
    context.lost.has(name) ||
    lost?.names.has(name) === true ||
    (lost?.imports === true && context.standard.modulesWith(name).length > 0)
  )
    return context.drop("lost", "R1", scope.state, span, { what, name });
  if (!context.hints) return context.report("R1", scope.state, span, { what, name });
  // All names of one letter are similar. A search compares all names, so their number is limited.
  const similar =
    name.length === 1 || context.suggestions-- <= 0
      ? undefined
      : nearest(name, [
          ...locals,
          ...scope.params.keys(),
          ...context.names.candidates(scope.state, what !== "value"),
        ]);
  const module = what === "value" ? moduleHint(context, name, scope, span) : undefined;
  const found = importHint(context, what, name, scope.state);
  const foreign =
    (what === "value" ? insteadOfFunction(name) : undefined) ??
    insteadOf(what !== "value" && name === "None" ? "void" : name);
  const elsewhere =
    found === undefined || foreign === undefined ? (found ?? foreign) : `${found}; ${foreign}`;
  const meant = similar === undefined ? undefined : notes.didYouMean(similar);
  const param =
    what === "type" && scope.declares !== undefined && /^[A-Z]\d?$/.test(name)
      ? notes.typeParametersAreDeclaredFirst(scope.declares, name)
      : undefined;
  const hint =
    better ??
    param ??
    (what === "value"
      ? followed(name, scope.state.unit.source.text.slice(span.end, span.end + 400))
      : undefined) ??
    module ??
    elsewhere ??
    meant ??
    misspelt(what, name) ??
    similarImport(context, what, name, scope.state) ??
    otherwise ??
    declaration(what, name, scope.state.unit.source.text.slice(span.end, span.end + 1));
  // One import makes all types of a module available.
  const cause =
    around.cause !== undefined
      ? around.cause
      : found === undefined
        ? causeOfWord(what, name)
        : (homeOf(context, what, name) ?? name);
  const importable = hint === elsewhere ? importableName(context, what, name, scope.state) : undefined;
  context.report(
    "R1",
    scope.state,
    span,
    { what, name },
    {
      cause,
      ...(hint === undefined ? {} : { hint }),
      ...(importable === undefined ? {} : { importable }),
    },
  );
}

/** The hint for a name that is like no other: how to declare it. */
function declaration(what: Sort, name: string, next: string): string | undefined {
  if (what !== "value" || name === "_") return undefined;
  return next === "(" ? notes.declareFunction(name) : notes.declareBefore(name);
}

/** The words of blocks without braces are places of one mistake. */
function causeOfWord(what: Sort, name: string): string {
  return what === "value" && isBlockWord(name) ? "end" : name;
}

/**
 * The hint for a name of another language whose meaning depends on the text after it: `new List<Int>()`,
 * `Math.random()`.
 */
function followed(name: string, rest: string): string | undefined {
  const [, member, inner] = /^\.(\w+)(?:\.(\w+))?/.exec(rest) ?? [];
  if (member !== undefined)
    return (
      (inner === undefined ? undefined : insteadOfQualified(`${name}.${member}`, inner)) ??
      insteadOfQualified(name, member)
    );
  const path = name === "std" ? /^\/(\w+)\.(\w+)/.exec(rest) : null;
  if (path !== null) return notes.callThroughModule(path[1]!, path[2]!);
  if (name === "require" && /^\((?!\s*")/.test(rest)) return notes.conditionWithPanic;
  if (name === "new") return wayToMake(/^[ \t]+([A-Z]\w*)/.exec(rest)?.[1] ?? "");
  if (name === "range" && /^\([^(),]*,[^(),]*,/.test(rest)) return notes.rangeWithStep;
  if (name === "do" && /^\s*\{[^]*?\}\s*(?:catch|except)\b/.test(rest)) return insteadOf("catch");
  return undefined;
}

/** The hint for a misspelt keyword on its own. */
function misspelt(what: Sort, name: string): string | undefined {
  const keyword = what !== "value" || name.length < 4 ? undefined : nearest(name, keywords);
  return keyword === undefined ? undefined : notes.didYouMean(keyword);
}

/** The hint for a name that is similar to one of a standard module. */
function similarImport(context: Report, what: Sort, name: string, state: ModuleState): string | undefined {
  if (name.length < 4 || context.suggestions <= 0) return undefined;
  const close = nearest(
    name,
    context.standard.names((kind) => serves(kind, what)),
  );
  return close === undefined
    ? undefined
    : notes.didYouMeanAnd(close, importHint(context, what, close, state) ?? "").trimEnd();
}

/** The hint for the alias of a standard module before a dot. */
function moduleHint(
  { standard }: Report,
  name: string,
  { state }: TypeScope,
  span: Span,
): string | undefined {
  return state.unit.source.text[span.end] === "." && standard.hasModule(name)
    ? notes.writeImportStd(name)
    : undefined;
}
