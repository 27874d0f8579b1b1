// The tree of calls of a profile in terms of the script. Frames of the runtime and of Node are left out: their
// cost is that of the script's line that called them.
import type { ScriptLocation } from "../../compile/positions.ts";
import type { EngineFunction, Located } from "./locate.ts";

/** A node of the engine's profile. */
export interface EngineNode {
  readonly callFrame: EngineFunction & { readonly functionName: string; readonly url: string };
  readonly self: number;
  /** How much of `self` occurred at which generated line; empty if it is not known. */
  readonly lines: readonly (readonly [line: number, part: number])[];
  readonly children: readonly EngineNode[];
}

export interface Node {
  readonly name: string;
  readonly location: string;
  self: number;
  readonly children: Map<string, Node>;
}

export interface Row {
  readonly name: string;
  readonly location: string;
  readonly self: number;
  /** With the functions that it calls. */
  readonly total: number;
}

export interface Profile {
  readonly root: Node;
  /** The share in which the program computed nothing. */
  readonly idle: number;
}

function node(name: string, location: string): Node {
  return { name, location, self: 0, children: new Map() };
}

function childOf(parent: Node, name: string, location: string): Node {
  const key = `${name}\n${location}`;
  let child = parent.children.get(key);
  if (child === undefined) {
    child = node(name, location);
    parent.children.set(key, child);
  }
  return child;
}

/** `url`: that of the program's code. */
export function profileOf(top: EngineNode, located: Located, url: string): Profile {
  const root = node("all", "");
  let idle = 0;
  /** `at`: where the costs of other code are counted; null above the program's functions. */
  const visit = (each: EngineNode, parent: Node, at: Node | null): void => {
    const { callFrame, self, lines, children } = each;
    const own = callFrame.url === url ? located.functionOf(callFrame) : null;
    if (callFrame.functionName === "(idle)") idle += self;
    else if (own === null) {
      const outside = callFrame.functionName === "(garbage collector)" ? "(memory)" : "(runtime)";
      if (self > 0) (at ?? childOf(root, outside, "")).self += self;
    }
    if (own === null) {
      for (const child of children) visit(child, parent, at);
      return;
    }
    const called = childOf(parent, own.function, own.source);
    let rest = self;
    for (const [line, part] of lines) {
      const found = located.lineOf(callFrame, line);
      if (found === null) continue;
      childOf(called, own.function, place(found)).self += part;
      rest -= part;
    }
    called.self += Math.max(0, rest);
    for (const child of children) visit(child, called, called);
  };
  visit(top, root, null);
  return { root, idle };
}

function place({ source, line }: ScriptLocation): string {
  return `${source}:${line}`;
}

export function totalOf({ self, children }: Node): number {
  let total = self;
  for (const child of children.values()) total += totalOf(child);
  return total;
}

/** The rows of the table, by function or line, the most expensive first. */
export function rowsOf(root: Node): Row[] {
  const rows = new Map<string, { name: string; location: string; self: number; total: number }>();
  const visit = (each: Node, outer: ReadonlySet<string>): number => {
    const key = `${each.name}\n${each.location}`;
    let total = each.self;
    const inner = new Set(outer).add(key);
    for (const child of each.children.values()) total += visit(child, inner);
    const row = rows.get(key) ?? { name: each.name, location: each.location, self: 0, total: 0 };
    row.self += each.self;
    // A recursive call is part of the outer one.
    if (!outer.has(key)) row.total += total;
    rows.set(key, row);
    return total;
  };
  for (const child of root.children.values()) visit(child, new Set());
  return [...rows.values()].sort((a, b) => b.self - a.self || b.total - a.total);
}
