// Loops of programs with limits that count up by ones to a bound which stays: their steps are counted for
// many iterations at once, so that each iteration is as in a loop without limits.
//
//     for (let i = 0; i < n;) {
//       const end = n > i + 64 ? i + 64 : n;
//       if ((meter -= end - i) < 0) meter = runtime.step(meter);
//       for (; i < end; i++) …
//     }
import type { Loop } from "../../ir/index.ts";
import type { Code, LoopCode } from "../frames/index.ts";
import type { FunctionEmitter } from "./function-emitter.ts";
import { inStripsOf, storedBefore, type Counted } from "./giving-way.ts";

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
  const pay: Code = { kind: "Line", text: `meter -= ${steps};` };
  const account: Code[] = [
    {
      kind: "Line",
      text: `if ((meter -= ${steps}) < 0) meter = ${emitter.mark(loop.at)}runtime.step(meter);`,
    },
    { kind: "Line", text: `${steps} = 0;` },
  ];
  const count: Code = {
    kind: "If",
    arms: [{ test: `++${steps} >= ${STRIP}`, body: account }],
    waits: false,
  };
  const body = storedBefore(code.body, [pay], new Set([code.label]));
  return [
    { kind: "Declare", name: steps, value: "0", changes: true },
    { ...code, body: [count, ...body] },
    pay,
  ];
}
