// What functions read and write of the state that goroutines share: globals, fields, elements and
// what natives keep. Reads and writes are keys such as `f3.0` (field 0 of struct 3); those of a
// function include those of all it calls.
import type { Expr, Instance, LambdaCode, NativeRef, Stmt } from "../ir.ts";
import { eachPart, eachPartOfStmt } from "../ir-walk.ts";

export interface Effects {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  /** A call whose target is only known at run time: it may do anything. */
  unknown: boolean;
}

/** Natives of these modules show what other goroutines, other programs or time did. */
const OBSERVING = /^std\/(?:sync|time|process)$/;
/** Those of std/collections that only look; the others change a map or set. */
const LOOKING = /^__(?:(?:map|set|table)_(?:len|get|get_or|has|keys|values|entries|version|first|next|key|entry)|slots|elements)$/;
/** Natives of these modules compute with their arguments, which may hold lists in those of the second. */
const COMPUTING = /^std\/(?:string|math|fmt|path|hash|encoding|regex)$/;
const LISTING = /^std\/(?:list|json)$/;
/** Those of std/core that compute. */
const CORE_COMPUTING = /^(?:__str_|__tag$|(?:Int|Float|Char|String)\.)/;

export class EffectTable {
  readonly #own = new Map<Instance, Effects & { readonly calls: Set<Instance> }>();
  readonly #whole = new Map<Instance, Effects>();

  /** Of evaluating one expression, calls included. */
  of(expr: Expr): Effects {
    const own = emptyEffects();
    const calls = new Set<Instance>();
    collect(expr, own, calls);
    for (const callee of calls) add(own, this.#wholeOf(callee));
    return own;
  }

  /** By a walk over everything an instance may call. */
  #wholeOf(start: Instance): Effects {
    const known = this.#whole.get(start);
    if (known !== undefined) return known;
    const whole = emptyEffects();
    const seen = new Set([start]);
    for (const instance of seen) {
      const own = this.#ownOf(instance);
      add(whole, own);
      for (const callee of own.calls) seen.add(callee);
    }
    this.#whole.set(start, whole);
    return whole;
  }

  #ownOf(instance: Instance): Effects & { readonly calls: Set<Instance> } {
    let own = this.#own.get(instance);
    if (own === undefined) {
      own = { ...emptyEffects(), calls: new Set() };
      if (instance.body !== null) collect(instance.body, own, own.calls);
      this.#own.set(instance, own);
    }
    return own;
  }
}

function emptyEffects(): Effects {
  return { reads: new Set(), writes: new Set(), unknown: false };
}

function add(to: Effects, from: Effects): void {
  for (const key of from.reads) to.reads.add(key);
  for (const key of from.writes) to.writes.add(key);
  to.unknown ||= from.unknown;
}

function collect(expr: Expr, into: Effects, calls: Set<Instance>): void {
  const visit = {
    expr(part: Expr): void {
      note(part, into, calls);
      eachPart(part, visit);
    },
    stmt(stmt: Stmt): void {
      if (stmt.kind === "SetField") into.writes.add(`f${stmt.struct.id}.${stmt.index}`);
      if (stmt.kind === "SetGlobal") into.writes.add(`g${stmt.global.id}`);
      if (stmt.kind === "SetIndex") into.writes.add("elements");
      eachPartOfStmt(stmt, visit);
    },
    lambda(_lambda: LambdaCode): void {},
  };
  visit.expr(expr);
}

function note(expr: Expr, into: Effects, calls: Set<Instance>): void {
  switch (expr.kind) {
    case "Field":
      into.reads.add(`f${expr.struct.id}.${expr.index}`);
      return;
    case "Global":
      into.reads.add(`g${expr.global.id}`);
      return;
    case "Op":
      if (expr.op === "List.at" || expr.op === "List.len" || expr.op === "List.isEmpty") into.reads.add("elements");
      if (expr.op === "List.push") into.writes.add("elements");
      return;
    case "Call":
      return noteCall(expr.instance, into, calls);
    case "CallValue":
    case "CallDyn":
      into.unknown = true;
      return;
    default:
      return;
  }
}

function noteCall(instance: Instance, into: Effects, calls: Set<Instance>): void {
  if (instance.native === null) calls.add(instance);
  else if (instance.native.calls) into.unknown = true;
  else noteNative(instance.native, into);
}

/** A native of which nothing is known makes progress. */
function noteNative({ module, name }: NativeRef, into: Effects): void {
  if (COMPUTING.test(module) || (module === "std/core" && CORE_COMPUTING.test(name))) return;
  if (LISTING.test(module) || name === "List.len") into.reads.add("elements");
  else if (name === "List.push" || name === "List.pop") into.writes.add("elements");
  else if (OBSERVING.test(module) || (module === "std/collections" && LOOKING.test(name))) into.reads.add(`n${module}`);
  else into.writes.add(`n${module}`);
}
