// Default values of fields and parameters: functions without parameters, which literals and calls use that
// omit the field or argument.
import { notes } from "../../diagnostics/index.ts";
import type { Expr, FieldDecl, FunctionItem, Ident, TypeNode } from "../../syntax/index.ts";
import type { Context } from "../context.ts";
import type { ModuleState } from "../names/index.ts";
import { DeclaredFunction } from "./declared.ts";
import type {
  FunctionSymbol,
  ImplSymbol,
  Module,
  ParamType,
  StructSymbol,
  TraitSymbol,
  Type,
} from "../types/index.ts";

export function fieldDefault(
  module: Module,
  { name, node, typeParams }: StructSymbol,
  field: FieldDecl,
  type: Type,
): FunctionSymbol | null {
  const beside = node.fields.map((other) => other.name.name);
  return defaultFunction({ module, owner: name, beside, typeParams }, field, type);
}

/** The defaults of parameters, whose types are given. */
export function paramDefaults(
  module: Module,
  node: FunctionItem,
  typeParams: readonly ParamType[],
  types: readonly Type[],
): readonly (FunctionSymbol | null)[] {
  const beside = node.params.map(({ name }) => name.name);
  const owner = { module, owner: node.name.name, beside, typeParams };
  return node.params.map((param, i) => defaultFunction(owner, param, types[i]!));
}

/** The declaration that has the field or parameter. */
interface Owner {
  readonly module: Module;
  readonly owner: string;
  readonly beside: readonly string[];
  readonly typeParams: readonly ParamType[];
}

interface WithDefault {
  readonly id: number;
  readonly name: Ident;
  readonly type: TypeNode | null;
  readonly default: Expr | null;
}

function defaultFunction(
  { module, owner, beside, typeParams }: Owner,
  { id, name, type, default: value }: WithDefault,
  result: Type,
): FunctionSymbol | null {
  if (value === null) return null;
  const node: FunctionItem = {
    kind: "FunctionItem",
    id,
    span: value.span,
    attributes: [],
    name: { name: `${owner}.${name.name}`, span: name.span },
    generics: [],
    self: null,
    params: [],
    result: type,
    body: { kind: "ExprBody", id, span: value.span, value },
  };
  const signature = { typeParams, params: [], defaults: [], result };
  return new DeclaredFunction(module, node, null, () => signature, beside);
}

/** Reports default values where there are none, and parameters without one after others. */
export function checkDefaults(
  context: Context,
  state: ModuleState,
  node: FunctionItem,
  owner: ImplSymbol | TraitSymbol | null,
): void {
  const first = node.params.findIndex((param) => param.default !== null);
  if (first < 0) return;
  const report = (span: FunctionItem["span"], problem: string, hint: string): void =>
    context.report("T32", state, span, { problem }, { hint });
  const { default: value } = node.params[first]!;
  if (owner !== null && (owner.kind === "Trait" || owner.trait !== null))
    report(value!.span, notes.noDefaultsOfTraits, notes.defaultsOfTraitsElsewhere);
  else if (node.body === null && (state.unit.host === true || state.unit.native === true))
    report(value!.span, notes.noDefaultsOfHosts, notes.wrapNative);
  else
    for (const param of node.params.slice(first))
      if (param.default === null) {
        const { name } = param.name;
        report(param.span, notes.lacksDefault(name, node.params[first]!.name.name), notes.defaultsStandLast);
        return;
      }
}
