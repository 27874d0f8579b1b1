// `match` (reference/patterns#patterns). Arms become a `switch` if the first of them test the tag of one enum
// or plain constants, otherwise sequential tests: a chain of `if`s, or a block that each arm leaves.
import { isIrrefutable, type Arm, type Expr } from "../../ir/index.ts";
import { waitsIn, type Code } from "../frames/index.ts";
import type { Dest, Emitter } from "../emitter/index.ts";
import { bytesLiteral, type Value } from "../values/index.ts";
import {
  boundByTest,
  declareTested,
  emitBindings,
  isLongText,
  patternTest,
  payloadTest,
} from "./patterns.ts";
import { isKnown, NONE, switchPlan, type Group, type Key, type SwitchPlan } from "./switch-plan.ts";

export function emitMatch(emitter: Emitter, expr: Expr & { kind: "Match" }, dest: Dest): boolean {
  const subject = emitter.statement(() => {
    const value = emitter.value(expr.subject);
    return value.fixed && value.repeatable ? value : emitter.keep(value);
  });
  const plan = switchPlan(expr.arms);
  const counts = emitter.program.metered && plan?.groups.some(({ keys }) => [...keys].some(isLongText));
  return plan === null || counts === true
    ? emitTests(emitter, subject, expr.arms, dest)
    : emitSwitch(emitter, subject, plan, dest);
}

// ---- a switch

function emitSwitch(emitter: Emitter, subject: Value, plan: SwitchPlan, dest: Dest): boolean {
  const { groups, rest } = plan;
  const decided = groups.every(takesAllOfKey);
  // The rest becomes the default if it has a single arm that always matches, and only it is left when no case
  // applies.
  const asDefault =
    rest.length === 1 && decided && rest[0]!.guard === null && isIrrefutable(rest[0]!.pattern);
  const label = emitter.names.fresh("match");
  if (rest.length === 0 || asDefault) return emitCases(emitter, subject, plan, dest, { label, block: label });
  const block = emitter.names.fresh("match");
  return emitter.labelled(block, () => {
    const ends = emitCases(emitter, subject, plan, dest, { label, block });
    return emitRest(emitter, subject, rest, dest, block) || ends;
  });
}

/** Arms leave `block`, which is the switch itself if nothing follows it. */
function emitCases(
  emitter: Emitter,
  subject: Value,
  plan: SwitchPlan,
  dest: Dest,
  { label, block }: { readonly label: string; readonly block: string },
): boolean {
  const { groups, rest } = plan;
  const { head, labels } = cases(emitter, subject, plan);
  let ends = false;
  const codes = groups.map((group, at) => {
    // The checker has proved the arms exhaustive.
    const last = rest.length === 0 && at === groups.length - 1;
    const { body } = emitter.sequence(() => {
      if (
        emitGroup(emitter, subject, group, dest, {
          all: rest.length === 0,
          leave: () => emitter.jump("Break", block),
        })
      )
        ends = true;
      if (block !== label && !takesAllOfKey(group)) emitter.jump("Break", label);
    });
    return { labels: last ? [] : labels[at]!, body };
  });
  if (block === label && rest.length > 0) {
    const { body, given } = emitter.sequence(() => emitBody(emitter, subject, rest[0]!, dest));
    if (given) ends = true;
    codes.push({ labels: [], body });
  }
  emitter.code.push({
    kind: "Switch",
    label,
    on: head,
    cases: codes,
    waits: codes.some((each) => waitsIn(each.body)),
  });
  return ends;
}

/** From this many strings on a table finds the case, since a `switch` compares one after another. */
const TABLE_FROM = 24;

/** The operand of the `switch`, and the labels of each group. */
function cases(
  emitter: Emitter,
  subject: Value,
  { on, option, groups }: SwitchPlan,
): { head: string; labels: string[][] } {
  const keys = groups.map((group) => [...group.keys]);
  if (on === "tag") {
    const tag = `${subject.text}.tag`;
    return {
      head: option ? `${subject.text} === null ? -1 : ${tag}` : tag,
      labels: keys.map((some) => some.map((key) => (key === NONE ? "-1" : `${String(key)}`))),
    };
  }
  const labels = keys.map((some) => some.map(constantLabel));
  const all = keys.flat();
  if (all.length < TABLE_FROM || !all.some((key) => typeof key === "string"))
    return { head: subject.text, labels };
  return {
    head: `${emitter.program.caseTable(labels)}.get(${subject.text})`,
    labels: labels.map((_, at) => [`${at}`]),
  };
}

function constantLabel(key: Key): string {
  if (typeof key === "string") return bytesLiteral(key);
  return key === NONE ? "null" : `${key}`;
}

/** Whether an arm of the group matches every value with one of its keys. */
function takesAllOfKey({ keys, arms }: Group): boolean {
  const last = arms.at(-1)!;
  return last.guard === null && isKnown(last.pattern, keys);
}

/** The arms of one case; `all`: one of them matches every value that gets here. */
function emitGroup(
  emitter: Emitter,
  subject: Value,
  group: Group,
  dest: Dest,
  { all, leave }: { readonly all: boolean; readonly leave: () => void },
): boolean {
  const { keys, arms } = group;
  if (arms.length === 1 && arms[0]!.guard === null && isKnown(arms[0]!.pattern, keys)) {
    const ends = emitBody(emitter, subject, arms[0]!, dest);
    if (ends) leave();
    return ends;
  }
  return emitInOrder(emitter, subject, arms, dest, {
    test: ({ pattern }, last) => {
      if ((last && all && boundByTest(pattern).size === 0) || isKnown(pattern, keys)) return null;
      return keys.size === 1
        ? payloadTest(emitter, pattern, subject.text)
        : patternTest(emitter, pattern, subject.text);
    },
    leave: leave,
  });
}

// ---- sequential tests

function emitTests(emitter: Emitter, subject: Value, arms: readonly Arm[], dest: Dest): boolean {
  const chained =
    arms.length <= 12 && arms.every((arm) => arm.guard === null && boundByTest(arm.pattern).size === 0);
  if (chained) return emitChain(emitter, subject, arms, dest);
  const block = emitter.names.fresh("match");
  return emitter.labelled(block, () => emitRest(emitter, subject, arms, dest, block));
}

/** One of the arms matches every value that gets here. */
function emitRest(
  emitter: Emitter,
  subject: Value,
  arms: readonly Arm[],
  dest: Dest,
  block: string,
): boolean {
  return emitInOrder(emitter, subject, arms, dest, {
    test: testOf(emitter, subject),
    leave: (last) => {
      if (!last) emitter.jump("Break", block);
    },
  });
}

function emitChain(emitter: Emitter, subject: Value, arms: readonly Arm[], dest: Dest): boolean {
  let ends = false;
  const chain: { test: string | null; body: readonly Code[] }[] = [];
  for (const [at, { pattern, body }] of arms.entries()) {
    const last = at === arms.length - 1;
    const test = last ? null : patternTest(emitter, pattern, subject.text);
    if (last && at === 0) {
      emitBindings(emitter, pattern, subject);
      return emitter.into(body, dest);
    }
    const arm = emitter.sequence(() => {
      emitBindings(emitter, pattern, subject);
      if (emitter.into(body, dest)) ends = true;
    });
    chain.push({ test: at === 0 ? (test ?? "true") : test, body: arm.body });
    if (test === null && at > 0) break;
  }
  emitter.code.push({ kind: "If", arms: chain, waits: chain.some((each) => waitsIn(each.body)) });
  return ends;
}

interface ArmExits {
  test(arm: Arm, last: boolean): string | null;
  leave(last: boolean): void;
}

/** Each arm whose test holds leaves; null is a test that always holds. */
function emitInOrder(
  emitter: Emitter,
  subject: Value,
  arms: readonly Arm[],
  dest: Dest,
  { test, leave }: ArmExits,
): boolean {
  let ends = false;
  for (const [at, arm] of arms.entries()) {
    const last = at === arms.length - 1 && arm.guard === null;
    declareTested(emitter, arm.pattern);
    const condition = test(arm, last);
    const run = (): void => {
      if (!emitter.into(arm.body, dest)) return;
      ends = true;
      leave(last);
    };
    const chosen = (): void => {
      emitBindings(emitter, arm.pattern, subject);
      if (arm.guard === null) run();
      else
        emitter.if(
          emitter.statement(() => emitter.text(arm.guard!)),
          run,
        );
    };
    if (condition !== null) emitter.if(condition, chosen);
    else emitter.labelled(emitter.names.fresh("arm"), chosen);
  }
  return ends;
}

/** The last arm matches all remaining values; it needs its test only for the variables that this assigns. */
function testOf(emitter: Emitter, subject: Value): (arm: Arm, last: boolean) => string | null {
  return ({ pattern }, last) =>
    last && boundByTest(pattern).size === 0 ? null : patternTest(emitter, pattern, subject.text);
}

function emitBody(emitter: Emitter, subject: Value, arm: Arm, dest: Dest): boolean {
  emitBindings(emitter, arm.pattern, subject);
  return emitter.into(arm.body, dest);
}
