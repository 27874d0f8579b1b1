// Sorts long lists in steps, between which other goroutines may run. The engine sorts short runs, which are
// then merged piece by piece. Equal elements keep their order.
import type { Steps } from "../../interpreter/runtime/index.ts";

/** The number of elements that the engine sorts in one call, or that are merged in one step. */
const RUN = 8_192;

/** Sorts `numbers` in place. */
export function* sortNumbersInSteps(numbers: Float64Array): Steps<void> {
  for (let start = 0; start < numbers.length; start += RUN) {
    numbers.subarray(start, start + RUN).sort();
    yield;
  }
  yield* mergeRuns(numbers, new Float64Array(numbers.length), (a, b) => a - b);
}

/** Sorts `list` in place. */
export function* sortInSteps<T>(list: T[], compare: (a: T, b: T) => number): Steps<void> {
  for (let start = 0; start < list.length; start += RUN) {
    const run = list.slice(start, start + RUN).sort(compare);
    for (let i = 0; i < run.length; i++) list[start + i] = run[i]!;
    yield;
  }
  yield* mergeRuns(list, list.slice(), compare);
}

interface Elements<T> {
  readonly length: number;
  [at: number]: T;
}

/**
 * Merges runs into runs twice as long until one is left, alternating between `list` and `other` of the same
 * length.
 */
function* mergeRuns<T>(list: Elements<T>, other: Elements<T>, compare: (a: T, b: T) => number): Steps<void> {
  let [from, to] = [list, other];
  for (let width = RUN; width < list.length; width *= 2) {
    for (let start = 0; start < list.length; start += 2 * width)
      yield* merge(
        from,
        to,
        {
          start,
          middle: Math.min(start + width, list.length),
          end: Math.min(start + 2 * width, list.length),
        },
        compare,
      );
    [from, to] = [to, from];
  }
  if (from === list) return;
  for (let at = 0; at < list.length; ) {
    for (const end = Math.min(at + RUN, list.length); at < end; at++) list[at] = from[at]!;
    yield;
  }
}

/** Two adjacent sorted runs. */
interface Runs {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function* merge<T>(
  from: Elements<T>,
  to: Elements<T>,
  { start, middle, end }: Runs,
  compare: (a: T, b: T) => number,
): Steps<void> {
  let left = start;
  let right = middle;
  for (let at = start; at < end; ) {
    for (const stop = Math.min(at + RUN, end); at < stop; at++) {
      if (left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0)) to[at] = from[left++]!;
      else to[at] = from[right++]!;
    }
    yield;
  }
}
