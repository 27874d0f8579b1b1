// Services that a web page does not have. Where a native reports failures, it gets one; the others do nothing.
import type { Databases, Processes, Signals, Terminal, Threads, Usage } from "../index.ts";
import { unavailable } from "./failure.ts";

const refused = (what: string) => (): Promise<never> => Promise.reject(unavailable(what));

export const databases: Databases = { forChecks: () => null, open: refused("SQLite") };

export const processes: Processes = {
  pid: 1,
  start: refused("programs to run"),
  startFlowing: refused("programs to run"),
  find: refused("programs to run"),
  endTree() {},
  signal() {
    throw unavailable("processes");
  },
};

const NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGTERM: 15,
};

/** No process sends signals to a page: listeners wait in vain. */
export const signals: Signals = {
  number: (name) => (Object.hasOwn(NUMBERS, name) ? NUMBERS[name]! : null),
  listen: () => () => {},
  raise() {},
  endByDefault() {},
};

export const terminal: Terminal = {
  isTerminal: () => false,
  size: () => null,
  setRaw() {},
  interrupt() {},
};

export const threads: Threads = {
  start() {
    throw unavailable("threads");
  },
  inside() {
    throw unavailable("threads");
  },
};

export const usage: Usage = { residentBytes: () => 0, cpuSeconds: () => performance.now() / 1000 };
