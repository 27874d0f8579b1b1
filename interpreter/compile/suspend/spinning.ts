// Loops that would freeze everybody else: without exit, or leaving only when somebody else changes
// shared state. Functions with such a loop count as waiting, so that the loop yields by time slice.
import type { Instance, LambdaCode } from "../ir.ts";
import type { Flows } from "./flows.ts";

export function spinningBodies(_instances: readonly Instance[], flows: Flows): (Instance | LambdaCode)[] {
  return [...flows.spinning];
}
