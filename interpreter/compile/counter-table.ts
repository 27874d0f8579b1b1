// The statements of a program's own files, with their counters: what coverage can count. Plain data.
import type { Module, Program } from "../check/index.ts";
import type { Block, FunctionItem, If, Item, Match, Tree } from "../syntax/index.ts";
import type { Counters } from "./emit/index.ts";
import { isDerived, isTraced } from "./lower/index.ts";
import type { CountedFile, CounterTable } from "./positions.ts";

export function counterTable(program: Program, { count, of }: Counters): CounterTable {
  const modules = [...program.modules.values()].filter((module) => isTraced(module, null));
  return { count, files: modules.map((module) => countedFile(module, of.get(module) ?? new Map())) };
}

function countedFile(module: Module, counters: ReadonlyMap<number, number>): CountedFile {
  const { source, tree } = module;
  const counterAt = (offset: number): number => counters.get(offset) ?? -1;
  const found = new Statements(tree);
  const statements = [...found.offsets].flatMap((at) => {
    const { line, column } = source.position(at);
    return [line, column, counterAt(at)];
  });
  const functions = found.functions.map(({ name, at, first }) => ({
    name,
    line: source.lineAt(at),
    counter: counterAt(first),
  }));
  const branches = found.branches.flatMap(({ at, ways, isOpen }) => {
    // The whole of an `if` that is no statement is not counted.
    if (isOpen && !found.offsets.has(at)) return [];
    const whole = isOpen ? counterAt(at) : null;
    return [{ line: source.lineAt(at), ways: ways.map(counterAt), whole }];
  });
  return { name: source.name, statements, functions, branches };
}

/** The offsets at which `lower/reached.ts` notes that a statement is reached. */
class Statements {
  readonly offsets = new Set<number>();
  readonly functions: { readonly name: string; readonly at: number; readonly first: number }[] = [];
  /** `isOpen`: whether there is one more way, without statements. */
  readonly branches: { readonly at: number; readonly ways: number[]; readonly isOpen: boolean }[] = [];
  /** Each `if` that follows an `else`. */
  readonly #inner = new Set<unknown>();

  constructor({ items }: Tree) {
    for (const item of items) this.#item(item);
  }

  #item(item: Item): void {
    switch (item.kind) {
      case "FunctionItem":
        return this.#function(item, "");
      case "ImplItem":
      case "TraitItem": {
        const isTrait = item.kind === "TraitItem";
        const name = isTrait ? item.name.name : item.target.name.name;
        for (const member of isTrait ? item.members : item.methods) this.#function(member, `${name}.`);
        return;
      }
      case "GlobalItem":
        if (item.value === null) return;
        if (item.value.kind !== "Block") this.offsets.add(item.value.span.start);
        return this.#inside(item.value);
      default:
        return;
    }
  }

  #function(item: FunctionItem, prefix: string): void {
    const { body, name } = item;
    if (body === null || isDerived(item)) return;
    const first = firstOf(body);
    if (first !== null) this.functions.push({ name: prefix + name.name, at: name.span.start, first });
    this.#inside(body);
  }

  /** Walks over any part of the tree; a stack, since it may be deep. */
  #inside(root: unknown): void {
    const open: unknown[] = [root];
    while (open.length > 0) {
      const part = open.pop();
      if (typeof part !== "object" || part === null) continue;
      if ("kind" in part) this.#note(part as { kind: string });
      else if ("pattern" in part && "guard" in part && "body" in part) this.#arm(part.body as never);
      for (const value of Object.values(part)) if (typeof value === "object") open.push(value);
    }
  }

  #note(node: { readonly kind: string }): void {
    if (node.kind === "Block") {
      const { stmts, trailing } = node as Block;
      for (const each of stmts) this.offsets.add(each.span.start);
      if (trailing !== null) this.offsets.add(trailing.span.start);
    } else if (node.kind === "ExprBody") {
      const first = firstOf(node as FunctionItem["body"] & object);
      if (first !== null) this.offsets.add(first);
    } else if (node.kind === "If") this.#if(node as If);
    else if (node.kind === "Match") {
      const { arms, span } = node as Match;
      this.#branch(
        span.start,
        arms.map(({ body }) => firstOfArm(body)),
        false,
      );
    }
  }

  #if(node: If): void {
    if (this.#inner.has(node)) return;
    const ways: (number | null)[] = [];
    let last: If | Block | null = node;
    while (last?.kind === "If") {
      if (last !== node) this.#inner.add(last);
      ways.push(firstOf(last.then));
      last = last.otherwise;
    }
    if (last !== null) ways.push(firstOf(last));
    this.#branch(node.span.start, ways, last === null);
  }

  /** A way without statements is not counted, nor is a branch with such a way. */
  #branch(at: number, ways: readonly (number | null)[], isOpen: boolean): void {
    const counted = ways.filter((way) => way !== null);
    if (counted.length === ways.length) this.branches.push({ at, ways: counted, isOpen });
  }

  /** An arm of a `match`. */
  #arm(body: Block["stmts"][number]): void {
    if (body.kind !== "ExprStmt" || body.value.kind !== "Block") this.offsets.add(body.span.start);
  }
}

function firstOfArm(body: Match["arms"][number]["body"]): number | null {
  return body.kind === "ExprStmt" && body.value.kind === "Block" ? firstOf(body.value) : body.span.start;
}

function firstOf(body: NonNullable<FunctionItem["body"]>): number | null {
  if (body.kind === "Block") return (body.stmts[0] ?? body.trailing)?.span.start ?? null;
  return body.value.kind === "Block" ? firstOf(body.value) : body.value.span.start;
}
