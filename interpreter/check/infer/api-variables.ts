// What a function does with `let api = Api.new(…)`: which schemes it adds, and whether others may add more.
import { nodesOf, partsOf, type AnyNode, type Expr, type Let, type MethodCall } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { isOfModule, isStandard, standardModules, std } from "../standard/index.ts";
import { prune, showType, type LocalSymbol, type Type } from "../types/index.ts";

/** A variable that holds one API, which the function has made. */
export interface ApiVariable {
  readonly local: LocalSymbol;
  /** Whether another function may add a scheme, or has. */
  readonly isPassedOn: boolean;
  /** The types that the schemes of the function give. */
  readonly given: readonly Type[];
}

const SCHEMES: ReadonlySet<string> = new Set(["bearer", "basic", "api_key"]);

const known = new WeakMap<Body, Map<LocalSymbol, ApiVariable | null>>();

/** The variable that a receiver names; null for one that may have a prefix, or holds several APIs. */
export function apiVariable(body: Body, receiver: Expr): ApiVariable | null {
  const use = body.state.facts.uses[receiver.id];
  if (receiver.kind !== "Name" || use?.kind !== "Local") return null;
  const { local } = use;
  let found = known.get(body);
  if (found === undefined) known.set(body, (found = new Map()));
  let variable = found.get(local);
  if (variable === undefined) found.set(local, (variable = read(body, local)));
  return variable;
}

function read(body: Body, local: LocalSymbol): ApiVariable | null {
  const root = body.frame.function?.node;
  if (root === undefined) return null;
  const { uses, locals } = body.state.facts;
  let isMade = false;
  let isPassedOn = false;
  const given: Type[] = [];
  for (const node of nodesOf({ root })) {
    if (node.kind === "Let" && locals[node.id] === local) isMade = makesApi(body, (node as Let).value);
    const scheme = schemeOf(body, node);
    if (scheme !== null) given.push(scheme);
    for (const part of partsOf(node)) {
      const use = uses[part.id];
      if (part.kind !== "Name" || use?.kind !== "Local" || use.local !== local) continue;
      if (node.kind === "Assign") return null;
      const isResult = node.kind === "Return" || node.kind === "Block";
      if (!isResult && !isMethodOfApi(body, node)) isPassedOn = true;
    }
  }
  return isMade ? { local, isPassedOn, given } : null;
}

/** Whether a value is `Api.new(…)`. */
function makesApi(body: Body, value: Expr): boolean {
  return value.kind === "MethodCall" && value.name.name === "new" && isMethodOfApi(body, value);
}

function isMethodOfApi(body: Body, node: AnyNode): boolean {
  const use = node.kind === "MethodCall" ? body.state.facts.uses[node.id] : undefined;
  if (use?.kind !== "Call" || !isOfModule(use.callee.function, standardModules.api)) return false;
  const { owner } = use.callee.function;
  if (owner?.kind !== "Impl") return false;
  const target = prune(owner.target);
  return target.kind === "Named" && target.symbol.kind === "Struct" && isStandard(target.symbol, std.api.Api);
}

/** The type that a call which adds a scheme gives to handlers. */
function schemeOf(body: Body, node: AnyNode): Type | null {
  if (!isMethodOfApi(body, node) || !SCHEMES.has((node as AnyNode & MethodCall).name.name)) return null;
  const use = body.state.facts.uses[node.id];
  return use?.kind === "Call" ? (use.callee.typeArgs.at(-1) ?? null) : null;
}

/** Whether a scheme may give a value of the type, or of the option of it. */
export function mayBeGiven(body: Body, { isPassedOn, given }: ApiVariable, type: Type): boolean {
  if (isPassedOn) return true;
  const shown = showType(body.solved(type));
  return given.some((each) => {
    const scheme = showType(body.solved(each));
    return shown === scheme || shown === `Option<${scheme}>`;
  });
}
