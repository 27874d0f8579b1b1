// Lowers a module as if everything in it were called. `check` does this for files without an entry, so that
// it reports all errors that would prevent programs from using them.
import type { FunctionSymbol, Module, ParamType, Program, Type } from "../../check/index.ts";
import { lowerPending } from "./lower.ts";
import { initialisationOrder, ProgramLowering } from "./program-lowering.ts";

export function lowerModule(program: Program, module: Module): ProgramLowering {
  const lowering = new ProgramLowering(program, null);
  for (const fn of [...module.functions.values(), ...program.impls.methodsIn(module)])
    addInstance(lowering, program, fn);
  for (const each of initialisationOrder(module))
    if (!each.standard) for (const global of each.globals) lowering.global(global);
  lowerPending(lowering);
  return lowering;
}

/** Instantiates generic functions with String, if that satisfies their bounds. */
function addInstance(lowering: ProgramLowering, program: Program, fn: FunctionSymbol): void {
  const params = [...(fn.owner?.typeParams ?? []), ...fn.typeParams];
  const { string } = program.prelude;
  const fits = ({ bounds }: ParamType): boolean =>
    bounds.every(({ trait, args }) => args.length === 0 && program.impls.implements(string, trait));
  if (fn.owner?.kind === "Trait" || fn.native || !params.every(fits)) return;
  const type: Type = lowering.types.actual(string, null);
  lowering.instance(
    fn,
    params.map(() => type),
    null,
  );
}
