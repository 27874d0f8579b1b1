// Calls of all kinds (reference/checking#calls): actual types determine the callee.
import { get } from "../../own/index.ts";
import type { ArgumentOrder, BoundCallee, FunctionSymbol, Type, Use } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import {
  isFun,
  isOption,
  isResult,
  needsOkBox,
  needsSomeBox,
  type CallSite,
  type Expr,
  type Instance,
  type Stmt,
} from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { explainedAssertion } from "./assertions.ts";
import { lowerBuiltin } from "./builtins.ts";
import { lowerIntrinsic } from "./intrinsics.ts";

export function lowerCall(body: LoweringBody, node: ast.Call, type: Type): Expr {
  const use = body.use(node);
  const at = node.span.start;
  if (use.kind === "ValueCall") {
    const callee = body.expr(node.callee);
    return { kind: "CallValue", callee, args: args(body, node.args), type, at };
  }
  return resolved(body, use, node, { receiver: null, nodes: node.args, type, at });
}

export function lowerMethodCall(body: LoweringBody, node: ast.MethodCall, type: Type): Expr {
  return resolved(body, body.use(node), node, {
    receiver: node.receiver,
    nodes: node.args,
    type,
    at: node.name.span.start,
  });
}

function args(body: LoweringBody, nodes: readonly ast.Arg[]): Expr[] {
  return nodes.map((arg) => body.expr(arg.value));
}

/** A call as written; `receiver` is null for a call of a name. */
interface WrittenCall {
  readonly receiver: ast.Expr | null;
  readonly nodes: readonly ast.Arg[];
  /** The type of the result. */
  readonly type: Type;
  readonly at: number;
}

function resolved(body: LoweringBody, use: Use, node: ast.Call | ast.MethodCall, written: WrittenCall): Expr {
  const { receiver, nodes, type, at } = written;
  const isCall = use.kind === "Call" || use.kind === "BoundCall" || use.kind === "DynCall";
  const explained = use.kind === "Call" ? explainedAssertion(body, use.callee.function, node, at) : null;
  if (explained !== null) return explained;
  const order = isCall ? get(use, "order") : undefined;
  if (isCall && order !== undefined) return arranged(body, use, order, node, written);
  const withSelf = (hasSelf: boolean): Expr[] => {
    const self = hasSelf && receiver !== null ? [body.expr(receiver)] : [];
    return [...self, ...args(body, nodes)];
  };
  switch (use.kind) {
    case "Call":
      return call(
        body,
        body.instanceOf(use.callee, siteOf(body, use.callee.function, node, nodes)),
        withSelf(use.callee.function.hasSelf),
        type,
        at,
      );
    case "BoundCall":
      return boundCall(body, use.callee, withSelf(use.callee.method.hasSelf), type, at);
    case "DynCall": {
      const [self, ...rest] = withSelf(true);
      const trait = body.program.traitKey(use.trait.trait);
      return { kind: "CallDyn", receiver: self!, trait, method: use.method.name, args: rest, type, at };
    }
    case "Variant":
      return lowerVariant(body, use, args(body, nodes));
    case "Builtin":
      return lowerBuiltin(body, use.name, {
        typeArgs: body.actuals(use.typeArgs),
        args: args(body, nodes),
        type,
        at,
      });
    default:
      throw new Error(`a ${use.kind} cannot be called`);
  }
}

/**
 * A call with named arguments or default values: evaluates the receiver and the arguments as written, then the
 * default values in the order of the parameters.
 */
function arranged(
  body: LoweringBody,
  use: Extract<Use, { kind: "Call" | "BoundCall" | "DynCall" }>,
  order: ArgumentOrder,
  node: ast.Call | ast.MethodCall,
  { receiver, nodes, type, at }: WrittenCall,
): Expr {
  const given = order.filter((index) => index >= 0);
  const inOrder = given.every((index, i) => index === i) && !order.slice(0, given.length).includes(-1);
  const stmts: Stmt[] = [];
  const hold = (value: Expr): Expr => {
    if (inOrder || value.kind === "Const") return value;
    const local = body.temporary(value.type);
    stmts.push({ kind: "Let", local, value });
    return { kind: "Local", local, type: local.type };
  };
  const fn =
    use.kind === "Call" ? use.callee.function : use.kind === "BoundCall" ? use.callee.method : use.method;
  const self = fn.hasSelf && receiver !== null ? [hold(body.expr(receiver))] : [];
  const values = nodes.map(({ value }) => hold(body.expr(value)));
  const all = [
    ...self,
    ...order.map((index, param) => (index < 0 ? defaultOf(body, node, use, param, at) : values[index]!)),
  ];
  const value = ((): Expr => {
    switch (use.kind) {
      case "Call":
        return call(
          body,
          body.instanceOf(use.callee, siteOf(body, use.callee.function, node, nodes)),
          all,
          type,
          at,
        );
      case "BoundCall":
        return boundCall(body, use.callee, all, type, at);
      case "DynCall": {
        const trait = body.program.traitKey(use.trait.trait);
        return {
          kind: "CallDyn",
          receiver: all[0]!,
          trait,
          method: use.method.name,
          args: all.slice(1),
          type,
          at,
        };
      }
    }
  })();
  return stmts.length === 0 ? value : { kind: "Block", stmts, value, type };
}

/** The default value of a parameter; that of a spawned call was evaluated by the caller. */
function defaultOf(body: LoweringBody, node: ast.Node, use: Use, param: number, at: number): Expr {
  if (use.kind !== "Call") throw new Error("a method of a trait has no default values");
  const held = body.heldDefault(node, param);
  if (held !== undefined) return held;
  const { function: fn, typeArgs } = use.callee;
  const instance = body.instanceOf({ function: fn.defaults[param]!, typeArgs, self: null });
  return { kind: "Call", instance, args: [], type: instance.result, at };
}

/** The default values that a call uses, by the index of their parameters. */
export function defaultsOf(body: LoweringBody, node: ast.Call | ast.MethodCall): ReadonlyMap<number, Expr> {
  const use = body.use(node);
  const order = use.kind === "Call" ? (get(use, "order") ?? []) : [];
  return new Map(
    order.flatMap((index, param): [number, Expr][] =>
      index < 0 ? [[param, defaultOf(body, node, use, param, node.span.start)]] : [],
    ),
  );
}

function call(body: LoweringBody, instance: Instance, values: Expr[], type: Type, at: number): Expr {
  return (
    lowerIntrinsic(body, instance, values, type, at) ?? { kind: "Call", instance, args: values, type, at }
  );
}

/** A method of a bound: dispatched statically by the actual type, or dynamically for a trait object. */
export function boundCall(
  body: LoweringBody,
  callee: BoundCallee,
  values: Expr[],
  type: Type,
  at: number,
): Expr {
  const self = body.actual(callee.self);
  const { trait, args } = callee.trait;
  const name = callee.method.name;
  const own = body.actuals(callee.typeArgs);
  const instance = body.program.method(trait, name, self, own, body.actuals(args));
  if (instance !== null) return call(body, instance, values, type, at);
  if (self.kind !== "Dyn") return call(body, body.program.structuralNext(self), values, type, at);
  const [receiver, ...rest] = values;
  return {
    kind: "CallDyn",
    receiver: receiver!,
    trait: body.program.traitKey(trait),
    method: name,
    args: rest,
    type,
    at,
  };
}

/**
 * Constructs a variant. `order[i]` is the index of the argument for payload part i; arguments are evaluated
 * in order of declaration (reference/types#enums).
 */
export function lowerVariant(
  body: LoweringBody,
  use: Use & { kind: "Variant" },
  values: readonly Expr[],
): Expr {
  const type = body.actual(use.type);
  const payload = use.order.map((at) => values[at]!);
  if (isOption(type)) {
    if (payload.length === 0) return { kind: "None", type };
    return { kind: "Wrap", wrap: "Some", value: payload[0]!, boxed: needsSomeBox(type.args[0]!), type };
  }
  if (isResult(type)) {
    const wrap = use.variant.name === "Ok" ? "Ok" : "Err";
    return {
      kind: "Wrap",
      wrap,
      value: payload[0]!,
      boxed: wrap === "Ok" && needsOkBox(type.args[0]!),
      type,
    };
  }
  return { kind: "NewVariant", enum: body.program.enum(type), index: use.variant.index, payload, type };
}

/** The call site that gets its own clone of `fn`; null for the shared instance. */
function siteOf(
  body: LoweringBody,
  fn: FunctionSymbol,
  call: ast.Node,
  args: readonly ast.Arg[],
): CallSite | null {
  if (!fn.module.standard || fn.native) return null;
  let passesOn = false;
  for (const { value } of args) {
    if (value.kind === "Lambda") return body.program.sites.at(call, body.site);
    if (value.kind !== "Name") continue;
    const use = body.use(value);
    if (use.kind === "Function") return body.program.sites.at(call, body.site);
    passesOn ||= use.kind === "Local" && isFun(body.actual(use.local.type));
  }
  // A clone passes its own arguments on to further clones.
  return passesOn ? body.site : null;
}
