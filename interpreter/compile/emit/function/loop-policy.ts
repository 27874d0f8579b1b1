// What a loop does in its iterations beside its body, decided once for each loop: it gives way when its time
// slice is over (giving-way.ts), counts its steps in programs with limits (metered-loops.ts), or looks at the
// heap (heap-checks.ts). A loop that counts up by ones to a constant bound does so for strips of iterations.
import type { Loop } from "../../ir/index.ts";
import type { Code, LoopCode } from "../frames/index.ts";
import type { Emitter } from "../emitter/index.ts";
import { givingWay, ownCounter, withCounter, type Counted } from "./giving-way.ts";
import { LOOK_OF_ITERATION, lookingStrips, looksAtHeap } from "./heap-checks.ts";
import { meteredIterations, meteredStrips } from "./metered-loops.ts";

export interface LoopPolicy {
  /** Null for a loop that does not count up by ones. */
  readonly counted: Counted | null;
  readonly givesWay: boolean;
  /** Steps are counted in each iteration if one may take long. */
  readonly steps: "none" | "each" | "together";
  readonly heap: "none" | "each" | "strips";
}

export function policyOf(emitter: Emitter, loop: Loop, counted: Counted | null): LoopPolicy {
  const { metered, suspension } = emitter.program;
  const isSync = emitter.mode === "sync";
  const givesWay = suspension.checksSlice(loop);
  return {
    counted,
    givesWay,
    steps: !metered ? "none" : isSync && !givesWay ? "together" : "each",
    heap: !looksAtHeap(emitter, loop, isEndless(loop))
      ? "none"
      : counted !== null && isSync
        ? "strips"
        : "each",
  };
}

function isEndless(loop: Loop): boolean {
  if (loop.kind !== "While" || loop.steps !== null) return false;
  const { condition } = loop;
  return condition === null || (condition.kind === "Const" && condition.value === true);
}

/** Emits what each iteration does before its body. */
export function beginIteration(emitter: Emitter, loop: Loop, { steps, heap }: LoopPolicy): void {
  if (steps === "each") emitter.line(`if (--meter < 0) meter = ${emitter.mark(loop.at)}runtime.step(meter);`);
  if (heap === "each") emitter.line(LOOK_OF_ITERATION);
}

/** The loop that `code` returns, with what its policy adds around its iterations. */
export function loopBy(
  emitter: Emitter,
  loop: Loop,
  { counted, givesWay, steps, heap }: LoopPolicy,
  code: () => LoopCode,
): Code[] {
  if (givesWay) {
    const around = emitter.counter;
    const own = ownCounter(emitter, loop);
    if (own !== null) emitter.counter = own;
    const giving = givingWay(emitter, loop, code(), loop.kind === "While", counted);
    emitter.counter = around;
    return own === null ? [giving] : withCounter(emitter, giving, own);
  }
  if (steps === "together")
    return counted === null
      ? meteredIterations(emitter, loop, code())
      : [meteredStrips(emitter, loop, code(), counted)];
  return [heap === "strips" && counted !== null ? lookingStrips(emitter, code(), counted) : code()];
}
