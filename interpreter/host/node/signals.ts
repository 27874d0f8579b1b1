// Signals by the events of the process.
import type { Signals } from "../index.ts";

export const signals: Signals = {
  number(name) {
    const numbers: Readonly<Record<string, number>> = process.getBuiltinModule("node:os").constants.signals;
    return Object.hasOwn(numbers, name) ? numbers[name]! : null;
  },
  listen(name, arrived) {
    // Several may listen with one function.
    const listener = (): void => arrived();
    process.on(name, listener);
    return () => void process.off(name, listener);
  },
  raise: (name) => void process.kill(process.pid, name),
  endByDefault(names) {
    // Taking the last listener away restores what the system does.
    for (const name of names) process.on(name, nothing).off(name, nothing);
  },
};

function nothing(): void {}
