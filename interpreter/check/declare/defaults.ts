// Default values of fields: functions without parameters, which literals call that omit the field.
import type { Expr, FieldDecl, FunctionItem } from "../../syntax/index.ts";
import { DeclaredFunction } from "./declared.ts";
import type { FunctionSymbol, Module, ParamType, StructSymbol, Type } from "../types/index.ts";

export function fieldDefault(
  module: Module,
  { name, node, typeParams }: StructSymbol,
  field: FieldDecl,
  type: Type,
): FunctionSymbol | null {
  if (field.default === null) return null;
  const beside = node.fields.map((other) => other.name.name);
  return defaultFunction({ module, owner: name, beside, typeParams }, field, field.default, type);
}

/** The declaration that has the field. */
interface Owner {
  readonly module: Module;
  readonly owner: string;
  readonly beside: readonly string[];
  readonly typeParams: readonly ParamType[];
}

function defaultFunction(
  { module, owner, beside, typeParams }: Owner,
  { id, name, type }: Pick<FieldDecl, "id" | "name" | "type">,
  value: Expr,
  result: Type,
): FunctionSymbol {
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
  return new DeclaredFunction(module, node, null, () => ({ typeParams, params: [], result }), beside);
}
