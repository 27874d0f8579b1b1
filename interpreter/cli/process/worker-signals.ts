// The signals of a worker. A terminal or a service manager signals all processes of a program, and the parent
// forwards what it receives, so a worker may receive one signal twice. The second would end it immediately
// (reference/http-server#signals).
import type { Signals } from "../../host/index.ts";

/** The signals that are sent to groups of processes. */
const GROUP: ReadonlySet<string> = new Set(["SIGTERM", "SIGINT", "SIGHUP"]);
/** A signal within this time of an equal one is a repetition. */
const REPEATED_MS = 500;

interface Heard {
  readonly listeners: Set<() => void>;
  /** Restores the default action. */
  readonly stop: () => void;
  /** When the last one arrived that was no repetition. */
  last: number;
  /** Calls `stop` once no repetition can arrive; set while there are no listeners. */
  ending: NodeJS.Timeout | undefined;
}

/** @param signals those of the process */
export function workerSignals(signals: Signals): Signals {
  const heard = new Map<string, Heard>();

  function hear(name: string): Heard {
    const listeners = new Set<() => void>();
    const arrived = (): void => {
      const now = performance.now();
      if (now - entry.last < REPEATED_MS) return;
      entry.last = now;
      for (const listener of [...listeners]) listener();
    };
    const entry: Heard = {
      listeners,
      stop: signals.listen(name, arrived),
      last: -Infinity,
      ending: undefined,
    };
    heard.set(name, entry);
    return entry;
  }

  function forget(name: string): void {
    const entry = heard.get(name);
    heard.delete(name);
    clearTimeout(entry?.ending);
    entry?.stop();
  }

  return {
    ...signals,
    listen(name, listener) {
      if (!GROUP.has(name)) return signals.listen(name, listener);
      const entry = heard.get(name) ?? hear(name);
      clearTimeout(entry.ending);
      // One function may listen more than once.
      const own = (): void => listener();
      entry.listeners.add(own);
      return () => {
        if (!entry.listeners.delete(own) || entry.listeners.size > 0) return;
        const left = entry.last + REPEATED_MS - performance.now();
        if (left <= 0) forget(name);
        else entry.ending = setTimeout(forget, left, name).unref();
      };
    },
    raise(name) {
      forget(name);
      signals.raise(name);
    },
  };
}
