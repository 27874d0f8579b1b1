// A runtime without a program for tests of natives. It has no capabilities and no limits.
import { bareSystem } from "../../interpreter/host/testing/bare-system.ts";
import { GoroutineScheduler, SignalDesk, grant, type Runtime } from "../../interpreter/runtime/host.ts";

/** @param print receives what natives write to standard output */
export function idleRuntime(print: (bytes: string) => void = () => {}): Runtime {
  const scheduler = new GoroutineScheduler();
  return {
    host: {
      args: [],
      capabilities: grant({}, bareSystem.links),
      system: bareSystem,
      readInput: async () => null,
      now: () => 0,
    },
    scheduler,
    stdin: { readLine: () => "line", read: () => "", descriptor: null },
    stdout: { write: print, flush() {} },
    stderr: { write() {}, flush() {} },
    signals: new SignalDesk(bareSystem.signals, false, scheduler),
    session: null,
    failAtEnd() {},
    describePanic: () => "",
    step: () => 0,
    lookAtHeap() {},
    isLimited: false,
    worked() {},
    foresee() {},
    made: () => {},
    arrived() {},
    joined: (text) => text,
    memory: Infinity,
    reserve() {},
    atEnd: () => () => {},
  };
}
