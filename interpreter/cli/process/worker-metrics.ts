// The metrics of a worker: sends its parent what has changed, and asks it for the metrics of all workers.
import type { MetricFamily, SharedMetrics } from "../../host/index.ts";
import { received, sent, type MetricsFromWorker, type MetricsToWorker } from "./metrics-messages.ts";

/**
 * Changes are sent in the same turn of the event loop, so that they are not lost if the worker is killed. Under
 * load that would cost too much: then there is one message in this time, after a number of them at once.
 */
const PAUSE_MS = 10;
const AT_ONCE = 100;
/** How long the parent may take to answer. It waits for other workers for half of it. */
const LONGEST_WAIT_MS = 2000;

export function workerMetrics(): SharedMetrics {
  let changes: (isRead: boolean) => readonly MetricFamily[] = () => [];
  let isScheduled = false;
  /** The time that messages have used up. */
  let usedUntil = 0;
  let asked = 0;
  const waiting = new Map<number, (families: readonly MetricFamily[] | null) => void>();

  const send = (message: MetricsFromWorker): void => {
    // Without its parent, this process is about to end.
    if (process.connected) process.send!(message, undefined, undefined, () => {});
  };
  const flush = (answers: number): void => {
    isScheduled = false;
    usedUntil = Math.max(usedUntil, performance.now() - AT_ONCE * PAUSE_MS) + PAUSE_MS;
    const families = changes(answers > 0);
    if (families.length > 0 || answers > 0) send({ metrics: sent(families), answers });
  };
  const settle = (number: number, families: readonly MetricFamily[] | null): void => {
    waiting.get(number)?.(families);
    waiting.delete(number);
  };

  return {
    join(own) {
      changes = own;
      process.on("message", (message: MetricsToWorker) => {
        if ("changes" in message) flush(message.changes);
        else if ("collected" in message) settle(message.collected, received(message.families));
      });
      process.on("exit", () => flush(0));
    },
    changed() {
      if (isScheduled) return;
      isScheduled = true;
      if (usedUntil <= performance.now()) setImmediate(flush, 0);
      else setTimeout(flush, PAUSE_MS, 0).unref();
    },
    collect() {
      const number = ++asked;
      return new Promise((resolve) => {
        const timer = setTimeout(settle, LONGEST_WAIT_MS, number, null);
        waiting.set(number, (families) => {
          clearTimeout(timer);
          resolve(families);
        });
        send({ collect: number });
      });
    },
  };
}
