// Patterns of operations of std/api that are literals (reference/api#patterns): whether inputs read their names,
// and whether an earlier operation of the same function answers all their paths.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr, MethodCall } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import type { KnownInputs } from "../impls/index.ts";
import { isOfModule, isStandard, standardModules, std } from "../standard/index.ts";
import { prune, type LocalSymbol } from "../types/index.ts";
import { apiVariable, mayBeGiven, type ApiVariable } from "./api-variables.ts";
import { knownInputs } from "./handlers.ts";

const VERBS: Readonly<Record<string, string>> = {
  get: "GET",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  delete: "DELETE",
};

interface Route {
  readonly method: string;
  readonly pattern: string;
  readonly span: Span;
}

/** The routes of one function so far, by the variable that holds the API. */
const registered = new WeakMap<Body, Map<LocalSymbol, Route[]>>();

/** Checks a call that registers an operation; other calls are ignored. */
export function checkRoute(body: Body, node: MethodCall): void {
  const verb = Object.hasOwn(VERBS, node.name.name) ? VERBS[node.name.name]! : null;
  const isRoute = node.name.name === "route";
  if (verb === null && !isRoute) return;
  const use = body.state.facts.uses[node.id];
  if (use?.kind !== "Call" || !isOfModule(use.callee.function, standardModules.api)) return;
  const { owner } = use.callee.function;
  if (owner?.kind !== "Impl") return;
  const target = prune(owner.target);
  if (target.kind !== "Named" || target.symbol.kind !== "Struct" || !isStandard(target.symbol, std.api.Api))
    return;
  const [patternNode, handlerNode] = node.args.slice(isRoute ? 1 : 0).map(({ value }) => value);
  if (patternNode === undefined || handlerNode === undefined) return;
  const method = verb ?? methodOf(node.args[0]!.value);
  body.finally.push(() => {
    const pattern = textOf(body, patternNode);
    if (pattern === null || method === null) return;
    const variable = apiVariable(body, node.receiver);
    const inputs = knownInputs(body, handlerNode);
    const route = { method, pattern, span: patternNode.span };
    if (inputs !== null && !inputs.isOpen) checkInputs(body, route, inputs, variable);
    if (variable !== null) checkEarlier(body, route, variable.local);
  });
}

/** `GET` of `Method.Get`. */
function methodOf(node: Expr): string | null {
  return node.kind === "FieldAccess" ? node.name.name.toUpperCase() : null;
}

function textOf(body: Body, node: Expr): string | null {
  if (node.kind === "StringLit") return node.value;
  const use = body.state.facts.uses[node.id];
  if (use?.kind !== "Const") return null;
  return typeof use.constant.value === "string" ? use.constant.value : null;
}

const namesOf = (pattern: string): string[] =>
  pattern
    .split("/")
    .filter((segment) => /^[:*]./.test(segment))
    .map((segment) => segment.slice(1));

function checkInputs(body: Body, route: Route, inputs: KnownInputs, variable: ApiVariable | null): void {
  const { method, pattern, span } = route;
  const names = namesOf(pattern);
  const unread = names.find((name) => !inputs.names.has(name));
  if (unread !== undefined) {
    const free = [...inputs.names].filter((name) => !names.includes(name));
    const hint =
      free.length === 0
        ? notes.noInputsForPath
        : notes.inputsAre(free.map((name) => `\`${name}\``).join(", "));
    body.report("A2", nameSpan(body, route, unread), { problem: notes.unreadName(unread) }, { hint });
    return;
  }
  const lacking = variable !== null ? inputs.paths.find(({ key }) => !names.includes(key)) : undefined;
  if (lacking !== undefined) {
    body.report(
      "A2",
      span,
      { problem: notes.lackingName(lacking.key) },
      { hint: notes.addToPattern(lacking.key) },
    );
    return;
  }
  if (method !== "GET" && method !== "HEAD") return;
  const { readsBody, likelyBody } = inputs;
  const problem = notes.bodyOfGet(method);
  if (readsBody) body.report("A2", span, { problem }, { hint: notes.usePostOrQuery });
  else if (likelyBody !== undefined && variable !== null && !mayBeGiven(body, variable, likelyBody.type))
    body.report("A2", span, { problem }, { hint: notes.usePostOrContext(likelyBody.name) });
}

/** The location of `:name` inside the literal. */
function nameSpan(body: Body, { span }: Route, name: string): Span {
  const text = body.state.unit.source.text.slice(span.start, span.end);
  const found = new RegExp(`[:*]${name}(?![A-Za-z0-9_])`).exec(text);
  return found === null
    ? span
    : { start: span.start + found.index, end: span.start + found.index + name.length + 1 };
}

function checkEarlier(body: Body, route: Route, local: LocalSymbol): void {
  let byLocal = registered.get(body);
  if (byLocal === undefined) registered.set(body, (byLocal = new Map()));
  const routes = byLocal.get(local) ?? [];
  byLocal.set(local, routes);
  const earlier = routes.find(
    ({ method, pattern }) =>
      method === route.method && covers(segmentsOf(pattern), segmentsOf(route.pattern)),
  );
  routes.push(route);
  if (earlier === undefined) return;
  const { method, pattern } = route;
  body.report(
    "A3",
    route.span,
    { method, pattern, earlier: earlier.pattern },
    {
      hint: notes.moveBefore,
      related: [{ source: body.state.unit.source, span: earlier.span, text: notes.registeredHere }],
    },
  );
}

const segmentsOf = (pattern: string): string[] => pattern.split("/").filter((segment) => segment !== "");

/** Whether a pattern matches all paths that another one matches. */
function covers(earlier: readonly string[], later: readonly string[]): boolean {
  for (const [i, segment] of earlier.entries()) {
    if (/^\*./.test(segment)) return true;
    const other = later[i];
    if (other === undefined || /^\*./.test(other)) return false;
    if (!segment.startsWith(":") && segment !== other) return false;
  }
  return earlier.length === later.length;
}
