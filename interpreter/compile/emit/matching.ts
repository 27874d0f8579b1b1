// `match` (language 7). Arms become a `switch` where the first of them look at the tag of one enum or
// at plain constants, else tests one after the other: a chain of `if`s, or a block left by each arm.
import type { Arm, Expr } from "../ir.ts";
import { isIrrefutable } from "../ir-walk.ts";
import type { Dest, FunctionEmitter } from "./function-emitter.ts";
import { bytesLiteral } from "./literals.ts";
import { boundByTest, declareTested, emitBindings, patternTest, payloadTest } from "./patterns.ts";
import { isKnown, NONE, switchPlan, type Group, type Key, type SwitchPlan } from "./switch-plan.ts";
import type { Value } from "./value.ts";

export function emitMatch(emitter: FunctionEmitter, expr: Expr & { kind: "Match" }, dest: Dest): boolean {
  const subject = emitter.statement(() => {
    const value = emitter.value(expr.subject);
    return value.fixed && value.repeatable ? value : emitter.keep(value);
  });
  const plan = switchPlan(expr.arms);
  return plan === null ? emitTests(emitter, subject, expr.arms, dest) : emitSwitch(emitter, subject, plan, dest);
}

// ---- a switch

function emitSwitch(emitter: FunctionEmitter, subject: Value, plan: SwitchPlan, dest: Dest): boolean {
  const { groups, rest } = plan;
  const settled = groups.every(isSettled);
  // The rest is the default where only its one arm can be left when no case applies.
  const asDefault = rest.length === 1 && settled && rest[0]!.guard === null && isIrrefutable(rest[0]!.pattern);
  const block = rest.length === 0 || asDefault ? null : new Block(emitter);
  const leave = (): void => (block === null ? emitter.line("break;") : block.leave());
  let ends = false;
  const { head, labels } = cases(emitter, subject, plan);
  emitter.open(`switch (${head}) {`);
  emitter.switches++;
  for (const [at, group] of groups.entries()) {
    // The checker saw to it that nothing else can come.
    const last = rest.length === 0 && at === groups.length - 1;
    for (const label of last ? [] : labels[at]!.slice(0, -1)) emitter.line(`case ${label}:`);
    emitter.open(last ? "default: {" : `case ${labels[at]!.at(-1)!}: {`);
    if (emitGroup(emitter, subject, group, dest, rest.length === 0, leave)) ends = true;
    if (block !== null && !isSettled(group)) emitter.line("break;");
    emitter.close();
  }
  if (asDefault) {
    emitter.open("default: {");
    if (emitBody(emitter, subject, rest[0]!, dest)) ends = true;
    emitter.close();
  }
  emitter.switches--;
  emitter.close();
  if (block === null) return ends;
  if (emitInOrder(emitter, subject, rest, dest, testOf(emitter, subject), (last) => { if (!last) block.leave(); })) ends = true;
  block.close();
  return ends;
}

/** From so many texts on a table finds the case: a `switch` compares with one after the other. */
const TABLE_FROM = 24;

/** What a `switch` looks at, and the labels of each group. */
function cases(emitter: FunctionEmitter, subject: Value, { on, option, groups }: SwitchPlan): { head: string; labels: string[][] } {
  const keys = groups.map((group) => [...group.keys]);
  if (on === "tag") {
    const tag = `${subject.text}.tag`;
    return { head: option ? `${subject.text} === null ? -1 : ${tag}` : tag, labels: keys.map((some) => some.map((key) => (key === NONE ? "-1" : `${String(key)}`))) };
  }
  const labels = keys.map((some) => some.map(constantLabel));
  const all = keys.flat();
  if (all.length < TABLE_FROM || !all.some((key) => typeof key === "string")) return { head: subject.text, labels };
  return { head: `${emitter.program.caseTable(labels)}.get(${subject.text})`, labels: labels.map((_, at) => [`${at}`]) };
}

function constantLabel(key: Key): string {
  if (typeof key === "string") return bytesLiteral(key);
  return key === NONE ? "null" : `${key}`;
}

/** An arm of the group takes what has its keys, whatever else it holds. */
function isSettled({ keys, arms }: Group): boolean {
  const last = arms.at(-1)!;
  return last.guard === null && isKnown(last.pattern, keys);
}

/** The arms of one case; `all`: one of them takes what comes here. */
function emitGroup(emitter: FunctionEmitter, subject: Value, group: Group, dest: Dest, all: boolean, leave: () => void): boolean {
  const { keys, arms } = group;
  if (arms.length === 1 && arms[0]!.guard === null && isKnown(arms[0]!.pattern, keys)) {
    const ends = emitBody(emitter, subject, arms[0]!, dest);
    if (ends) leave();
    return ends;
  }
  return emitInOrder(emitter, subject, arms, dest, ({ pattern }, last) => {
    if ((last && all && boundByTest(pattern).size === 0) || isKnown(pattern, keys)) return null;
    return keys.size === 1 ? payloadTest(emitter, pattern, subject.text) : patternTest(emitter, pattern, subject.text);
  }, leave);
}

// ---- tests in order

function emitTests(emitter: FunctionEmitter, subject: Value, arms: readonly Arm[], dest: Dest): boolean {
  const chained = arms.length <= 12 && arms.every((arm) => arm.guard === null && boundByTest(arm.pattern).size === 0);
  if (chained) return emitChain(emitter, subject, arms, dest);
  const block = new Block(emitter);
  const ends = emitInOrder(emitter, subject, arms, dest, testOf(emitter, subject), (last) => { if (!last) block.leave(); });
  block.close();
  return ends;
}

function emitChain(emitter: FunctionEmitter, subject: Value, arms: readonly Arm[], dest: Dest): boolean {
  let ends = false;
  for (const [at, { pattern, body }] of arms.entries()) {
    const last = at === arms.length - 1;
    const test = last ? null : patternTest(emitter, pattern, subject.text);
    if (last && at === 0) {
      emitBindings(emitter, pattern, subject);
      return emitter.into(body, dest);
    }
    if (at === 0) emitter.line(`if (${test ?? "true"}) {`);
    else emitter.line(last || test === null ? "} else {" : `} else if (${test}) {`);
    emitter.indent++;
    emitBindings(emitter, pattern, subject);
    if (emitter.into(body, dest)) ends = true;
    emitter.indent--;
    if (test === null && !last && at > 0) break;
  }
  // An arm that does nothing needs no `else`.
  if (emitter.lines.at(-1)!.trim() === "} else {") emitter.lines.pop();
  emitter.line("}");
  return ends;
}

/** Each arm whose test holds leaves; null stands for a test that always holds. */
function emitInOrder(
  emitter: FunctionEmitter, subject: Value, arms: readonly Arm[], dest: Dest,
  test: (arm: Arm, last: boolean) => string | null, leave: (last: boolean) => void,
): boolean {
  let ends = false;
  for (const [at, arm] of arms.entries()) {
    const last = at === arms.length - 1 && arm.guard === null;
    declareTested(emitter, arm.pattern);
    const condition = test(arm, last);
    emitter.open(condition === null ? "{" : `if (${condition}) {`);
    emitBindings(emitter, arm.pattern, subject);
    if (arm.guard !== null) emitter.open(`if (${emitter.statement(() => emitter.text(arm.guard!))}) {`);
    if (emitter.into(arm.body, dest)) {
      ends = true;
      leave(last);
    }
    if (arm.guard !== null) emitter.close();
    emitter.close();
  }
  return ends;
}

/** The last arm takes what is left, and needs its test for what that assigns alone. */
function testOf(emitter: FunctionEmitter, subject: Value): (arm: Arm, last: boolean) => string | null {
  return ({ pattern }, last) => (last && boundByTest(pattern).size === 0 ? null : patternTest(emitter, pattern, subject.text));
}

function emitBody(emitter: FunctionEmitter, subject: Value, arm: Arm, dest: Dest): boolean {
  emitBindings(emitter, arm.pattern, subject);
  return emitter.into(arm.body, dest);
}

/** A block that arms leave, with a label if one does. */
class Block {
  readonly #emitter: FunctionEmitter;
  readonly #label: string;
  readonly #head: number;
  #left = false;

  constructor(emitter: FunctionEmitter) {
    this.#emitter = emitter;
    this.#label = emitter.names.fresh("match");
    this.#head = emitter.lines.length;
    emitter.open(`${this.#label}: {`);
  }

  leave(): void {
    this.#left = true;
    this.#emitter.line(`break ${this.#label};`);
  }

  close(): void {
    this.#emitter.close();
    const { lines } = this.#emitter;
    if (!this.#left) lines[this.#head] = lines[this.#head]!.replace(`${this.#label}: `, "");
  }
}
