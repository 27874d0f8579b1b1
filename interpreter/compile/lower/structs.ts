// Struct literals and updates (reference/expressions#bindings-and-literals).
import type { NamedType, StructSymbol, Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import type { Expr, Stmt } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";

/**
 * Initialisers are evaluated in order of declaration, whatever their order in the literal
 * (reference/expressions#order-of-evaluation), and default values after them.
 */
export function lowerStruct(body: LoweringBody, node: ast.StructLit, type: Type): Expr {
  const use = body.use(node);
  if (use.kind !== "Struct") throw new Error("a struct literal without its struct");
  const struct = body.program.struct(type);
  if (node.base === null && !use.order.includes(-1))
    return {
      kind: "NewStruct",
      struct,
      fields: use.order.map((at) => body.expr(node.fields[at]!.value)),
      type,
    };
  const stmts: Stmt[] = [];
  const hold = (value: Expr): Expr => {
    if (value.kind === "Const") return value;
    const local = body.temporary(value.type);
    stmts.push({ kind: "Let", local, value });
    return { kind: "Local", local, type: local.type };
  };
  const written = use.order.map((at) => (at < 0 ? null : hold(body.expr(node.fields[at]!.value))));
  const base = node.base === null ? null : hold(body.expr(node.base));
  const fields = written.map((value, index): Expr => {
    if (value !== null) return value;
    return base === null
      ? defaultOf(body, use.type, index, node.span.start)
      : { kind: "Field", object: base, struct, index, type: struct.fields[index]!.type };
  });
  return { kind: "Block", stmts, value: { kind: "NewStruct", struct, fields, type }, type };
}

/** The default value of a field. */
function defaultOf(body: LoweringBody, type: NamedType, index: number, at: number): Expr {
  const symbol = type.symbol as StructSymbol;
  const callee = { function: symbol.fields[index]!.default!, typeArgs: type.args, self: null };
  const instance = body.instanceOf(callee);
  return { kind: "Call", instance, args: [], type: instance.result, at };
}
