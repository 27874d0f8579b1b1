// Checked program and entry to instances: the first of the four steps.
import type { FunctionSymbol, Module, Program } from "../../check/index.ts";
import type { GlobalInfo, Instance } from "../ir.ts";
import { Body } from "./body.ts";
import { initialisationOrder, ProgramLowering, substitutionOf } from "./program-lowering.ts";
import { discarded } from "./statements.ts";
import { isUnit } from "./type-table.ts";

export interface LoweredProgram {
  readonly lowering: ProgramLowering;
  /** In the order of the entry's functions. */
  readonly entries: readonly Instance[];
  /** In order of initialisation. */
  readonly globals: readonly GlobalInfo[];
}

export function lower(program: Program, module: Module, functions: readonly FunctionSymbol[]): LoweredProgram {
  const lowering = new ProgramLowering(program);
  const entries = functions.map((symbol) => lowering.instance(symbol, [], null));
  const order = initialisationOrder(module);
  // Programs see the effects of all their initialisers; of standard modules only what is used counts.
  for (const each of order) if (!each.standard) for (const global of each.globals) lowering.global(global);
  lowerPending(lowering);
  const globals = order.flatMap((each) =>
    each.globals.flatMap((global) => lowering.globals.get(global) ?? []),
  );
  const rest = new Set(lowering.globals.values()).difference(new Set(globals));
  return { lowering, entries, globals: [...rest, ...globals] };
}

/** Lowers every instance that is known but has no body yet, and what these reach. */
export function lowerPending(lowering: ProgramLowering): void {
  for (;;) {
    const instance = lowering.nextToLower();
    if (instance === undefined) return;
    if (instance.symbol === null) lowerInitialiser(lowering, instance);
    else lowerFunction(lowering, instance, instance.symbol);
  }
}

function lowerFunction(lowering: ProgramLowering, instance: Instance, symbol: FunctionSymbol): void {
  lowering.program.checkBody(symbol);
  const substitution = substitutionOf(symbol, instance.typeArgs, instance.self);
  const body = new Body(lowering, symbol.module, substitution, instance.name);
  const self = symbol.module.facts.selves.get(symbol.node.id);
  if (self !== undefined) instance.params.push(body.declare(self));
  for (const param of symbol.params) instance.params.push(body.declare(param));
  const node = symbol.node.body;
  if (node === null) throw new Error(`${instance.name} has no body`);
  const value = node.kind === "ExprBody" ? body.expr(node.value) : body.expr(node);
  instance.body = isUnit(instance.result) && !isUnit(value.type) ? discarded(body, value) : value;
  instance.hasDefer = body.hasDefer;
}

function lowerInitialiser(lowering: ProgramLowering, instance: Instance): void {
  const global = lowering.globalOf(instance);
  const body = new Body(lowering, instance.module, new Map(), instance.name);
  instance.body = body.expr(global.node.value!);
}
