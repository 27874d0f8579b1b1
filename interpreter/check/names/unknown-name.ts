// A name that nothing declares: the report, and what was probably meant. A module that would bring it, the
// word of another language, a name that is spelt alike.
import {
  insteadOf,
  insteadOfFunction,
  insteadOfQualified,
  nearest,
  notes,
  wayToMake,
} from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import { keywords } from "../../syntax/index.ts";
import type { Context } from "../context.ts";
import { homeOf, importableName, importHint, serves, type Sort } from "./import-hints.ts";
import type { ModuleState } from "./names.ts";
import type { TypeScope } from "./type-scope.ts";

/** Names that C interoperability gives to types (reference/lexical#operators-and-punctuation). */
const C_TYPE =
  /^(?:c_(?:u?(?:char|short|int|long|longlong)|schar|float|double|void|str|string|ptr|bool|size_t)|CStr|CString|CPtr)$/;

/** What else is known about the place of an unknown name. */
export interface Surroundings {
  /** Local variables that can be seen there. */
  readonly locals?: Iterable<string>;
  /** The next step, better than any that is found here. */
  readonly better?: string | undefined;
  /** The next step when none is found. */
  readonly otherwise?: string;
}

/** Reports R1 with the likeliest next step; nothing where the name may have been declared in what could not be read. */
export function unknownName(
  context: Context,
  what: Sort,
  { name, span }: { readonly name: string; readonly span: Span },
  scope: TypeScope,
  around: Surroundings = {},
): void {
  const { locals = [], better, otherwise } = around;
  if (what === "type" && C_TYPE.test(name)) return context.report("P9", scope.state, span, {});
  if (context.lost.has(name) || scope.state.unit.lost?.names.has(name) === true) return;
  if (scope.state.unit.lost?.imports === true && context.standard.modulesWith(name).length > 0) return;
  // Every other name of one letter is near to a name of one letter. A search looks at all names: not too often.
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
  const foreign = (what === "value" ? insteadOfFunction(name) : undefined) ?? insteadOf(name);
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
    otherwise;
  // Types of one module come with its import, all at once.
  const cause = found === undefined ? name : (homeOf(context, what, name) ?? name);
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

/** For a name whose meaning elsewhere depends on what follows it: `new List<Int>()`, `Math.random()`. */
function followed(name: string, rest: string): string | undefined {
  const member = /^\.(\w+)/.exec(rest)?.[1];
  if (member !== undefined) return insteadOfQualified(name, member);
  if (name === "new") return wayToMake(/^[ \t]+([A-Z]\w*)/.exec(rest)?.[1] ?? "");
  if (name === "range" && /^\([^(),]*,[^(),]*,/.test(rest)) return notes.rangeWithStep;
  if (name === "do" && /^\s*\{[^]*?\}\s*(?:catch|except)\b/.test(rest)) return insteadOf("catch");
  return undefined;
}

/** A keyword that a lone word was meant to be. */
function misspelt(what: Sort, name: string): string | undefined {
  const keyword = what !== "value" || name.length < 4 ? undefined : nearest(name, keywords);
  return keyword === undefined ? undefined : notes.didYouMean(keyword);
}

/** For what is spelt almost like a name of a standard module. */
function similarImport(context: Context, what: Sort, name: string, state: ModuleState): string | undefined {
  if (name.length < 4 || context.suggestions <= 0) return undefined;
  const close = nearest(
    name,
    context.standard.names((kind) => serves(kind, what)),
  );
  return close === undefined
    ? undefined
    : notes.didYouMeanAnd(close, importHint(context, what, close, state) ?? "").trimEnd();
}

/** For the alias of a standard module, as what stands before a dot. */
function moduleHint(
  { standard }: Context,
  name: string,
  { state }: TypeScope,
  span: Span,
): string | undefined {
  return state.unit.source.text[span.end] === "." && standard.hasModule(name)
    ? notes.writeImportStd(name)
    : undefined;
}
