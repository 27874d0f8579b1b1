// Whether a program takes new work (reference/http-server#readiness). A signal concerns all servers of the program, so
// that a route for readiness in a mounted server, or on another port, follows it as well.
import type { Runtime } from "../../../interpreter/runtime/index.ts";

const draining = new WeakSet<Runtime>();

/** Called when a signal has arrived: from now on the program is not ready. */
export function beginDraining(runtime: Runtime): void {
  draining.add(runtime);
}

export function isDraining(runtime: Runtime): boolean {
  return draining.has(runtime);
}
