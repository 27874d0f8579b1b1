// Slow computations on the threads of Node's pool, which also read files and look up names for the host.
// Nothing ends a computation that has begun. So the whole process, with all its threads, leaves one thread of
// the pool to others, and computations that have to wait can be dropped.
import type { Turn } from "../index.ts";
import { untilSettled } from "./outstanding-work.ts";

const KEY = "stdlang slow work";
const DEFAULT_THREADS = 4;
/** The least time for which a place is taken, and its multiple of what a computation is expected to take. */
const [LEAST_SECONDS, EXPECTED_TIMES] = [30, 10];
/** How often places that other threads of this process have taken are looked at. */
const LOOK_MS = 10;

const queue = new Set<() => boolean>();
let looking: NodeJS.Timeout | undefined;
let shared: Int32Array | undefined;

/** Starts `work`, which takes about `millis`, as soon as a thread is free for it. */
export function inTurn<T>(work: () => Promise<T>, millis: number): Turn<T> {
  const { promise: done, resolve, reject } = Promise.withResolvers<T>();
  const begin = (): boolean => {
    const leave = enter(millis);
    if (leave === null) return false;
    untilSettled(work())
      .finally(() => {
        leave();
        look();
      })
      .then(resolve, reject);
    return true;
  };
  queue.add(begin);
  look();
  return { done, drop: () => void queue.delete(begin) };
}

function look(): void {
  clearTimeout(looking);
  for (const begin of queue) {
    if (!begin()) {
      looking = setTimeout(look, LOOK_MS);
      return;
    }
    queue.delete(begin);
  }
}

/**
 * Takes a place; returns a function that leaves it, or null if none is free. A place is free again some time
 * after the work should be done, because a thread that is terminated leaves none.
 */
function enter(millis: number): (() => void) | null {
  const places = (shared ??= placesOfProcess());
  const now = seconds();
  const until = now + LEAST_SECONDS + Math.ceil((millis * EXPECTED_TIMES) / 1000);
  for (let i = 0; i < places.length; i++) {
    const taken = Atomics.load(places, i);
    if (taken < now && Atomics.compareExchange(places, i, taken, until) === taken)
      return () => void Atomics.compareExchange(places, i, until, 0);
  }
  return null;
}

/** The places that all threads of the process share: until when each is taken. */
export function placesOfProcess(): Int32Array {
  const { getEnvironmentData, setEnvironmentData } = process.getBuiltinModule("node:worker_threads");
  const found: unknown = getEnvironmentData(KEY);
  if (found instanceof Int32Array) return found;
  const size = Number(process.env["UV_THREADPOOL_SIZE"]) || DEFAULT_THREADS;
  const made = new Int32Array(new SharedArrayBuffer(4 * Math.max(1, size - 1)));
  setEnvironmentData(KEY, made);
  return made;
}

/** The time in a number that an Int32 holds for the next decades. */
function seconds(): number {
  return Math.floor(Date.now() / 1000) - 1_700_000_000;
}
