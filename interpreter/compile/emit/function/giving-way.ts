// Loops that look whether the time slice is over (reference/concurrency#scheduling). What may be done before the next look at
// the clock is counted in `fuel`, a variable that all functions of a program share. The outermost of loops in which nothing else
// waits takes it into a variable of its own, for itself and all loops inside: V8 keeps that in a register, where it is
// told that it is a number of 32 bits.
//
//     let fuel$1 = fuel | 0;
//     for (let i = 0; i < n; i++) {
//       if (--fuel$1 < 0 && (fuel$1 = left() | 0) < 0) …      the goroutine pauses
//       …
//     }
//     fuel = fuel$1;
//
// One that counts up by ones to a bound which stays pays for many iterations at once, and looks between these strips:
//
//     for (let i = 0; i < n;) {
//       if (fuel$1 < 0 && (fuel$1 = left() | 0) < 0) …
//       const end = n > i + 1024 ? i + 1024 : n;
//       fuel$1 -= end - i;
//       for (; i < end; i++) …
//     }
//
// Inside of another loop, which looks before each iteration, it looks only where more than one strip is left.
//
// Any other that calls nothing looks outside of the loop, so that V8 keeps in registers what the iterations read:
//
//     chunk: for (;;) {
//       if (fuel$1 < 0 && (fuel$1 = left() | 0) < 0) …
//       for (; i < n; i++) {
//         if (--fuel$1 < 0) continue chunk;
//         …
//       }
//       break;
//     }
//
// An iteration that may call natives uses up much, since how long they take is unknown.
import { eachPart, eachPartOfStmt, type Expr, type Loop, type Stmt } from "../../ir/index.ts";
import { waitsIn, type Code, type LoopCode } from "../frames/index.ts";
import { callsNothing, isCall } from "./calls.ts";
import type { FunctionEmitter } from "./function-emitter.ts";

const SHARED = "fuel";

/** Counts an iteration or a call, and tells that it is time to look. */
export const SPEND = `--${SHARED} < 0 && due()`;

/**
 * What is left of `slice.fuel`, in a variable of the program: V8 counts it down in two thirds of the time that a property
 * takes. Functions look, which V8 has inlined: it leaves optimized code where a place runs for the first time, and this is one place.
 */
export const LATE = [
  "  let fuel = 0;",
  "  const due = () => { const isDue = scheduler.due(); fuel = slice.fuel; return isDue; };",
  "  const left = () => due() ? -1 : fuel;",
];

/** Uses up `spent`, or nothing, and tells that the slice is over. */
function overText(counter: string, spent: number): string {
  return `${spentText(counter, spent)} && ${counter === SHARED ? "due()" : `(${counter} = left() | 0) < 0`}`;
}

/** Uses up `spent`, or nothing, and tells that it is time to look. */
function spentText(counter: string, spent: number): string {
  return `${spent === 0 ? counter : spent === 1 ? `--${counter}` : `(${counter} -= ${spent})`} < 0`;
}

/** A loop that counts up to a bound which stays, by ones. */
export interface Counted {
  readonly counter: string;
  readonly bound: string;
  readonly inclusive: boolean;
  /** It stands in a loop that looks by the same counter. */
  readonly nested: boolean;
}

/** What the iterations between two looks at `fuel` use up of it. */
const STRIP = 1024;

/**
 * Its iterations in strips, which are paid for before. Leaving early gives nothing back: that costs a look at the clock
 * now and then, while each iteration is as in a loop that never looks.
 */
function inStrips(
  emitter: FunctionEmitter,
  loop: Loop,
  code: LoopCode,
  weight: number,
  counted: Counted,
): LoopCode {
  const { counter } = emitter;
  const iterations = Math.max(2, Math.floor(STRIP / weight));
  const strips = inStripsOf(emitter, code, iterations, counted, (count) => [
    { kind: "Line", text: `${counter} -= ${weight === 1 ? count : `(${count}) * ${weight}`};` },
  ]);
  const isLonger = counted.nested ? `${counted.bound} > ${lastOf(counted, iterations)} && ` : "";
  const look = emitter.giveWay(loop.at, isLonger + overText(counter, 0));
  return { ...strips, body: [look, ...strips.body], waits: true, looks: counter };
}

/** In strips of so many iterations; `pay` is what stands before each, given the number of its iterations. */
export function inStripsOf(
  emitter: FunctionEmitter,
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
      // Not by Math.min: V8 would compare floating-point numbers in each iteration.
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

/** What the bound of a strip of so many iterations is. */
function lastOf({ counter, inclusive }: Counted, iterations: number): string {
  return `${counter} + ${inclusive ? iterations - 1 : iterations}`;
}

/** With the jumps to the next iteration of `from` led to that of `to`. */
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

/** The same loop, giving way. Its test has no effects unless `testFirst`, and may be asked twice; else it comes after the look. */
export function givingWay(
  emitter: FunctionEmitter,
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

/** Whether a loop around what is emitted has the counter for itself and all inside. */
export function isCounted(emitter: FunctionEmitter): boolean {
  return emitter.counter !== SHARED;
}

/** The counter for a loop in which nothing waits but for the slice; null where one around has it, or something does. */
export function ownCounter(emitter: FunctionEmitter, loop: Loop): string | null {
  if (emitter.counter !== SHARED || mayWait(emitter, loop)) return null;
  return emitter.noteInt(emitter.names.fresh(SHARED), { low: -(2 ** 31), high: 2 ** 31 - 1 });
}

/** A loop with a counter of its own, which is taken before it and given back on every way out. */
export function withCounter(emitter: FunctionEmitter, code: LoopCode, counter: string): Code[] {
  const store: Code = { kind: "Line", text: `${SHARED} = ${counter};` };
  emitter.nameInRound(counter);
  return [
    { kind: "Declare", name: counter, value: `${SHARED} | 0`, changes: true },
    { ...code, body: storedBefore(code.body, [store], new Set([code.label])) },
    store,
  ];
}

function mayWait({ program }: FunctionEmitter, loop: Loop): boolean {
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

/** With `store` before every jump to what is not in `inside`. */
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
