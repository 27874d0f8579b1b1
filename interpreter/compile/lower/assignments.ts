// Assignments (reference/expressions#order-of-evaluation): the parts of the target are evaluated once, in
// order, before the value.
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import type { Expr, Local, Stmt } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { elementAt } from "./elements.ts";
import { operation, type Computing } from "./operators.ts";

export function lowerAssign(body: LoweringBody, node: ast.Assign): Stmt {
  let target = node.target;
  while (target.kind === "Paren") target = target.inner;
  switch (target.kind) {
    case "Name":
    case "SelfValue":
      return assignVariable(body, node, target);
    case "FieldAccess":
      return assignField(body, node, target);
    case "Index":
      return assignElement(body, node, target);
    case "TupleLit":
      return assignTuple(body, node, target);
    default:
      throw new Error(`${target.kind} is not an assignment target`);
  }
}

function assignVariable(body: LoweringBody, node: ast.Assign, target: ast.Name | ast.SelfValue): Stmt {
  const use = body.use(target);
  if (use.kind === "Local") {
    const local = body.local(use.local);
    local.assigned = true;
    return { kind: "SetLocal", local, value: combined(body, node, () => read(local)) };
  }
  if (use.kind !== "Global") throw new Error(`a ${use.kind} is not an assignment target`);
  const global = body.program.global(use.global);
  const at = target.span.start;
  return {
    kind: "SetGlobal",
    global,
    value: combined(body, node, () => ({ kind: "Global", global, type: global.type, at })),
  };
}

function assignField(body: LoweringBody, node: ast.Assign, target: ast.FieldAccess): Stmt {
  const use = body.use(target);
  if (use.kind !== "Field") throw new Error(`a ${use.kind} is not an assignment target`);
  const object = body.expr(target.receiver);
  const struct = body.program.struct(object.type);
  const type = struct.fields[use.index]!.type;
  if (node.op === "=")
    return { kind: "SetField", object, struct, index: use.index, value: body.expr(node.value) };
  const held = hold(body, object);
  const old: Expr = { kind: "Field", object: held.again, struct, index: use.index, type };
  const store: Stmt = {
    kind: "SetField",
    object: held.again,
    struct,
    index: use.index,
    value: combined(body, node, () => old),
  };
  return sequence(body, [...held.stmts, store]);
}

function assignElement(body: LoweringBody, node: ast.Assign, target: ast.Index): Stmt {
  const list = body.expr(target.receiver);
  const index = body.expr(target.index);
  if (node.op === "=") return store(body, target, list, index, body.expr(node.value));
  const heldList = hold(body, list);
  const heldIndex = hold(body, index);
  const old = elementAt(body, target, heldList.again, heldIndex.again, body.typeOf(target));
  const stored = store(
    body,
    target,
    heldList.again,
    heldIndex.again,
    combined(body, node, () => old),
  );
  return sequence(body, [...heldList.stmts, ...heldIndex.stmts, stored]);
}

function store(body: LoweringBody, target: ast.Index, receiver: Expr, index: Expr, value: Expr): Stmt {
  const use = body.facts.uses[target.id];
  const at = target.span.start;
  if (use?.kind !== "Keyed") return { kind: "SetIndex", list: receiver, index, value, at };
  if (use.set === null) throw new Error("values under these keys cannot be set");
  const instance = body.instanceOf(use.set);
  return {
    kind: "Do",
    value: { kind: "Call", instance, args: [receiver, index, value], type: instance.result, at },
  };
}

/** Stores a value in a place whose parts have been evaluated. */
type Store = (value: Expr) => Stmt[];

/** Evaluates all places, then the value, then stores from left to right (reference/types#tuples). */
function assignTuple(body: LoweringBody, node: ast.Assign, target: ast.TupleLit): Stmt {
  const before: Stmt[] = [];
  const stores = places(body, target, before);
  const values: Stmt[] = [];
  const parts = held(body, node.value, stores, values);
  return sequence(body, [...before, ...values, ...parts]);
}

type Places = Store | null | { readonly type: Type; readonly parts: readonly Places[] };

/** Evaluates the parts of places into `stmts`; null for `_`. */
function places(body: LoweringBody, node: ast.Expr, stmts: Stmt[]): Places {
  const keep = (value: Expr): Expr => {
    const { stmts: evaluated, again } = hold(body, value);
    for (const stmt of evaluated) stmts.push(stmt);
    return again;
  };
  switch (node.kind) {
    case "Paren":
      return places(body, node.inner, stmts);
    case "TupleLit":
      return { type: body.typeOf(node), parts: node.parts.map((part) => places(body, part, stmts)) };
    case "Name":
    case "SelfValue": {
      const use = body.facts.uses[node.id];
      if (use === undefined) return null;
      if (use.kind === "Global") {
        const global = body.program.global(use.global);
        return (value) => [{ kind: "SetGlobal", global, value }];
      }
      if (use.kind !== "Local") throw new Error(`a ${use.kind} is not an assignment target`);
      const local = body.local(use.local);
      local.assigned = true;
      return (value) => [{ kind: "SetLocal", local, value }];
    }
    case "FieldAccess": {
      const use = body.use(node);
      if (use.kind !== "Field") throw new Error(`a ${use.kind} is not an assignment target`);
      const object = keep(body.expr(node.receiver));
      const struct = body.program.struct(object.type);
      return (value) => [{ kind: "SetField", object, struct, index: use.index, value }];
    }
    case "Index": {
      const list = keep(body.expr(node.receiver));
      const index = keep(body.expr(node.index));
      return (value) => [store(body, node, list, index, value)];
    }
    default:
      throw new Error(`${node.kind} is not an assignment target`);
  }
}

/** Evaluates the value into `stmts` and returns the stores; a tuple literal is not constructed. */
function held(body: LoweringBody, node: ast.Expr, to: Places, stmts: Stmt[]): Stmt[] {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  if (to !== null && typeof to === "object" && inner.kind === "TupleLit") {
    return inner.parts.flatMap((part, i) => held(body, part, to.parts[i]!, stmts));
  }
  const value = hold(body, body.expr(inner));
  for (const stmt of value.stmts) stmts.push(stmt);
  return stored(body, value.again, to);
}

function stored(body: LoweringBody, value: Expr, to: Places): Stmt[] {
  if (to === null) return [];
  if (typeof to === "function") return to(value);
  const struct = body.program.struct(to.type);
  return to.parts.flatMap((part, index) => {
    const type = struct.fields[index]!.type;
    return stored(body, { kind: "Field", object: value, struct, index, type }, part);
  });
}

/** The new value: the operand, or for `op=` the old value combined with it. */
function combined(body: LoweringBody, node: ast.Assign, old: () => Expr): Expr {
  if (node.op === "=") return body.expr(node.value);
  const left = old();
  const right = body.expr(node.value);
  return operation(body, node.op.slice(0, -1) as Computing, {
    left,
    right,
    type: left.type,
    at: node.span.start,
  });
}

/** Evaluates an expression once for several uses. */
function hold(body: LoweringBody, value: Expr): { stmts: Stmt[]; again: Expr } {
  if (value.kind === "Const") return { stmts: [], again: value };
  const local = body.temporary(value.type);
  return { stmts: [{ kind: "Let", local, value }], again: read(local) };
}

function read(local: Local): Expr {
  return { kind: "Local", local, type: local.type };
}

function sequence(body: LoweringBody, stmts: Stmt[]): Stmt {
  return stmts.length === 1
    ? stmts[0]!
    : { kind: "Do", value: { kind: "Block", stmts, value: null, type: body.unit } };
}
