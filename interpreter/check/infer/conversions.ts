// Literals that become values of JSON, and elements of literals that become parameters of SQL
// (reference/expressions#literals-as-json): each converted part has its own type, and a fact that names the function
// which converts it.
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import { isOperator, type Expr, type ListLit, type MapLit } from "../../syntax/index.ts";
import { oblige, type Body, type Expected } from "../body/index.ts";
import { isStandard, std, type StandardItem } from "../standard/index.ts";
import {
  isError,
  isNever,
  isPrimitive,
  mapType,
  named,
  prune,
  type FunctionSymbol,
  type Type,
} from "../types/index.ts";
import { useCollection } from "./collection-use.ts";
import { fit } from "./mismatch.ts";

/** A type to which parts of literals are converted. */
interface Target {
  readonly type: Type;
  readonly converter: StandardItem;
  /** Whether a literal is converted, too; otherwise only what stands in it. */
  readonly isLiteral: boolean;
}

const TARGETS = [
  [std.json.JsonValue, std.json.__to_json, true],
  [std.sqlite.Sql, std.sqlite.__to_sql, false],
] as const;

/** What parts of literals of an expected type are converted to; null for other types. */
export function targetOf(type: Type): Target | null {
  const wanted = prune(type);
  if (wanted.kind !== "Named" || wanted.symbol.kind !== "Enum" || !wanted.symbol.module.standard) return null;
  for (const [item, converter, isLiteral] of TARGETS)
    if (isStandard(wanted.symbol, item)) return { type: wanted, converter, isLiteral };
  return null;
}

/** Checks a literal where JSON is expected; false if the expression or the type is another. */
export function checkAsJson(body: Body, node: Expr, expected: Expected): boolean {
  if (!isLiteral(node)) return false;
  const target = targetOf(expected.type);
  if (target?.isLiteral === true) {
    convertLiteral(body, node, target);
    return true;
  }
  if (node.kind !== "ListLit" && node.kind !== "MapLit") return false;
  if (get(expected, "asJson") === undefined && !isDynToJson(expected.type)) return false;
  const type = inferMixed(body, node, get(expected, "asJson") ?? "alone");
  if (type === null) return false;
  fit(body, node, type, expected);
  return true;
}

function isDynToJson(type: Type): boolean {
  const wanted = prune(type);
  return wanted.kind === "Dyn" && isStandard(wanted.trait.trait, std.json.ToJson);
}

/** Checks the value of a branch of a converted part; false if the value has branches itself, or is no such part. */
export function checkInBranch(body: Body, node: Expr, expected: Expected): boolean {
  if (get(expected, "isPart") !== true || hasBranches(node)) return false;
  checkPart(body, node, expected, targetOf(expected.type)!);
  return true;
}

/** Checks an element of a list, or a value of a map, of which all parts are converted. */
export function checkPart(body: Body, node: Expr, expected: Expected, target: Target): void {
  if (hasBranches(node)) return body.check(node, { ...expected, isPart: true });
  if (target.isLiteral && isLiteral(node)) return convertLiteral(body, node, target);
  if (isBareNone(node))
    return convert(body, node, body.infer(node, body.context.option(target.type)), target);
  // A call of a generic function has its own type: what is expected of its value says nothing about its arguments.
  const own = body.known(body.infer(node));
  const isOther =
    own.kind === "Named" && own !== target.type && targetOf(own)?.converter !== target.converter;
  if (!isOther || !implementsTrait(body, own, target)) return fit(body, node, own, expected);
  convert(body, node, own, target);
}

/** Whether the values of its branches are converted, each on its own. */
function hasBranches(node: Expr): boolean {
  return node.kind === "If" || node.kind === "Match" || node.kind === "Block" || node.kind === "Paren";
}

/** Whether a value may be converted; if not, the mismatch of its type is the better report. */
function implementsTrait(body: Body, own: Type, { converter }: Target): boolean {
  const trait = converterOf(body, converter)?.typeParams[0]?.bounds[0]?.trait;
  return trait !== undefined && body.context.impls.implements(own, trait);
}

function isLiteral(node: Expr): boolean {
  switch (node.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
    case "Interpolation":
    case "ListLit":
    case "MapLit":
      return true;
    case "Unary":
      return node.op === "-" && (node.value.kind === "IntLit" || node.value.kind === "FloatLit");
    default:
      return isBareNone(node);
  }
}

const isBareNone = (node: Expr): boolean => node.kind === "Name" && node.name === "None";

function convertLiteral(body: Body, node: Expr, target: Target): void {
  convert(body, node, body.infer(node, literalHint(body, node, target.type)), target);
}

/** The type that a literal is inferred as before it is converted. */
function literalHint(body: Body, node: Expr, target: Type): Type | null {
  if (node.kind === "ListLit") return body.context.list(target);
  if (isBareNone(node)) return body.context.option(target);
  const map = node.kind === "MapLit" ? body.context.collection("Map") : null;
  return map === null ? null : named(map, [body.context.string, target]);
}

function convert(body: Body, node: Expr, own: Type, { converter }: Target): void {
  if (isNever(own) || isError(own)) return;
  const fn = converterOf(body, converter);
  if (fn === null) return;
  const { trait } = fn.typeParams[0]!.bounds[0]!;
  oblige(body, { self: own, trait: { trait, args: [] }, span: node.span, label: notes.convertedHere });
  body.convert(node, { function: fn, typeArgs: [own], self: null });
}

function converterOf(body: Body, item: StandardItem): FunctionSymbol | null {
  const entry = body.context.names.item(item);
  return entry?.kind === "Function" ? entry.function : null;
}

// ---- where any type with `ToJson` is expected

/**
 * How the unknown value of a bare `None` is decided: `alone` by this literal, `shared` by other arguments, `inner` by
 * the literal around.
 */
type Role = "alone" | "shared" | "inner";

/** Infers a list or map: if its parts have different types, they and it become JSON. Null where it cannot be JSON. */
function inferMixed(body: Body, node: ListLit | MapLit, role: Role): Type | null {
  const { context } = body;
  const parts = node.kind === "ListLit" ? node.elements : node.entries.map(({ value }) => value);
  const entry = context.names.item(std.json.JsonValue);
  const map = node.kind === "MapLit" ? context.collection("Map") : null;
  if (parts.length === 0 || entry?.kind !== "Type") return null;
  if (node.kind === "MapLit") {
    if (map === null || !node.entries.every(({ key }) => isText(body, key))) return null;
    for (const { key } of node.entries) body.check(key, { type: context.string, from: null });
  }
  const type = named(entry.symbol, []);
  const target: Target = { type, converter: std.json.__to_json, isLiteral: true };
  const types: Type[] = [];
  let common: Type | null = null;
  let isMixed = false;
  for (const part of parts) {
    const own: Type = branchesDiffer(body, part)
      ? inJson(body, part, target)
      : prune(inferPart(body, part, common, target));
    types.push(own);
    if (isNever(own) || isError(own)) continue;
    if (common === null) common = own;
    else if (!body.unifier.attempt(own, common)) isMixed = true;
  }
  if (isMixed || role === "alone") for (const own of types) settle(body, own, target);
  if (isMixed) parts.forEach((part, i) => convertUnlessJson(body, part, types[i]!, target));
  const element = isMixed ? type : (common ?? type);
  const own = map === null ? context.list(element) : named(map, [context.string, element]);
  body.type(node, own);
  if (node.kind === "MapLit") useCollection(body, node, own, "set");
  if (!isMixed) return own;
  convert(body, node, own, target);
  return type;
}

function isText(body: Body, key: Expr): boolean {
  if (key.kind === "StringLit" || key.kind === "Interpolation") return true;
  const local = key.kind === "Name" ? body.local(key.name) : undefined;
  return local !== undefined && isPrimitive(prune(local.type), "String");
}

function inferPart(body: Body, part: Expr, common: Type | null, target: Target): Type {
  const isCollection = part.kind === "ListLit" || part.kind === "MapLit";
  const isEmptyList = part.kind === "ListLit" && part.elements.length === 0;
  if (isEmptyList && common === null) return body.infer(part, body.context.list(target.type));
  const mixed = isCollection && !isEmptyList ? inferMixed(body, part, "inner") : null;
  if (mixed !== null) return mixed;
  if (common !== null && prune(common).kind === "Dyn") {
    body.check(part, { type: common, from: null });
    return common;
  }
  return body.infer(part, common);
}

function inJson(body: Body, part: Expr, target: Target): Type {
  checkPart(body, part, { type: target.type, from: null }, target);
  return target.type;
}

/** Whether an `if` or `match` has values of different types, as far as is known before they are inferred. */
function branchesDiffer(body: Body, node: Expr): boolean {
  return hasBranches(node) && new Set(valuesOf(node).flatMap((value) => shapeOf(body, value) ?? [])).size > 1;
}

/** The expressions one of which is the value of the expression. */
function valuesOf(node: Expr): Expr[] {
  switch (node.kind) {
    case "Paren":
      return valuesOf(node.inner);
    case "Block":
      return node.trailing === null ? [] : valuesOf(node.trailing);
    case "If":
      return [node.then, ...(node.otherwise === null ? [] : [node.otherwise])].flatMap(valuesOf);
    case "Match":
      return node.arms.flatMap(({ body }) => (body.kind === "ExprStmt" ? valuesOf(body.value) : []));
    default:
      return [node];
  }
}

/** The type of a literal, of a local, or of a sum, by the kind of its literals; null where it is not known. */
function shapeOf(body: Body, node: Expr): string | null {
  if (isBareNone(node)) return "None";
  if (node.kind === "Interpolation") return "StringLit";
  if (node.kind === "Unary") return shapeOf(body, node.value);
  if (node.kind === "Binary") return isOperator(node.op, "arithmetic") ? shapeOf(body, node.left) : "BoolLit";
  if (isLiteral(node)) return node.kind;
  const local = node.kind === "Name" ? body.local(node.name) : undefined;
  if (local === undefined) return null;
  return LITERALS.find(([name]) => isPrimitive(local.type, name))?.[1] ?? null;
}

const LITERALS = [
  ["Int", "IntLit"],
  ["Float", "FloatLit"],
  ["Bool", "BoolLit"],
  ["String", "StringLit"],
] as const;

function convertUnlessJson(body: Body, part: Expr, type: Type, target: Target): void {
  if (!body.isConverted(part) && targetOf(type) === null) convert(body, part, type, target);
}

/** The value that a bare `None` does not have is JSON. */
function settle(body: Body, type: Type, target: Target): void {
  mapType(type, (leaf) => {
    if (leaf.kind === "Var" && leaf.solution === null && leaf.fallback === null)
      body.unifier.attempt(leaf, target.type);
    return leaf;
  });
}
