// Lowers one function body: the dispatch over the kinds of expressions. The individual kinds are in the files
// beside this one.
import { spend } from "../../limits/index.ts";
import type { Type, Use } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isPrimitive, type ConstValue, type Expr, type Stmt } from "../ir/index.ts";
import { lowerIf } from "./branches.ts";
import { lowerCall, lowerMethodCall, lowerVariant } from "./calls.ts";
import { lowerLambda } from "./closures.ts";
import { lowerIndex, lowerSlice } from "./elements.ts";
import { lowerFor, lowerWhile } from "./loops.ts";
import { LoweringBody } from "./lowering-body.ts";
import { lowerBinary, lowerUnary } from "./operators.ts";
import { lowerMatch } from "./patterns.ts";
import { lowerSpawn } from "./spawn.ts";
import { lowerBlock } from "./statements.ts";
import { lowerStruct } from "./structs.ts";
import { lowerText } from "./text.ts";
import { lowerTry } from "./try.ts";

export class BodyLowering extends LoweringBody {
  override expr(node: ast.Expr): Expr {
    const held = this.held(node);
    if (held !== undefined) return held;
    spend();
    const value = this.#converted(node);
    const target = this.facts.coercions.get(node.id);
    if (target === undefined || value.type.kind === "Never") return value;
    const type = this.actual(target);
    if (type.kind !== "Dyn" || value.type.kind === "Dyn") return value;
    return {
      kind: "Dyn",
      value,
      vtable: this.program.vtable(type.trait.trait, type.trait.args, value.type),
      type,
    };
  }

  /** An expression with the call that converts it, if there is one. */
  #converted(node: ast.Expr): Expr {
    const value = this.#plain(node);
    const converter = this.facts.conversions.get(node.id);
    if (converter === undefined || value.type.kind === "Never") return value;
    const instance = this.instanceOf(converter);
    const at = node.span.start;
    if (converter.text === undefined)
      return { kind: "Call", instance, args: [value], type: instance.result, at };
    const about = this.program.program.prelude.string;
    const text: Expr = { kind: "Const", of: "String", value: converter.text, type: this.actual(about) };
    const usual = (converter.defaults ?? []).map((callee, i): Expr => {
      const type = this.actual({ kind: "Fun", params: [], result: converter.typeArgs[i]! });
      return { kind: "FunctionValue", instance: this.instanceOf(callee), type, at };
    });
    return { kind: "Call", instance, args: [value, text, ...usual], type: instance.result, at };
  }

  #plain(node: ast.Expr): Expr {
    const type = this.typeOf(node);
    switch (node.kind) {
      case "IntLit":
        return { kind: "Const", of: "Int", value: node.value, type };
      case "FloatLit":
        return { kind: "Const", of: "Float", value: node.value, type };
      case "BoolLit":
        return { kind: "Const", of: "Bool", value: node.value, type };
      case "StringLit":
        return { kind: "Const", of: "String", value: node.value, type };
      case "CharLit":
        return { kind: "Const", of: "Char", value: node.value, type };
      case "Interpolation":
        return lowerText(this, node, type);
      case "Name":
      case "SelfValue":
        return this.#name(node, type);
      case "Paren":
        return this.expr(node.inner);
      case "TupleLit":
        return {
          kind: "NewStruct",
          struct: this.program.struct(type),
          fields: node.parts.map((part) => this.expr(part)),
          type,
        };
      case "ListLit":
        return { kind: "List", elements: node.elements.map((element) => this.expr(element)), type };
      case "MapLit":
        return this.#collection(
          node,
          type,
          node.entries.map((entry) => [entry.key, entry.value]),
        );
      case "SetLit":
        return this.#collection(
          node,
          type,
          node.elements.map((element) => [element]),
        );
      case "StructLit":
        return lowerStruct(this, node, type);
      case "Block":
        return lowerBlock(this, node, type);
      case "If":
        return lowerIf(this, node, type);
      case "Match":
        return lowerMatch(this, node, type);
      case "Loop":
      case "While":
        return lowerWhile(this, node, type);
      case "For":
        return lowerFor(this, node, this.unit);
      case "Lambda":
        return lowerLambda(this, node, type);
      case "Call":
        return lowerCall(this, node, type);
      case "MethodCall":
        return lowerMethodCall(this, node, type);
      case "FieldAccess":
        return this.#field(node, type);
      case "Index":
        return lowerIndex(this, node, type);
      case "Slice":
        return lowerSlice(this, node, type);
      case "Spawn":
        return lowerSpawn(this, node);
      case "Try":
        return lowerTry(this, node, type);
      case "Unary":
        return lowerUnary(this, node, type);
      case "Binary":
        return lowerBinary(this, node, type);
      case "LetTest":
      case "Range":
      case "MacroCall":
      case "BrokenExpr":
        throw new Error(`${node.kind} has no value`);
    }
  }

  #name(node: ast.Name | ast.SelfValue, type: Type): Expr {
    const use = this.use(node);
    return this.#reference(use, node, type);
  }

  /** The entity that a name or an `alias.name` refers to. */
  #reference(use: Use, node: ast.Expr, type: Type): Expr {
    switch (use.kind) {
      case "Local": {
        const local = this.local(use.local);
        return { kind: "Local", local, type: local.type };
      }
      case "Global":
        return { kind: "Global", global: this.program.global(use.global), type, at: node.span.start };
      case "Const":
        return constant(use.constant.value, type);
      case "Function": {
        const instance = this.instanceOf(use.callee);
        return { kind: "FunctionValue", instance, type, at: node.span.start };
      }
      case "Variant":
        return lowerVariant(this, use, []);
      default:
        throw new Error(`a ${use.kind} is no value`);
    }
  }

  #collection(node: ast.MapLit | ast.SetLit, type: Type, rows: readonly (readonly ast.Expr[])[]): Expr {
    const use = this.use(node);
    if (use.kind !== "Collection") throw new Error("a literal without its type's methods");
    const at = node.span.start;
    const made = this.temporary(type);
    const create = this.instanceOf(use.create);
    const stmts: Stmt[] = [
      { kind: "Let", local: made, value: { kind: "Call", instance: create, args: [], type, at } },
    ];
    const collection: Expr = { kind: "Local", local: made, type };
    const add = this.instanceOf(use.add);
    for (const row of rows) {
      const args = [collection, ...row.map((part) => this.expr(part))];
      stmts.push({
        kind: "Do",
        value: { kind: "Call", instance: add, args, type: add.result, at: row[0]!.span.start },
      });
    }
    return { kind: "Block", stmts, value: collection, type };
  }

  #field(node: ast.FieldAccess, type: Type): Expr {
    const use = this.use(node);
    if (use.kind !== "Field") return this.#reference(use, node, type);
    const object = this.expr(node.receiver);
    return { kind: "Field", object, struct: this.program.struct(object.type), index: use.index, type };
  }
}

function constant(value: bigint | number | boolean | string | { readonly char: number }, type: Type): Expr {
  if (typeof value === "object") return { kind: "Const", of: "Char", value: value.char, type };
  const of = isPrimitive(type, "Int")
    ? "Int"
    : isPrimitive(type, "Float")
      ? "Float"
      : typeof value === "string"
        ? "String"
        : "Bool";
  return { kind: "Const", of, value: value as ConstValue, type };
}
