// Hints for methods that are not called as methods: `xs.first`, `sum(xs)`, `list.map(xs, f)`.
import { notes } from "../../diagnostics/index.ts";
import type { Name } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { GROUPS } from "../impls/index.ts";
import { prune, type Type } from "../types/index.ts";

/**
 * The text after the name in a call of a method of the type: `()` or `(…)`; undefined if it has no such
 * method.
 */
export function methodForm(body: Body, type: Type, name: string): string | undefined {
  const actual = prune(type);
  if (actual.kind === "Named") {
    const own = body.context.impls.candidates(actual.symbol, name);
    if (own !== undefined) {
      const fn = GROUPS.flatMap((group) => own[group].all).find((candidate) => candidate.fn.hasSelf)?.fn;
      if (fn !== undefined) return fn.params.length === 0 ? "()" : "(…)";
    }
    const offered = body.context.standard.preludeMethod(actual.symbol.name, name);
    if (offered !== undefined) return offered;
  }
  return body.context.impls.implements(actual, body.context.prelude.iterator)
    ? body.context.standard.preludeMethod("Iterator", name)
    : undefined;
}

/** The hint for `xs.first` without a call. */
export function uncalledHint(body: Body, type: Type, name: string): string | undefined {
  // `xs.count` of other languages is the length.
  if (name === "count" || name === "length") return undefined;
  const form = methodForm(body, type, name);
  return form === undefined ? undefined : notes.uncalled(name, form);
}

/** The hint for `sum(xs)` if the first argument has such a method. */
export function methodOfArgument(body: Body, { name, span }: Name): string | undefined {
  const rest = body.state.unit.source.text.slice(span.end, span.end + 200);
  const first = /^\(\s*([A-Za-z_]\w*)\s*([,)])/.exec(rest);
  // In other languages, the function is first: `map(f, xs)`.
  const argument = first?.[1] ?? /^\(\s*fun\b.*,\s*([A-Za-z_]\w*)\)/.exec(rest)?.[1];
  const local = argument === undefined ? undefined : body.local(argument);
  if (local === undefined) return undefined;
  const method = METHODS[name] ?? name;
  const form = methodForm(body, local.type, method);
  return form === undefined
    ? undefined
    : notes.writeMethod(`${argument!}.${method}${first?.[2] === ")" ? form : "(…)"}`);
}

/** Methods by the names of functions of other languages. */
const METHODS: Readonly<Record<string, string>> = {
  ord: "to_int",
  chr: "to_char",
  append: "push",
  length: "len",
  size: "len",
  str: "to_string",
  repr: "debug",
  reduce: "fold",
};

/** The types of methods that are expected in modules with these names. */
const OWNERS: Readonly<Record<string, readonly [type: string, value: string]>> = {
  list: ["List", "xs"],
  iter: ["List", "xs"],
  option: ["Option", "o"],
  result: ["Result", "r"],
  string: ["String", "s"],
};

/** The hint for `list.map(xs, f)` if lists have the method without an import. */
export function methodOfModule(body: Body, module: string, name: string): string | undefined {
  const owner = Object.hasOwn(OWNERS, module) ? OWNERS[module]! : undefined;
  const form = owner && body.context.standard.preludeMethod(owner[0], name);
  return owner === undefined || form === undefined
    ? undefined
    : notes.methodWithoutImport(`${owner[1]}.${name}${form}`);
}
