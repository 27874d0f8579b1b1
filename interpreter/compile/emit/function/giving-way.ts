import { eachPart, eachPartOfStmt, type Expr, type Loop, type Stmt } from "../../ir/index.ts";
import { waitsIn, type Code, type LoopCode } from "../frames/index.ts";
import { callsNothing, isCall } from "./calls.ts";
import type { Emitter } from "../emitter/index.ts";

const SHARED = "fuel";

/** Takes fuel for an iteration or a call; true if the time slice is over. */
export const SPEND = `--${SHARED} < 0 && due()`;

/**
 * The copy of `slice.fuel` in a variable of the program: V8 decrements it in two thirds of the time of a
 * property. V8 does not inline calls of a Proxy: functions would be inlined at every check, and optimizing the
 * code around them would take twice as long.
 */
export const DUE_FUNCTIONS = [
  "  let fuel = 0;",
  "  const due = new Proxy(() => { const isDue = scheduler.due(); fuel = slice.fuel; return isDue; }, { __proto__: null });",
  "  const left = new Proxy(() => due() ? -1 : fuel, { __proto__: null });",
];

/** The condition that takes `spent` units of fuel, if any, and is true if the time slice is over. */
function overText(counter: string, spent: number): string {
  return `${spentText(counter, spent)} && ${counter === SHARED ? "due()" : `(${counter} = left() | 0) < 0`}`;
}

/** The condition that takes `spent` units of fuel, if any, and is true if the clock must be checked. */
function spentText(counter: string, spent: number): string {
  return `${spent === 0 ? counter : spent === 1 ? `--${counter}` : `(${counter} -= ${spent})`} < 0`;
}

/** A loop that counts up by ones to a constant bound. */
export interface Counted {
  readonly counter: string;
  readonly bound: string;
  readonly inclusive: boolean;
  /** Whether it is inside a loop that checks with the same counter. */
  readonly nested: boolean;
}

/** The fuel that a strip of iterations takes. */
const STRIP = 1024;

/**
 * Groups iterations into strips, which are paid for in advance. Leaving a strip early returns no fuel. This
 * costs an additional check of the clock now and then, but each iteration is as fast as in a loop that never
 * checks.
 */
function inStrips(emitter: Emitter, loop: Loop, code: LoopCode, weight: number, counted: Counted): LoopCode {
  const { counter } = emitter;
  const iterations = Math.max(2, Math.floor(STRIP / weight));
  const strips = inStripsOf(emitter, code, iterations, counted, (count) => [
    { kind: "Line", text: `${counter} -= ${weight === 1 ? count : `(${count}) * ${weight}`};` },
  ]);
  const isLonger = counted.nested ? `${counted.bound} > ${lastOf(counted, iterations)} && ` : "";
  const look = emitter.giveWay(loop.at, isLonger + overText(counter, 0));
  return { ...strips, body: [look, ...strips.body], waits: true, looks: counter };
}

/**
 * Groups iterations into strips; `pay` returns the statements before each, given the number of its
 * iterations.
 */
export function inStripsOf(
  emitter: Emitter,
  code: LoopCode,
  iterations: number,
  counted: Counted,
  pay: (count: string) => Code[],
): LoopCode {
  const { counter, bound, inclusive } = counted;
  const label = emitter.names.fresh("strip");
  const end = emitter.names.fresh("end");
  const last = lastOf(counted, iterations);
  const body: Code[] = [
    {
      kind: "Declare",
      name: end,
      // Math.min would make V8 compare floating-point numbers in each iteration.
      value: `${bound} > ${last} ? ${last} : ${bound}`,
      changes: false,
    },
    ...pay(`${end} - ${counter}${inclusive ? " + 1" : ""}`),
    {
      ...code,
      label,
      variables: [],
      test: `${counter} ${inclusive ? "<=" : "<"} ${end}`,
      body: continued(code.body, code.label, label),
    },
  ];
  return { ...code, step: "", body };
}

/** The end of a strip of this many iterations. */
function lastOf({ counter, inclusive }: Counted, iterations: number): string {
  return `${counter} + ${inclusive ? iterations - 1 : iterations}`;
}

/** Redirects jumps to the next iteration of `from` to that of `to`. */
export function continued(codes: readonly Code[], from: string, to: string): Code[] {
  const all = (body: readonly Code[]): Code[] => continued(body, from, to);
  return codes.map((code): Code => {
    switch (code.kind) {
      case "Continue":
        return code.label === from ? { ...code, label: to } : code;
      case "If":
        return { ...code, arms: code.arms.map((arm) => ({ ...arm, body: all(arm.body) })) };
      case "Switch":
        return { ...code, cases: code.cases.map((each) => ({ ...each, body: all(each.body) })) };
      case "Loop":
      case "Labelled":
      case "Guarded":
        return { ...code, body: all(code.body) };
      case "Line":
      case "Declare":
      case "Release":
      case "Wait":
      case "Break":
        return code;
    }
  });
}

/**
 * Makes a loop give way. Without `testFirst` its test has no effects and may be evaluated twice; with it, the
 * test comes after the check.
 */
export function givingWay(
  emitter: Emitter,
  loop: Loop,
  code: LoopCode,
  testFirst: boolean,
  counted: Counted | null,
): LoopCode {
  const { counter } = emitter;
  const natives = emitter.program.suspension.nativesIn(loop);
  const weight = waitsIn(code.body) ? null : emitter.program.suspension.weightOf(loop);
  if (weight !== null && counted !== null) return inStrips(emitter, loop, code, weight, counted);
  const spent = natives === 0 ? (weight ?? 1) : natives;
  const leave: Code = { kind: "Break", label: code.label };
  const tested: Code[] =
    testFirst && code.test !== null
      ? [{ kind: "If", arms: [{ test: `!(${code.test})`, body: [leave] }], waits: false }]
      : [];
  const test = testFirst ? null : code.test;
  if (weight !== null && callsNothing(loop)) {
    const chunk = emitter.names.fresh("chunk");
    const next: Code = { kind: "Continue", label: chunk };
    const count: Code = {
      kind: "If",
      arms: [{ test: spentText(counter, spent), body: [next] }],
      waits: false,
    };
    const iterations = { ...code, variables: [], test, body: [count, ...tested, ...code.body] };
    const look = emitter.giveWay(loop.at, overText(counter, 0));
    const body: Code[] = [look, iterations, { kind: "Break", label: chunk }];
    return { ...code, label: chunk, test: null, step: "", body, waits: true, looks: counter };
  }
  const look = emitter.giveWay(loop.at, overText(counter, spent));
  const body = [look, ...tested, ...code.body];
  return { ...code, test, body, waits: true, looks: counter };
}

/** Whether an enclosing loop has its own counter. */
export function isCounted(emitter: Emitter): boolean {
  return emitter.counter !== SHARED;
}

/**
 * A counter for a loop in which nothing waits except for the time slice; null if an enclosing loop has one,
 * or if something waits.
 */
export function ownCounter(emitter: Emitter, loop: Loop): string | null {
  if (emitter.counter !== SHARED || mayWait(emitter, loop)) return null;
  return emitter.noteInt(emitter.names.fresh(SHARED), { low: -(2 ** 31), high: 2 ** 31 - 1 });
}

/** A loop with its own counter, which is loaded before it and stored on every exit. */
export function withCounter(emitter: Emitter, code: LoopCode, counter: string): Code[] {
  const store: Code = { kind: "Line", text: `${SHARED} = ${counter};` };
  emitter.nameInIteration(counter);
  return [
    { kind: "Declare", name: counter, value: `${SHARED} | 0`, changes: true },
    { ...code, body: storedBefore(code.body, [store], new Set([code.label])) },
    store,
  ];
}

function mayWait({ program }: Emitter, loop: Loop): boolean {
  let found = false;
  const visit = {
    expr(expr: Expr): void {
      found ||= isCall(expr) && program.suspension.waits(expr);
      if (!found) eachPart(expr, visit);
    },
    stmt: (stmt: Stmt): void => eachPartOfStmt(stmt, visit),
    lambda: (): void => {},
  };
  visit.expr(loop);
  return found;
}

/** Inserts `store` before every jump to a label outside `inside`. */
export function storedBefore(
  codes: readonly Code[],
  store: readonly Code[],
  inside: ReadonlySet<string>,
): Code[] {
  return codes.flatMap((code): Code[] => {
    switch (code.kind) {
      case "Line":
        return code.returns === true ? [...store, code] : [code];
      case "Break":
      case "Continue":
        return inside.has(code.label) ? [code] : [...store, code];
      case "If":
        return [
          {
            ...code,
            arms: code.arms.map((arm) => ({ ...arm, body: storedBefore(arm.body, store, inside) })),
          },
        ];
      case "Switch":
        return [
          {
            ...code,
            cases: code.cases.map((each) => ({
              ...each,
              body: storedBefore(each.body, store, new Set([...inside, code.label])),
            })),
          },
        ];
      case "Loop":
      case "Labelled":
        return [{ ...code, body: storedBefore(code.body, store, new Set([...inside, code.label])) }];
      case "Guarded":
        return [{ ...code, body: storedBefore(code.body, store, inside) }];
      case "Declare":
      case "Release":
      case "Wait":
        return [code];
    }
  });
}
