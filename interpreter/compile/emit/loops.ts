// Loops (language 6.3, 6.4). Breaks and continues are plain where the innermost JavaScript
// construct they would leave is the loop, else they name its label.
import type { Expr, Loop, Pattern } from "../ir.ts";
import { isIrrefutable } from "../ir-walk.ts";
import type { Dest, FunctionEmitter } from "./function-emitter.ts";
import { DISCARD } from "./function-emitter.ts";
import { declareTested, emitBindings, patternTest } from "./patterns.ts";
import type { Range } from "../ranges/interval.ts";
import { compound, fixed, operand, variable, type Value } from "./value.ts";
import { additive, less } from "./int-operators.ts";
import { elementRead } from "./operations.ts";
import { isUnit } from "../lower/type-table.ts";

export interface LoopContext {
  readonly outer: LoopContext | null;
  /** Where the operand of `break` goes. */
  readonly result: string | null;
  readonly label: string;
  labelUsed: boolean;
  left: boolean;
  /** `switch`es around it, for finding out whether a plain `break` would reach it. */
  readonly switches: number;
  /** Conditions around it, for finding out whether a plain `continue` would reach it. */
  readonly conditions: number;
}

export function emitLoop(emitter: FunctionEmitter, loop: Loop, dest: Dest): boolean {
  const holdsValue = dest.kind !== "discard" && !isUnit(loop.type);
  const result = !holdsValue ? null : dest.kind === "assign" ? dest.name : emitter.names.fresh("r");
  if (holdsValue && dest.kind !== "assign") emitter.line(`let ${result};`);
  const context: LoopContext = {
    outer: emitter.loop, result, label: emitter.names.fresh("loop"), labelUsed: false, left: false,
    switches: emitter.switches, conditions: emitter.conditions,
  };
  const at = emitHead(emitter, loop, context);
  if (context.labelUsed) emitter.lines[at] = emitter.lines[at]!.replace(/^(\s*)/, `$1${context.label}: `);
  if (loop.kind === "While" && loop.condition === null && !context.left) return false;
  return holdsValue && dest.kind !== "assign" ? emitter.deliver(fixed(result!), dest) : true;
}

/** The index of the line with the loop's head. What stands in the head leaves the loop around (language 6.3). */
function emitHead(emitter: FunctionEmitter, loop: Loop, context: LoopContext): number {
  switch (loop.kind) {
    case "While":
      return emitWhile(emitter, loop, context);
    case "ForRange":
      return emitRange(emitter, loop, context);
    case "ForList":
      return emitList(emitter, loop, context);
    case "ForNext":
      return emitNext(emitter, loop, context);
  }
}

function emitWhile(emitter: FunctionEmitter, loop: Loop & { kind: "While" }, context: LoopContext): number {
  const { condition } = loop;
  const at = emitter.lines.length;
  if (condition === null) emitter.open("for (;;) {");
  else if (emitter.isInline(condition)) {
    emitter.open(`while (${emitter.statement(() => emitter.text(condition))}) {`);
  } else {
    emitter.open("for (;;) {");
    emitter.conditions++;
    const value = emitter.statement(() => emitter.value(condition));
    emitter.conditions--;
    emitter.line(`if (!${value.atom ? value.text : `(${value.text})`}) break;`);
  }
  emitRound(emitter, loop.body, context);
  return at;
}

/** The body and what every loop does at its end. */
function emitRound(emitter: FunctionEmitter, body: Expr, context: LoopContext): void {
  const { program } = emitter;
  if (program.metered) emitter.line("runtime.step();");
  const yields = emitter.mode === "async";
  // A `continue` must not jump over the yield, so that stands first.
  if (yields) emitter.line("if ((++ticks & 63) === 0 && scheduler.due()) await scheduler.yieldNow();");
  emitter.loop = context;
  emitter.into(body, DISCARD);
  emitter.loop = context.outer;
  emitter.close();
}

function emitRange(emitter: FunctionEmitter, loop: Loop & { kind: "ForRange" }, context: LoopContext): number {
  let [from, to] = emitter.values([loop.from, loop.to]) as [Value, Value];
  if (!from.repeatable) from = emitter.keep(from);
  // Counting up from a number below 2^50, nobody lives to see the end of the exact range.
  const small = from.range !== null && from.range.low >= -(2 ** 50) && from.range.high <= 2 ** 50;
  // As a number: a bound that is no exact one is an infinity (runtime/wide.ts).
  if (small && to.range === null) to = emitter.keep(compound(`+${operand(to)}`));
  else if (!to.fixed || !to.repeatable) to = emitter.keep(to);
  const own = loop.pattern.kind === "Bind" && !loop.pattern.local.assigned ? loop.pattern.local : null;
  const counter = own === null ? emitter.names.fresh("i") : emitter.declare(own);
  const at = emitter.lines.length;
  if (small) {
    const high = to.range !== null ? Math.min(to.range.high - (loop.inclusive ? 0 : 1), 2 ** 51) : 2 ** 51;
    const range: Range = { low: from.range!.low, high: Math.max(high, from.range!.low) };
    if (own !== null) emitter.ranges.set(own, range);
    const test = loop.inclusive ? "<=" : "<";
    emitter.open(`for (let ${counter} = ${from.text}; ${counter} ${test} ${to.text}; ${counter}++) {`);
    bindRound(emitter, loop.pattern, own === null ? variable(counter, range) : null);
  } else {
    emitter.open(wideHead(emitter, counter, from, to, loop.inclusive));
    bindRound(emitter, loop.pattern, own === null ? variable(counter) : null);
  }
  emitRound(emitter, loop.body, context);
  return at;
}

/** The head of a loop whose bounds may be past 2^53. An inclusive one ends by null, as there may be no next Int. */
function wideHead(emitter: FunctionEmitter, i: string, from: Value, to: Value, inclusive: boolean): string {
  const scratch = { temp: () => emitter.temp(), door: (name: string) => emitter.door(name), mark: "" };
  const counter = variable(i);
  const next = emitter.statement(() => additive("+", counter, fixed("1", { low: 1, high: 1 }), scratch).text);
  if (!inclusive) {
    const test = emitter.statement(() => less("<", counter, to, scratch).text);
    return `for (let ${i} = ${from.text}; ${test}; ${i} = ${next}) {`;
  }
  const test = emitter.statement(() => less("<=", from, to, scratch).text);
  const last = to.range !== null ? `${i} === ${to.text}` : `${emitter.door("eqInt")}(${i}, ${to.text})`;
  return `for (let ${i} = (${test}) ? ${from.text} : null; ${i} !== null; ${i} = ${last} ? null : ${next}) {`;
}

/** Tests and binds the round's value; null when the counter itself is the variable. */
function bindRound(emitter: FunctionEmitter, pattern: Pattern, value: Value | null): void {
  if (value === null) return;
  if (declareTested(emitter, pattern) || !isIrrefutable(pattern)) {
    const test = patternTest(emitter, pattern, value.text);
    if (test !== null) emitter.line(`if (!(${test})) continue;`);
  }
  emitBindings(emitter, pattern, value);
}

/** The length is read once; elements are read as the loop goes (language 6.4). */
function emitList(emitter: FunctionEmitter, loop: Loop & { kind: "ForList" }, context: LoopContext): number {
  const list = asName(emitter, emitter.value(loop.list));
  const i = emitter.names.fresh("i");
  const n = emitter.names.fresh("n");
  const at = emitter.lines.length;
  emitter.open(`for (let ${i} = 0, ${n} = ${list}.length; ${i} < ${n}; ${i}++) {`);
  const element = emitter.names.fresh("element");
  const mark = emitter.mark(loop.at);
  const read = isUnit(loop.element)
    ? `${mark}${emitter.door("listAt")}(${list}, ${i})`
    : emitter.statement(() => elementRead(emitter, list, i, mark).text);
  bindElement(emitter, loop.pattern, element, read);
  emitRound(emitter, loop.body, context);
  return at;
}

function asName(emitter: FunctionEmitter, value: Value): string {
  return value.fixed && value.repeatable ? value.text : emitter.keep(value).text;
}

/** Names the element after the pattern where that is one name. */
function bindElement(emitter: FunctionEmitter, pattern: Pattern, name: string, read: string): void {
  if (pattern.kind === "Bind") return emitter.declareValue(pattern.local, variable(read));
  emitter.line(`const ${name} = ${read};`);
  bindRound(emitter, pattern, fixed(name));
}

function emitNext(emitter: FunctionEmitter, loop: Loop & { kind: "ForNext" }, context: LoopContext): number {
  emitter.declareValue(loop.iterator, emitter.value(loop.value));
  const at = emitter.lines.length;
  emitter.open("for (;;) {");
  const next = emitter.statement(() => emitter.keep(emitter.value(loop.next)));
  emitter.line(`if (${next.text} === null) break;`);
  const value = loop.boxed ? `${emitter.door("payload")}(${next.text})` : next.text;
  bindElement(emitter, loop.pattern, emitter.names.fresh("element"), value);
  emitRound(emitter, loop.body, context);
  return at;
}

export function emitBreak(emitter: FunctionEmitter, value: Expr | null): boolean {
  const loop = emitter.loop!;
  if (value !== null) {
    const dest: Dest = loop.result === null ? DISCARD : { kind: "assign", name: loop.result };
    if (!emitter.into(value, dest)) return false;
  }
  loop.left = true;
  if (emitter.switches === loop.switches && emitter.conditions === loop.conditions) emitter.line("break;");
  else {
    loop.labelUsed = true;
    emitter.line(`break ${loop.label};`);
  }
  return false;
}

export function emitContinue(emitter: FunctionEmitter): boolean {
  const loop = emitter.loop!;
  if (emitter.conditions === loop.conditions) emitter.line("continue;");
  else {
    loop.labelUsed = true;
    emitter.line(`continue ${loop.label};`);
  }
  return false;
}
