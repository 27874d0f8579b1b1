// A name that nothing declares: the report, and what was probably meant. A module that would bring it, the
// word of another language, a name that is spelt alike.
import { insteadOf, insteadOfFunction, nearest } from "../diagnostics/index.ts";
import type { Span } from "../source/index.ts";
import { keywords } from "../syntax/index.ts";
import type { Context } from "./context.ts";
import type { ModuleState } from "./names.ts";
import type { TypeScope } from "./resolve-type.ts";

type Sort = "value" | "type" | "trait";

/** Names that C interoperability gives to types (language 1.9). */
const C_TYPE = /^(?:c_(?:u?(?:char|short|int|long|longlong)|schar|float|double|void|str|string|ptr|bool|size_t)|CStr|CString|CPtr)$/;

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
export function unknownName(context: Context, what: Sort, { name, span }: { readonly name: string; readonly span: Span }, scope: TypeScope, around: Surroundings = {}): void {
  const { locals = [], better, otherwise } = around;
  if (what === "type" && C_TYPE.test(name)) return context.report("P9", scope.state, span, {});
  if (context.lost.has(name) || scope.state.unit.lost?.names.has(name) === true) return;
  // Every other name of one letter is near to a name of one letter. A search looks at all names: not too often.
  const similar = name.length === 1 || context.suggestions-- <= 0 ? undefined : nearest(name, [...locals, ...scope.params.keys(), ...context.names.candidates(scope.state)]);
  const elsewhere = what === "value" ? (moduleHint(context, name) ?? insteadOfFunction(name)) : undefined;
  const meant = similar === undefined ? undefined : `did you mean \`${similar}\`?`;
  const hint = better ?? elsewhere ?? insteadOf(name) ?? importHint(context, name, scope.state) ?? meant ?? misspelt(what, name) ?? otherwise;
  context.report("R1", scope.state, span, { what, name }, hint === undefined ? {} : { hint });
}

/** A keyword that a lone word was meant to be. */
function misspelt(what: Sort, name: string): string | undefined {
  const keyword = what !== "value" || name.length < 4 ? undefined : nearest(name, keywords);
  return keyword === undefined ? undefined : `did you mean \`${keyword}\`?`;
}

/** Types that programs use most, by the standard module that declares them. */
const HOMES: Readonly<Record<string, string>> = {
  Map: "collections", Set: "collections", Entry: "collections", Error: "error", JsonValue: "json", ToJson: "json", FromJson: "json",
  Debug: "fmt", Channel: "sync", Mutex: "sync", WaitGroup: "sync", Server: "http", Request: "http", Response: "http", Regex: "regex", Rng: "random",
};

/** Standard modules whose functions are mostly called through the module. */
const MODULES: ReadonlySet<string> = new Set([
  "cmp", "collections", "encoding", "env", "fmt", "fs", "hash", "http", "io", "iter", "json", "list", "math", "net", "option",
  "path", "process", "random", "regex", "string", "sync", "test", "time",
]);

/** For the alias of a standard module that no file imports. */
function moduleHint(context: Context, name: string): string | undefined {
  return MODULES.has(name) && !context.names.states.has(`std/${name}`) ? `write \`import std/${name}\`` : undefined;
}

/** A loaded module that declares the name, or a standard one that would. */
function importHint(context: Context, name: string, state: ModuleState): string | undefined {
  if (name.startsWith("__")) return undefined;
  const home = Object.hasOwn(HOMES, name) ? HOMES[name] : undefined;
  if (home !== undefined && !context.names.states.has(`std/${home}`)) return `write \`import std/${home}\``;
  for (const [id, other] of context.names.states) {
    if (other !== state && other.unit.session === undefined && context.names.declared(other, name) !== null) {
      const path = id.startsWith("std/") ? id : JSON.stringify(other.unit.source.name);
      return `\`${name}\` is declared in ${path}: import it with a selector`;
    }
  }
  return undefined;
}
