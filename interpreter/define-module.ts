// Typed host modules: a declaration in the language and the TypeScript behind it, checked against
// each other when a program loads them, and what the TypeScript returns at each call.
import type { DeclaredFunctions } from "./declared-types.ts";
import { render } from "./diagnostics/index.ts";
import { guarded } from "./host-values.ts";
import { mismatches, nativeFunctions, readDeclaration } from "./modules/index.ts";
import { HostError, type ModuleDescriptor, type NativeTable, type Runtime } from "./runtime/host.ts";

/** A module whose functions have the values of the host, by the table of docs/embedding.md. */
export interface TypedModule<D extends string | URL> {
  /** Scripts import it as `std/<name>`. */
  readonly name: string;
  /** Functions without body, types, docs, and bodies where the language says it best. */
  readonly declaration: D;
  /**
   * What the functions without body do; made once per program where it is a function. Arguments are copies
   * of the script's values, results are checked and copied. A function that is declared `@blocking` may
   * return a promise. `fail(kind, message)` makes an `Err` of an `Error`.
   */
  readonly functions: DeclaredFunctions<D> | ((runtime: Runtime) => DeclaredFunctions<D>);
  /**
   * Classes of declared structs: their objects go to scripts and come back as they are, and scripts see of
   * them what the declaration says. Its methods without body are those of the class.
   */
  readonly classes?: Readonly<Record<string, new (...args: never[]) => object>>;
}

/** A module with values as compiled code has them: what scripts see of it, and the TypeScript that does it. */
export interface HostModule {
  /** Scripts import it as `std/<name>`. */
  readonly name: string;
  /** Functions without body, types, docs, and bodies where the language says it best. */
  readonly declaration: string | URL;
  /**
   * What the functions without body do, called once per program. Script text is bytes (`fromBytes`,
   * `toBytes`), an Int past 2^53 no number (`intToBigInt`), None is null, `fail` makes an error. A
   * function that is declared `@blocking` may return a promise.
   */
  readonly create: (runtime: Runtime) => NativeTable;
}

/**
 * Makes a module that can be handed to `createEngine`.
 * @throws Error when the name is none or the declaration does not parse. Type errors in it are
 * diagnostics of every program that imports it; a native that is missing or left over ends the first
 * program that loads it.
 */
export function defineModule(module: HostModule): ModuleDescriptor;
export function defineModule<const D extends string | URL>(module: TypedModule<D>): ModuleDescriptor;
export function defineModule(module: HostModule | TypedModule<string | URL>): ModuleDescriptor {
  const { name, declaration } = module;
  if (!/^[a-z]\w*$/.test(name))
    throw new Error(`\`${name}\` cannot be imported: a module's name is an identifier`);
  const descriptor: ModuleDescriptor = {
    name,
    declaration,
    load: async () => ({ create: createChecked }),
    host: true,
  };
  const { tree, diagnostics } = readDeclaration(descriptor);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((diagnostic) => render(diagnostic)).join(""));
  const natives = nativeFunctions(tree);
  if (!("create" in module)) typedModules.set(descriptor, module);

  function createChecked(runtime: Runtime): NativeTable {
    const table = "create" in module ? module.create(runtime) : typedTable(module, runtime, natives.keys());
    const found = mismatches(`std/${name}`, tree, table, new Set());
    if (found.length > 0) throw new HostError(found.join("; "));
    return table.converts === true
      ? table
      : { ...table, functions: guarded(table.functions, natives, runtime) };
  }
  return descriptor;
}

const typedModules = new WeakMap<ModuleDescriptor, TypedModule<string | URL>>();

/** What a module was made of; null where its values are not converted, and for standard ones. */
export function typedModule(descriptor: ModuleDescriptor): TypedModule<string | URL> | null {
  return typedModules.get(descriptor) ?? null;
}

/** The functions and classes of a module for one program. `names`: of all natives that are declared. */
export function typedTable(
  { functions, classes = {} }: TypedModule<string | URL>,
  runtime: Runtime,
  names: Iterable<string>,
): NativeTable {
  const given: Record<string, (...args: never[]) => unknown> = {
    ...((typeof functions === "function" ? functions(runtime) : functions) as NativeTable["functions"]),
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
