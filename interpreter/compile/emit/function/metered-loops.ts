// Loops of programs with limits. The steps of a loop that counts up by ones to a constant bound are counted
// for a strip of iterations, so that each iteration is as in a loop without limits:
//
//     for (let i = 0; i < n;) {
//       const end = n > i + 64 ? i + 64 : n;
//       if ((meter -= end - i) < 0) meter = runtime.step(meter);
//       for (; i < end; i++) …
//     }
//
// Other loops that call nothing are charged after each strip:
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
import { calculates } from "./calculations.ts";
import { callsNothing } from "./calls.ts";
import type { Emitter } from "../emitter/index.ts";
import { continued, inStripsOf, storedBefore, type Counted } from "./giving-way.ts";

/** The iterations of a strip: a loop that is left early has been charged for at most this many too many. */
const STRIP = 64;
/** The same for loops that only calculate, of whose iterations a strip costs as much as some twenty. */
const LONG_STRIP = 1024;

export function meteredStrips(emitter: Emitter, loop: Loop, code: LoopCode, counted: Counted): LoopCode {
  const strip = calculates.holds(emitter.program, loop.body) ? LONG_STRIP : STRIP;
  return inStripsOf(emitter, code, strip, counted, (count) => [
    {
      kind: "Line",
      text: `if ((meter -= ${count}) < 0) meter = ${emitter.mark(loop.at)}runtime.step(meter);`,
    },
  ]);
}

/**
 * Any other loop, with the statements around its body. A panic leaves the steps of less than one strip
 * uncounted.
 */
export function meteredIterations(emitter: Emitter, loop: Loop, code: LoopCode): Code[] {
  const steps = emitter.names.fresh("steps");
  const account = `if ((meter -= ${STRIP}) < 0) meter = ${emitter.mark(loop.at)}runtime.step(meter);`;
  return callsNothing(loop)
    ? [paidBehind(emitter, code, steps, account)]
    : countedOneByOne(code, steps, account);
}

/**
 * Groups iterations into strips: nothing is called within one, so V8 keeps what the iterations read in
 * registers. If the iterations call something anyway, or are few, a strip costs more than it saves.
 */
function paidBehind(emitter: Emitter, code: LoopCode, steps: string, account: string): LoopCode {
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
