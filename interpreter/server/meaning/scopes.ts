// The local names that are visible at an offset.
import type { LocalSymbol } from "../../check/index.ts";
import type { Span } from "../../source/index.ts";
import type { FileView } from "../workspace/view.ts";
import { nodesOf, partsOf, pathAt, type AnyNode } from "./walk.ts";

/** The variables and parameters at an offset, the innermost of each name. */
export function localsAt(view: FileView, offset: number): Map<string, LocalSymbol> {
  const found = new Map<string, LocalSymbol>();
  const path = pathAt(view.tree, offset);
  const add = (node: object): void => {
    for (const inner of [node as AnyNode, ...nodesOf(node)]) {
      const local = view.facts.locals[inner.id];
      if (local !== undefined) found.set(local.name, local);
    }
  };
  for (const node of path) declare(view, node, offset, add);
  for (const name of found.keys()) if (!/^[A-Za-z]/.test(name)) found.delete(name);
  return found;
}

function declare(view: FileView, node: AnyNode, offset: number, add: (node: object) => void): void {
  const any = node as AnyNode & Record<string, unknown>;
  const isIn = (part: unknown): boolean => {
    const { span } = part as { readonly span: Span };
    return span.start <= offset && offset <= span.end;
  };
  switch (node.kind) {
    case "FunctionItem":
    case "Lambda":
      for (const param of any["params"] as readonly AnyNode[]) add(param);
      return;
    case "For":
      if (isIn(any["body"])) add(any["pattern"] as object);
      return;
    case "If":
    case "While": {
      const inner = (any["then"] ?? any["body"]) as object;
      if (isIn(inner)) for (const test of testsIn(any["condition"] as AnyNode)) add(test);
      return;
    }
    case "Block":
      for (const stmt of any["stmts"] as readonly AnyNode[]) {
        if (stmt.span.end > offset) break;
        if (stmt.kind === "Let") addOwn(view, stmt, add);
        else if (stmt.kind === "LetPattern") add((stmt as AnyNode & { pattern: object }).pattern);
      }
      return;
    case undefined:
      if ("pattern" in any && "guard" in any && isIn(any["body"])) add(any["pattern"] as object);
  }
}

/** A `let` without what its value declares. */
function addOwn(view: FileView, node: AnyNode, add: (node: object) => void): void {
  if (view.facts.locals[node.id] !== undefined) add({ id: node.id, span: node.span });
}

/** The patterns of `let` tests in a condition. */
function* testsIn(condition: AnyNode): Iterable<object> {
  if (condition.kind === "LetTest") yield (condition as AnyNode & { pattern: object }).pattern;
  else if (condition.kind === "Binary") for (const part of partsOf(condition)) yield* testsIn(part);
}
