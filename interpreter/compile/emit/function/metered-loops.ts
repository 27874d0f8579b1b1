// Loops of programs with limits. The steps of those that count up by ones to a bound which stays are counted for many
// iterations at once, so that each iteration is as in a loop without limits:
//
//     for (let i = 0; i < n;) {
//       const end = n > i + 64 ? i + 64 : n;
//       if ((meter -= end - i) < 0) meter = runtime.step(meter);
//       for (; i < end; i++) …
//     }
//
// Others that call nothing are paid for behind each strip:
//
//     loop: for (;;) {
//       let steps = 0;
//       for (; steps < 64; steps++) {
//         if (!test) { meter -= steps; break loop; }
//         …
//       }
//       if ((meter -= 64) < 0) meter = runtime.step(meter);
//     }
import type { Loop } from "../../ir/index.ts";
import type { Code, LoopCode } from "../frames/index.ts";
import { callsNothing } from "./calls.ts";
import type { FunctionEmitter } from "./function-emitter.ts";
import { continued, inStripsOf, storedBefore, type Counted } from "./giving-way.ts";

/** Iterations that are counted at once: a loop that is left early has paid for so many too much at most. */
const STRIP = 64;

/** Whether the steps of a loop are counted for several iterations at once. Where iterations may take long by themselves, each is counted. */
export function countsTogether(emitter: FunctionEmitter, loop: Loop): boolean {
  const { metered, suspension } = emitter.program;
  return metered && emitter.mode === "sync" && !suspension.looksIn(loop);
}

export function meteredStrips(
  emitter: FunctionEmitter,
  loop: Loop,
  code: LoopCode,
  counted: Counted,
): LoopCode {
  return inStripsOf(emitter, code, STRIP, counted, (count) => [
    {
      kind: "Line",
      text: `if ((meter -= ${count}) < 0) meter = ${emitter.mark(loop.at)}runtime.step(meter);`,
    },
  ]);
}

/** Any other loop, with what stands before and behind it. A panic leaves fewer steps than one strip has uncounted. */
export function meteredIterations(emitter: FunctionEmitter, loop: Loop, code: LoopCode): Code[] {
  const steps = emitter.names.fresh("steps");
  const account = `if ((meter -= ${STRIP}) < 0) meter = ${emitter.mark(loop.at)}runtime.step(meter);`;
  return callsNothing(loop)
    ? [paidBehind(emitter, code, steps, account)]
    : countedOneByOne(code, steps, account);
}

/**
 * In strips: nothing is called between the iterations of one, so that V8 keeps in registers what they read. Where they call
 * something anyway, or are few, each strip more costs more than it brings.
 */
function paidBehind(emitter: FunctionEmitter, code: LoopCode, steps: string, account: string): LoopCode {
  const { label, test, step } = code;
  const strip = emitter.names.fresh("strip");
  const leave: Code[] = [line(`meter -= ${steps};`), { kind: "Break", label }];
  const tested: Code[] =
    test === null ? [] : [{ kind: "If", arms: [{ test: `!(${test})`, body: leave }], waits: false }];
  const iteration = continued(code.body, label, strip);
  const iterations: LoopCode = {
    ...code,
    label: strip,
    variables: [],
    test: `${steps} < ${STRIP}`,
    step: step === "" ? `${steps}++` : `${step}, ${steps}++`,
    body: [...tested, ...storedBefore(iteration, [line(`meter -= ${steps} + 1;`)], new Set([strip]))],
  };
  const body: Code[] = [
    { kind: "Declare", name: steps, value: "0", changes: true },
    iterations,
    line(account),
  ];
  return { ...code, test: null, step: "", body };
}

function countedOneByOne(code: LoopCode, steps: string, account: string): Code[] {
  const pay = line(`meter -= ${steps};`);
  const count: Code = {
    kind: "If",
    arms: [{ test: `++${steps} >= ${STRIP}`, body: [line(account), line(`${steps} = 0;`)] }],
    waits: false,
  };
  const body = storedBefore(code.body, [pay], new Set([code.label]));
  return [
    { kind: "Declare", name: steps, value: "0", changes: true },
    { ...code, body: [count, ...body] },
    pay,
  ];
}

const line = (text: string): Code => ({ kind: "Line", text });
