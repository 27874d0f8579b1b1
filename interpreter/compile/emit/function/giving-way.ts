// Loops that look whether the time slice is over (reference/concurrency#scheduling). What may be done before the next look at
// the clock is counted in `fuel`, a variable that all functions of a program share. A loop that waits for
// nothing else is one inside another, so that neither its iterations nor those of a frame that goes on with
// it cost more than counting:
//
//     chunk: for (let i = 0;;) {
//       if (late()) …                                     the goroutine pauses
//       let fuel$1 = fuel;                                in a register
//       for (; i < n; i++) {
//         if (--fuel$1 < 0) break;
//         …
//       }
//       fuel = fuel$1;
//       if (fuel$1 >= 0) break;
//     }
//
// One that counts up by ones to a bound which stays pays for many iterations at once, and looks between these strips:
//
//     for (let i = 0; i < n;) {
//       if (late()) …
//       const end = n > i + 1024 ? i + 1024 : n;
//       fuel -= end - i;
//       for (; i < end; i++) …
//     }
//
// An iteration that may call natives uses up much, since how long they take is unknown.
import type { Loop } from "../../ir/index.ts";
import { waitsIn, type Code, type LoopCode } from "../frames/index.ts";
import type { FunctionEmitter } from "./function-emitter.ts";

/** Counts an iteration or a call, and tells that it is time to look. */
export const SPEND = "--fuel < 0";

/**
 * What is left of `slice.fuel`, in a variable of the program: V8 counts it down in two thirds of the time that a property
 * takes. `late` looks where nothing is counted. Functions, which V8 has inlined: it leaves optimized code where a place
 * runs for the first time, and this is one place.
 */
export const LATE = [
  "  let fuel = 0;",
  "  const due = () => { const isDue = scheduler.due(); fuel = slice.fuel; return isDue; };",
  "  const late = () => fuel < 0 && due();",
];

/** A loop that counts up to a bound which stays, by ones. */
export interface Counted {
  readonly counter: string;
  readonly bound: string;
  readonly inclusive: boolean;
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
  const strips = inStripsOf(emitter, code, Math.max(2, Math.floor(STRIP / weight)), counted, (count) => [
    { kind: "Line", text: `fuel -= ${weight === 1 ? count : `(${count}) * ${weight}`};` },
  ]);
  return { ...strips, body: [emitter.giveWay(loop.at, null), ...strips.body], waits: true, looks: true };
}

/** In strips of so many iterations; `pay` is what stands before each, given the number of its iterations. */
export function inStripsOf(
  emitter: FunctionEmitter,
  code: LoopCode,
  iterations: number,
  { counter, bound, inclusive }: Counted,
  pay: (count: string) => Code[],
): LoopCode {
  const label = emitter.names.fresh("strip");
  const end = emitter.names.fresh("end");
  const last = `${counter} + ${inclusive ? iterations - 1 : iterations}`;
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
  const natives = emitter.program.suspension.nativesIn(loop);
  const much = natives === 0 ? SPEND : `(fuel -= ${natives}) < 0`;
  const leave: Code = { kind: "Break", label: code.label };
  const tested: Code[] =
    testFirst && code.test !== null
      ? [{ kind: "If", arms: [{ test: `!(${code.test})`, body: [leave] }], waits: false }]
      : [];
  const test = testFirst ? null : code.test;
  if (waitsIn(code.body)) {
    const body = [emitter.giveWay(loop.at, much), ...tested, ...code.body];
    return { ...code, test, body, waits: true, looks: true };
  }
  const weight = emitter.program.suspension.weightOf(loop);
  if (weight !== null && counted !== null) return inStrips(emitter, loop, code, weight, counted);
  const chunk = emitter.names.fresh("chunk");
  const fuel = weight === null ? "fuel" : emitter.names.fresh("fuel");
  const spend =
    natives > 0 ? much : weight === null || weight === 1 ? `--${fuel} < 0` : `(${fuel} -= ${weight}) < 0`;
  const store: Code[] = weight === null ? [] : [{ kind: "Line", text: `fuel = ${fuel};` }];
  const again: Code = weight === null ? { kind: "Continue", label: chunk } : leave;
  const iteration: Code[] = [{ kind: "If", arms: [{ test: spend, body: [again] }], waits: false }];
  iteration.push(
    ...tested,
    ...(weight === null ? code.body : storedBefore(code.body, store, new Set([code.label]))),
  );
  const body: Code[] = [emitter.giveWay(loop.at, null)];
  if (weight !== null) body.push({ kind: "Declare", name: fuel, value: "fuel", changes: true });
  const out: Code = { kind: "Break", label: chunk };
  const end: Code =
    weight === null ? out : { kind: "If", arms: [{ test: `${fuel} >= 0`, body: [out] }], waits: false };
  body.push({ ...code, variables: [], test, body: iteration }, ...store, end);
  return {
    kind: "Loop",
    label: chunk,
    mark: code.mark,
    variables: code.variables,
    test: null,
    step: "",
    body,
    waits: true,
    looks: true,
  };
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
      case "Wait":
        return [code];
    }
  });
}
