// Signals by the events of the process.
import type { Signals } from "../index.ts";

export const signals: Signals = {
  number(name) {
    const numbers: Readonly<Record<string, number>> = process.getBuiltinModule("node:os").constants.signals;
    return Object.hasOwn(numbers, name) ? numbers[name]! : null;
  },
  listen(name, arrived) {
    // A separate function for each listener, since several may share one.
    const listener = (): void => arrived();
    process.on(name, listener);
    return () => void process.off(name, listener);
  },
  raise(name) {
    // Through the system, other listeners would learn of it only after what has happened meanwhile.
    if (!process.emit(name as NodeJS.Signals, name as NodeJS.Signals)) process.kill(process.pid, name);
  },
  endByDefault(names) {
    // Removing the last listener restores the default action.
    for (const name of names) process.on(name, nothing).off(name, nothing);
  },
};

function nothing(): void {}
