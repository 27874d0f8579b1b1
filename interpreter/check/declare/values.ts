// File-level `const` and `let`: their types are written, or those of a literal
// (reference/checking#constants).
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { ConstItem, Expr, GlobalItem, TypeNode } from "../../syntax/index.ts";
import { askHead, askValue, recording } from "../asked/index.ts";
import type { Context } from "../context.ts";
import { foldConstant } from "./constants.ts";
import { Lazy } from "./declared.ts";
import type { ModuleState, TypeScope } from "../names/index.ts";
import { resolveType } from "./resolve-type.ts";
import {
  ERROR,
  prune,
  showType,
  type ConstSymbol,
  type FunctionSymbol,
  type GlobalSymbol,
  type Type,
} from "../types/index.ts";

export function declareConstant(
  context: Context,
  state: ModuleState,
  node: ConstItem,
  scope: TypeScope,
): ConstSymbol {
  const type = new Lazy(() => recording(state.asked, () => declaredType(context, state, node, scope, true)));
  const value = new Lazy(() => recording(state.asked, () => foldConstant(context, state, symbol)));
  const symbol: ConstSymbol = {
    kind: "Const",
    name: node.name.name,
    module: state.module,
    node,
    get type() {
      askHead(symbol);
      return type.value;
    },
    get value() {
      askValue(symbol);
      return value.value;
    },
  };
  state.constants.push(symbol);
  return symbol;
}

export function declareGlobal(
  context: Context,
  state: ModuleState,
  node: GlobalItem,
  scope: TypeScope,
): GlobalSymbol {
  const resolve = (): Type => {
    if (node.value !== null || node.type === null) return declaredType(context, state, node, scope);
    const written = resolveType(context, node.type, scope);
    if (!hasZero(written)) {
      context.report("T16", state, node.span, {
        problem: notes.needsInitialiser(node.name.name),
      });
    }
    return written;
  };
  const type = new Lazy(() => recording(state.asked, resolve));
  const symbol: GlobalSymbol = {
    kind: "Global",
    name: node.name.name,
    module: state.module,
    node,
    get type() {
      askHead(symbol);
      return type.value;
    },
  };
  state.globals.push(symbol);
  return symbol;
}

/** The parts of a declaration that determine its type. */
interface Declared {
  readonly name: { readonly name: string; readonly span: Span };
  readonly type: TypeNode | null;
  readonly value: Expr | null;
}

function declaredType(
  context: Context,
  state: ModuleState,
  { name, type: written, value }: Declared,
  scope: TypeScope,
  isConst = false,
): Type {
  if (written !== null) return resolveType(context, written, scope);
  const literal = value === null ? null : literalType(context, value);
  if (literal !== null) return literal;
  if (value !== null && usesUnknown(context, state, value)) return ERROR;
  // No type makes this a constant: the folding of the value says so.
  if (isConst && value !== null && isComputed(value)) return ERROR;
  const probable = value === null ? null : probableType(context, state, value);
  context.report(
    "T16",
    state,
    name.span,
    { problem: notes.addTypeAnnotationTo(name.name) },
    {
      label: notes.typeNeededForInitialiser,
      ...(probable !== null && { hint: notes.typeOfGlobal(name.name, probable) }),
    },
  );
  return ERROR;
}

/** Whether a value is computed by a call, and so not by the compiler. */
function isComputed(value: Expr): boolean {
  if (value.kind === "Paren") return isComputed(value.inner);
  if (value.kind === "Try") return isComputed(value.value);
  return value.kind === "Call" || value.kind === "MethodCall";
}

/** Whether the value is an unknown name or begins with one, which is the mistake. */
function usesUnknown(context: Context, state: ModuleState, value: Expr): boolean {
  let first = value;
  for (;;) {
    if (first.kind === "Call") first = first.callee;
    else if (first.kind === "MethodCall" || first.kind === "FieldAccess") first = first.receiver;
    else if (first.kind === "Binary") first = first.left;
    else return first.kind === "Name" && context.names.lookup(state, first.name) === null;
  }
}

function literalType(context: Context, value: Expr): Type | null {
  switch (value.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "CharLit":
    case "StringLit":
      return context.literal(value.kind);
    case "Paren":
      return literalType(context, value.inner);
    case "TupleLit": {
      const parts = value.parts.map((part) => literalType(context, part));
      return parts.every((part) => part !== null) ? context.tuple(parts) : null;
    }
    case "Unary":
      return value.op === "-" && (value.value.kind === "IntLit" || value.value.kind === "FloatLit")
        ? literalType(context, value.value)
        : null;
    default:
      return null;
  }
}

/**
 * The type to write for a value: the result of a function that has no type parameters, a struct without them,
 * or a list or map of literals.
 */
function probableType(context: Context, state: ModuleState, value: Expr): string | null {
  switch (value.kind) {
    case "Paren":
      return probableType(context, state, value.inner);
    case "Call":
    case "MethodCall": {
      const fn = calledFunction(context, state, value);
      if (fn === null || fn.typeParams.length > 0) return null;
      const type = showType(fn.result);
      return type.includes("_") ? null : type;
    }
    case "StructLit":
      return value.typeArgs === null ? value.name.name : null;
    case "ListLit":
      return commonType(context, value.elements, (element) => `List<${element}>`);
    case "MapLit": {
      const key = commonType(
        context,
        value.entries.map((entry) => entry.key),
        (type) => type,
      );
      return key === null
        ? null
        : commonType(
            context,
            value.entries.map((entry) => entry.value),
            (type) => `Map<${key}, ${type}>`,
          );
    }
    default:
      return null;
  }
}

/** The function of a file or a module that a call names. */
function calledFunction(
  context: Context,
  state: ModuleState,
  value: Extract<Expr, { kind: "Call" | "MethodCall" }>,
): FunctionSymbol | null {
  const name = value.kind === "Call" ? value.callee : value.receiver;
  if (name.kind !== "Name") return null;
  const entry = context.names.lookup(state, name.name);
  if (entry === null || entry === "reported") return null;
  if (value.kind === "Call") return entry.kind === "Function" ? entry.function : null;
  if (entry.kind !== "Alias" || entry.import.unit === null) return null;
  const found = context.names.declared(context.names.states.get(entry.import.unit), value.name.name);
  return found?.kind === "Function" ? found.function : null;
}

/** The type that literals share. */
function commonType(
  context: Context,
  values: readonly Expr[],
  form: (type: string) => string,
): string | null {
  const types = values.map((value) => {
    const type = literalType(context, value);
    return type === null ? null : showType(type);
  });
  const [first = null] = types;
  return first !== null && types.every((type) => type === first) ? form(first) : null;
}

function hasZero(type: Type): boolean {
  const actual = prune(type);
  if (actual.kind !== "Named") return actual.kind === "Never";
  return (
    actual.symbol.kind === "Primitive" && ["Int", "Float", "Bool", "String"].includes(actual.symbol.name)
  );
}
