// Loops (reference/expressions#control-flow, reference/expressions#for).
import { own as ownOf } from "../../../own/index.ts";
import { MAX_EXACT, MOST_ASSIGNMENTS, type Range } from "../../analysis/ranges/index.ts";
import { isIrrefutable, isUnit, type Loop, type Pattern, type Step, type Stmt } from "../../ir/index.ts";
import { waitsIn, type LoopCode } from "../frames/index.ts";
import { additive, less } from "../integers/index.ts";
import { declareTested, emitBindings, emitEach, patternTest } from "../match/index.ts";
import { compound, fixed, operand, variable, type Value, type RuntimeName } from "../values/index.ts";
import { DISCARD, type Dest, type Emitter, type LoopContext } from "../emitter/index.ts";
import { isCounted, type Counted } from "./giving-way.ts";
import { beginIteration, loopBy, policyOf, type LoopPolicy } from "./loop-policy.ts";
import { elementRead } from "./operations.ts";
import { releaseVariables } from "./releases.ts";

export function emitLoop(emitter: Emitter, loop: Loop, dest: Dest): boolean {
  const holdsValue = dest.kind !== "discard" && !isUnit(loop.type);
  const result = !holdsValue ? null : dest.kind === "assign" ? dest.name : emitter.names.fresh("r");
  if (holdsValue && dest.kind !== "assign") emitter.declareName(result!, null);
  const context: LoopContext = {
    outer: emitter.loop,
    name: loop.label,
    result,
    label: emitter.names.fresh("loop"),
    at: loop.at,
    left: false,
  };
  emitHead(emitter, loop, context);
  if (loop.kind === "While" && loop.condition === null && !context.left) return false;
  return holdsValue && dest.kind !== "assign" ? emitter.deliver(fixed(result!), dest) : true;
}

/** A `break` in the head leaves the enclosing loop (reference/expressions#control-flow). */
function emitHead(emitter: Emitter, loop: Loop, context: LoopContext): void {
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

function emitWhile(emitter: Emitter, loop: Loop & { kind: "While" }, context: LoopContext): void {
  if (loop.steps !== null) return emitWhileSteps(emitter, loop, loop.steps, context);
  const { condition } = loop;
  const test =
    condition !== null && emitter.isInline(condition)
      ? emitter.statement(() => emitter.text(condition))
      : null;
  pushLoop(emitter, loop, context, { test }, (policy) => {
    if (condition !== null && test === null) {
      const value = emitter.statement(() => emitter.value(condition));
      emitter.if(`!${operand(value)}`, () => emitter.jump("Break", context.label));
    }
    emitIteration(emitter, loop, context, policy);
  });
}

/** Evaluated in each iteration, with the variables of the steps. */
function emitWhileSteps(
  emitter: Emitter,
  loop: Loop & { kind: "While" },
  steps: readonly Step[],
  context: LoopContext,
): void {
  context.left = true;
  pushLoop(emitter, loop, context, { test: null }, (policy) => {
    emitEach(emitter, steps, () => emitter.jump("Break", context.label));
    emitIteration(emitter, loop, context, policy);
  });
}

interface Head {
  readonly variables?: readonly { readonly name: string; readonly value: string }[];
  /** Null for an endless loop. */
  readonly test: string | null;
  readonly step?: string;
  readonly counted?: Counted;
}

function pushLoop(
  emitter: Emitter,
  loop: Loop,
  { label, at }: LoopContext,
  head: Head,
  iteration: (policy: LoopPolicy) => void,
): void {
  const { variables = [], test, step = "", counted = null } = ownOf(head);
  for (const { name } of variables) emitter.iterationNames.add(name);
  const policy = policyOf(emitter, loop, counted);
  const code = (): LoopCode => {
    const body = emitter.iteration(() => iteration(policy));
    return {
      kind: "Loop",
      label,
      mark: emitter.mark(at),
      variables,
      test,
      step,
      body,
      waits: waitsIn(body),
    };
  };
  emitter.code.push(...loopBy(emitter, loop, policy, code));
}

/** Emits the body, and what every loop does at its end. */
function emitIteration(emitter: Emitter, loop: Loop, context: LoopContext, policy: LoopPolicy): void {
  beginIteration(emitter, loop, policy);
  emitter.loop = context;
  if (emitter.into(loop.body, DISCARD)) releaseVariables(emitter, loop);
  emitter.loop = context.outer;
}

function emitRange(emitter: Emitter, loop: Loop & { kind: "ForRange" }, context: LoopContext): void {
  let [from, to] = emitter.values([loop.from, loop.to]) as [Value, Value];
  if (!from.repeatable) from = emitter.keep(from);
  // There cannot be enough iterations for the counter to leave the exact range (analysis/ranges/solve.ts).
  const small = from.range !== null && from.range.high <= MAX_EXACT - MOST_ASSIGNMENTS;
  // Convert to a number: a bound beyond the exact range becomes an infinity (runtime/values/wide.ts).
  if (small && to.range === null) to = emitter.keep(compound(`+${operand(to)}`));
  else if (!to.fixed || !to.repeatable) to = emitter.keep(to);
  const own = loop.pattern.kind === "Bind" && !loop.pattern.local.assigned ? loop.pattern.local : null;
  const counter = own === null ? emitter.names.fresh("i") : emitter.declare(own);
  if (small) {
    const { low, high } = from.range!;
    const last = Math.min(
      high + MOST_ASSIGNMENTS,
      to.range === null ? Infinity : to.range.high - (loop.inclusive ? 0 : 1),
    );
    const range: Range = { low, high: Math.max(last, low) };
    if (own !== null) emitter.ranges.set(own, range);
    emitter.noteInt(counter, range);
    const test = loop.inclusive ? "<=" : "<";
    const counted = { counter, bound: to.text, inclusive: loop.inclusive, nested: isCounted(emitter) };
    const head = {
      variables: [{ name: counter, value: from.text }],
      test: `${counter} ${test} ${to.text}`,
      step: `${counter}++`,
      counted,
    };
    emitIterations(emitter, loop, context, head, own === null ? variable(counter, range) : null);
  } else
    emitIterations(
      emitter,
      loop,
      context,
      wideHead(emitter, counter, from, to, loop.inclusive),
      own === null ? variable(counter) : null,
    );
}

/** `value` is null if the counter itself is the variable. */
function emitIterations(
  emitter: Emitter,
  loop: Loop & { kind: "ForRange" },
  context: LoopContext,
  head: Head,
  value: Value | null,
): void {
  pushLoop(emitter, loop, context, head, (policy) => {
    if (value !== null) bindIteration(emitter, loop.pattern, value, context);
    emitIteration(emitter, loop, context, policy);
  });
}

/**
 * The head of a loop whose bounds may exceed 2^53. An inclusive loop ends with null, since there may be no
 * next Int.
 */
function wideHead(emitter: Emitter, i: string, from: Value, to: Value, inclusive: boolean): Head {
  const scratch = {
    temp: () => emitter.temp(),
    runtimeName: (name: RuntimeName) => emitter.runtimeName(name),
    mark: "",
  };
  const counter = variable(i);
  const next = emitter.statement(() => additive("+", counter, fixed("1", { low: 1, high: 1 }), scratch).text);
  if (!inclusive) {
    const test = emitter.statement(() => less("<", counter, to, scratch).text);
    return { variables: [{ name: i, value: from.text }], test, step: `${i} = ${next}` };
  }
  const test = emitter.statement(() => less("<=", from, to, scratch).text);
  const last =
    to.range !== null ? `${i} === ${to.text}` : `${emitter.runtimeName("eqInt")}(${i}, ${to.text})`;
  const start = `(${test}) ? ${from.text} : null`;
  return {
    variables: [{ name: i, value: start }],
    test: `${i} !== null`,
    step: `${i} = ${last} ? null : ${next}`,
  };
}

/** Tests and binds the iteration's value. */
function bindIteration(emitter: Emitter, pattern: Pattern, value: Value, context: LoopContext): void {
  if (declareTested(emitter, pattern) || !isIrrefutable(pattern)) {
    const test = patternTest(emitter, pattern, value.text);
    if (test !== null) emitter.if(`!(${test})`, () => emitter.jump("Continue", context.label));
  }
  emitBindings(emitter, pattern, value);
}

/** The lengths of lists. */
const LENGTHS: Range = { low: 0, high: 2 ** 31 - 1 };

/** The length is read once; elements are read during iteration (reference/expressions#for). */
function emitList(emitter: Emitter, loop: Loop & { kind: "ForList" }, context: LoopContext): void {
  const list = asName(emitter, emitter.value(loop.list));
  const i = emitter.noteInt(emitter.names.fresh("i"), LENGTHS);
  const n = emitter.noteInt(emitter.names.fresh("n"), LENGTHS);
  const variables = [
    { name: i, value: "0" },
    { name: n, value: `${list}.length` },
  ];
  const counted = { counter: i, bound: n, inclusive: false, nested: isCounted(emitter) };
  pushLoop(emitter, loop, context, { variables, test: `${i} < ${n}`, step: `${i}++`, counted }, (policy) => {
    const element = emitter.names.fresh("element");
    const mark = emitter.mark(loop.at);
    const read = emitter.statement(() => elementRead(emitter, [list, list], [i, i], mark).text);
    bindElement(emitter, loop.pattern, element, read, context);
    emitIteration(emitter, loop, context, policy);
  });
}

function asName(emitter: Emitter, value: Value): string {
  return value.fixed && value.repeatable ? value.text : emitter.keep(value).text;
}

/** Names the element after the pattern if that is a single name. */
function bindElement(
  emitter: Emitter,
  pattern: Pattern,
  name: string,
  read: string,
  context: LoopContext,
): void {
  if (pattern.kind === "Bind") return emitter.declareValue(pattern.local, variable(read));
  emitter.declareName(name, read);
  bindIteration(emitter, pattern, fixed(name), context);
}

function emitNext(emitter: Emitter, loop: Loop & { kind: "ForNext" }, context: LoopContext): void {
  emitter.declareValue(loop.iterator, emitter.value(loop.value));
  pushLoop(emitter, loop, context, { test: null }, (policy) => {
    const next = emitter.statement(() => asName(emitter, emitter.value(loop.next)));
    emitter.if(`${next} === null`, () => emitter.jump("Break", context.label));
    const value = loop.boxed ? `${emitter.runtimeName("payload")}(${next})` : next;
    bindElement(emitter, loop.pattern, emitter.names.fresh("element"), value, context);
    emitIteration(emitter, loop, context, policy);
  });
}

export function emitBreak(emitter: Emitter, { label, value }: Stmt & { kind: "Break" }): boolean {
  const loop = loopOf(emitter, label);
  if (value !== null) {
    const dest: Dest = loop.result === null ? DISCARD : { kind: "assign", name: loop.result };
    if (!emitter.into(value, dest)) return false;
  }
  loop.left = true;
  emitter.jump("Break", loop.label);
  return false;
}

export function emitContinue(emitter: Emitter, { label }: Stmt & { kind: "Continue" }): boolean {
  emitter.jump("Continue", loopOf(emitter, label).label);
  return false;
}

/** The innermost loop, or the innermost one with this name. */
function loopOf(emitter: Emitter, label: string | null): LoopContext {
  let loop = emitter.loop;
  while (label !== null && loop !== null && loop.name !== label) loop = loop.outer;
  if (loop === null) throw new Error("a jump without loop");
  return loop;
}
