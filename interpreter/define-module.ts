// Typed host modules: a declaration in the language and the TypeScript behind it, checked against
// each other when a program loads them, and what the TypeScript returns at each call.
import { render } from "./diagnostics/index.ts";
import { guarded } from "./host-values.ts";
import { mismatches, nativeFunctions, readDeclaration } from "./modules/index.ts";
import { HostError, type ModuleOffer, type NativeTable, type Runtime } from "./runtime/index.ts";

/** A module of the host: what scripts see of it, and the TypeScript that does it. */
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
export function defineModule(module: HostModule): ModuleOffer {
  const { name, declaration } = module;
  if (!/^[a-z]\w*$/.test(name)) throw new Error(`\`${name}\` cannot be imported: a module's name is an identifier`);
  const offer: ModuleOffer = { name, declaration, load: async () => ({ create: createChecked }), host: true };
  const { tree, diagnostics } = readDeclaration(offer);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((diagnostic) => render(diagnostic)).join(""));

  function createChecked(runtime: Runtime): NativeTable {
    const table = module.create(runtime);
    const found = mismatches(`std/${name}`, tree, table, new Set());
    if (found.length > 0) throw new HostError(found.join("; "));
    return { ...table, functions: guarded(table.functions, nativeFunctions(tree), runtime) };
  }
  return offer;
}
