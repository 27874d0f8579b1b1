// Modules of a host: a declaration in the language and the TypeScript behind it. They are checked against
// each other when an engine is created (host-modules.ts), or when a program loads the module; what the
// TypeScript returns is checked at each call.
import { has, own } from "./own/index.ts";
import type { DeclaredFunctions } from "./declared-types.ts";
import { render } from "./diagnostics/index.ts";
import { guarded } from "./host-values.ts";
import { mismatches, nativeFunctions, readDeclaration } from "./modules/index.ts";
import {
  fromBytes,
  HostError,
  thrownText,
  type KnownChecker,
  type LiteralChecker,
  type LiteralCheckers,
  type LiteralProblem,
  type ModuleDescriptor,
  type NativeTable,
  type Runtime,
} from "./runtime/host.ts";

/**
 * A module whose functions receive and return values of the host, converted by the table of
 * docs/embedding.md#modules-of-your-own.
 */
export interface TypedModule<D extends string | URL> {
  /**
   * The name: scripts import the module as `std/<name>`. A lower-case letter, then letters, digits and `_`.
   */
  readonly name: string;
  /**
   * The source text of the declaration, or the URL of a file that holds it. Declares types, functions without
   * body, and functions written in the language.
   */
  readonly declaration: D;
  /**
   * Implements the functions without body, by name; a function here is called once per program. Arguments are
   * copies of the script's values, results are checked and copied. A function declared `@blocking` may return
   * a promise. `fail(kind, message, code)` returns an `Err` with an `Error`; the code may be omitted.
   */
  readonly functions: DeclaredFunctions<D> | ((runtime: Runtime) => DeclaredFunctions<D>);
  /**
   * Implements declared structs. Their objects pass to scripts and back unchanged; scripts see only what the
   * declaration lists. The class supplies the struct's methods without body.
   */
  readonly classes?: Readonly<Record<string, new (...args: never[]) => object>>;
  /**
   * Checks literals: `@literal(pattern: "name")` before a function of the declaration says that the checker
   * `name` reads its parameter `pattern`. Problems are diagnostics of code K1.
   */
  readonly checkers?: Readonly<Record<string, LiteralChecker>>;
}

/**
 * A module whose functions receive and return values as compiled code has them. See
 * docs/embedding.md#values-as-compiled-code-has-them.
 */
export interface HostModule {
  /**
   * The name: scripts import the module as `std/<name>`. A lower-case letter, then letters, digits and `_`.
   */
  readonly name: string;
  /**
   * The source text of the declaration, or the URL of a file that holds it. Declares types, functions without
   * body, and functions written in the language.
   */
  readonly declaration: string | URL;
  /**
   * Returns the functions without body; called once per program. A String is a byte string (`fromBytes`,
   * `toBytes`), an Int beyond 2^53 - 1 is not a number (`intToBigInt`), `None` is null, `fail` returns an
   * error. A function declared `@blocking` may return a promise.
   */
  readonly create: (runtime: Runtime) => NativeTable;
  /** As those of `TypedModule`: texts are strings of JavaScript. */
  readonly checkers?: Readonly<Record<string, LiteralChecker>>;
}

/**
 * Makes a module for `createEngine`.
 *
 * Type errors in the declaration, and names in `functions` and `classes` that do not match it, are errors of
 * `createEngine`. With `create`, or a function as `functions`, a missing or superfluous native ends a program
 * that loads it with the exit reason `internal`.
 * @throws Error if the name is not an identifier or the declaration does not parse
 */
export function defineModule(module: HostModule): ModuleDescriptor;
export function defineModule<const D extends string | URL>(module: TypedModule<D>): ModuleDescriptor;
export function defineModule(module: HostModule | TypedModule<string | URL>): ModuleDescriptor {
  const { name } = module;
  if (!/^[a-z]\w*$/.test(name))
    throw new Error(`\`${name}\` cannot be imported: a module's name is an identifier`);
  return describedModule(module, `std/${name}`);
}

/** As `defineModule`, for a module that errors call `title`. @throws Error if the declaration does not parse */
export function describedModule(
  given: HostModule | TypedModule<string | URL>,
  title: string,
): ModuleDescriptor {
  const module = own(given);
  const { name, declaration } = module;
  const descriptor: ModuleDescriptor = own({
    name,
    declaration,
    load: async () => ({ create: createChecked }),
    host: true,
    ...(module.checkers !== undefined && { checkers: async () => hostCheckers(title, module.checkers!) }),
  });
  const { tree, diagnostics } = readDeclaration(descriptor);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((diagnostic) => render(diagnostic)).join(""));
  const natives = nativeFunctions(tree);
  if (!has(module, "create")) typedModules.set(descriptor, module);

  function createChecked(runtime: Runtime): NativeTable {
    const table = has(module, "create")
      ? module.create(runtime)
      : typedTable(module, runtime, natives.keys());
    const found = mismatches(title, tree, table, new Set());
    if (found.length > 0) throw new HostError(found.join("; "));
    return table.converts === true
      ? table
      : { ...table, functions: guarded(table.functions, natives, runtime) };
  }
  return descriptor;
}

/** The checkers of a host. What they return is checked: a wrong location must not be an error elsewhere. */
function hostCheckers(title: string, given: Readonly<Record<string, LiteralChecker>>): LiteralCheckers {
  const whole = Object.entries(given).map(([name, check]): [string, KnownChecker] => [
    name,
    (text, call) =>
      problemsOf(`the checker \`${name}\` of ${title}`, text, () => check(fromBytes(text), call)),
  ]);
  return { whole: Object.fromEntries(whole) };
}

function problemsOf(checker: string, text: string, check: () => unknown): readonly LiteralProblem[] {
  let found: unknown;
  try {
    found = check();
  } catch (error) {
    // In a thread, it says which function of the host failed, and how.
    if (error instanceof HostError) throw error;
    throw new HostError(`${checker} threw: ${thrownText(error)}`, { cause: error });
  }
  const isOffset = (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= text.length;
  const isOptional = (value: unknown): boolean => value === undefined || typeof value === "string";
  const isProblem = (value: unknown): value is LiteralProblem => {
    if (typeof value !== "object" || value === null) return false;
    const { start, end, message, hint, fix, severity } = value as LiteralProblem;
    return (
      isOffset(start) &&
      isOffset(end) &&
      start <= end &&
      typeof message === "string" &&
      isOptional(hint) &&
      isOptional(fix) &&
      (severity === undefined || severity === "error" || severity === "warning")
    );
  };
  if (Array.isArray(found) && found.every(isProblem))
    return found.map(({ start, end, message, hint, fix, severity }) => ({
      start,
      end,
      message,
      ...(hint !== undefined && { hint }),
      ...(fix !== undefined && { fix }),
      ...(severity !== undefined && { severity }),
    }));
  throw new HostError(`${checker} must return a list of { start, end, message }`);
}

const typedModules = new WeakMap<ModuleDescriptor, TypedModule<string | URL>>();

/**
 * What a module was made from; null for modules of the standard library and modules that do not convert
 * values.
 */
export function typedModule(descriptor: ModuleDescriptor): TypedModule<string | URL> | null {
  return typedModules.get(descriptor) ?? null;
}

/**
 * The functions and classes of a module for one program. `names`: all natives that it declares; `runtime`: null
 * if `functions` is a table.
 */
export function typedTable(
  { functions, classes = {} }: TypedModule<string | URL>,
  runtime: Runtime | null,
  names: Iterable<string>,
): NativeTable {
  const given: Record<string, (...args: never[]) => unknown> = {
    ...((typeof functions === "function" ? functions(runtime!) : functions) as NativeTable["functions"]),
  };
  for (const name of names) {
    const [type = "", method = ""] = name.split(".");
    const made: unknown = Object.hasOwn(classes, type)
      ? (classes[type]!.prototype as Record<string, unknown>)[method]
      : undefined;
    if (!Object.hasOwn(given, name) && typeof made === "function" && method !== "constructor") {
      given[name] = ((self: object, ...args: never[]) => made.apply(self, args) as unknown) as (
        ...args: never[]
      ) => unknown;
    }
  }
  return { functions: given, structs: classes, converts: true };
}
