// Loops of programs with limits that count up by ones to a bound which stays: their steps are counted for
// many iterations at once, so that each iteration is as in a loop without limits.
//
//     for (let i = 0; i < n;) {
//       const end = Math.min(n, i + 64);
//       if ((meter.fuel -= end - i) < 0) meter.fuel = runtime.step(meter.fuel);
//       for (; i < end; i++) …
//     }
import type { Loop } from "../../ir/index.ts";
import type { LoopCode } from "../frames/index.ts";
import type { FunctionEmitter } from "./function-emitter.ts";
import { inStripsOf, type Counted } from "./giving-way.ts";

/** Iterations that are counted at once: a loop that is left early has paid for so many too much at most. */
const STRIP = 64;

/** Whether the steps of such a loop are counted in strips. Where iterations may take long by themselves, each is counted. */
export function countsStrips(emitter: FunctionEmitter, loop: Loop): boolean {
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
      text: `if ((meter.fuel -= ${count}) < 0) meter.fuel = ${emitter.mark(loop.at)}runtime.step(meter.fuel);`,
    },
  ]);
}
