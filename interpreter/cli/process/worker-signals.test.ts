// Signals that reach a worker from a terminal and from its parent.
import { expect, test, vi } from "vitest";
import type { Signals } from "../../host/index.ts";
import { workerSignals } from "./worker-signals.ts";

/** A source of signals; `log` has what happened to them. */
function source() {
  const listeners = new Map<string, () => void>();
  const log: string[] = [];
  const signals: Signals = {
    number: () => 15,
    listen(name, arrived) {
      listeners.set(name, arrived);
      return () => void listeners.delete(name);
    },
    raise: (name) => void log.push(`raised ${name}, ${listeners.has(name) ? "heard" : "default"}`),
    endByDefault() {},
  };
  const send = (name: string): void => {
    const listener = listeners.get(name);
    if (listener === undefined) log.push(`default ${name}`);
    else listener();
  };
  const listen = (name: string, text: string) => worker.listen(name, () => void log.push(text));
  const worker = workerSignals(signals);
  return { worker, log, send, listen };
}

test("a signal that is sent to all processes and forwarded arrives once", () => {
  vi.useFakeTimers();
  try {
    const { log, send, listen } = source();
    listen("SIGTERM", "first");
    listen("SIGTERM", "second");
    listen("SIGUSR2", "other");
    for (const name of ["SIGTERM", "SIGTERM", "SIGUSR2", "SIGUSR2"]) send(name);
    expect(log.splice(0)).toEqual(["first", "second", "other", "other"]);
    vi.advanceTimersByTime(500);
    send("SIGTERM");
    expect(log).toEqual(["first", "second"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a repetition does not end a worker that no longer listens", () => {
  vi.useFakeTimers();
  try {
    const { log, send, listen, worker } = source();
    const stop = listen("SIGTERM", "first");
    send("SIGTERM");
    stop();
    stop();
    send("SIGTERM");
    listen("SIGTERM", "later");
    send("SIGTERM");
    vi.advanceTimersByTime(500);
    send("SIGTERM");
    expect(log.splice(0)).toEqual(["first", "later"]);
    worker.raise("SIGTERM");
    send("SIGTERM");
    expect(log).toEqual(["raised SIGTERM, default", "default SIGTERM"]);
  } finally {
    vi.useRealTimers();
  }
});

test("the default action returns after the time of repetitions", () => {
  vi.useFakeTimers();
  try {
    const { log, send, listen } = source();
    const stop = listen("SIGINT", "heard");
    send("SIGINT");
    stop();
    vi.advanceTimersByTime(500);
    send("SIGINT");
    listen("SIGINT", "again")();
    send("SIGINT");
    expect(log).toEqual(["heard", "default SIGINT", "default SIGINT"]);
  } finally {
    vi.useRealTimers();
  }
});
