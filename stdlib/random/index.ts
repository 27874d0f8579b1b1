// std/random: methods of the generator (splitmix64.ts). Each method takes exactly as many raw draws as
// std/random says, because sequences are part of the contract.
import {
  addInt,
  asCount,
  compareInt,
  inSteps,
  intToFloat,
  makeInt,
  remInt,
  subInt,
  worksInSteps,
  type Int,
  type NativeTable,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { Rng } from "./splitmix64.ts";

const TWO_32 = 2 ** 32;
/** A remainder by less than this times 2^32 is still exact. */
const SMALL_WIDTH = 2 ** 21;

export function create(runtime: Runtime): NativeTable {
  const { host } = runtime;
  return {
    functions: {
      __entropy: () => seed(host.system.entropy.randomBytes(8)),
      __weighted_index: weightedIndex,
      "Rng.next_int": nextInt,
      "Rng.next_float": nextFloat,
      "Rng.next_bool": nextBool,
      "Rng.gen_range": genRange,
      "Rng.gen_range_float": genRangeFloat,
      "Rng.shuffle": (rng: Rng, list: unknown[]) =>
        worksInSteps(runtime, list.length)
          ? inSteps(runtime, shuffledInSteps(rng, list))
          : shuffle(rng, list),
      "Rng.sample": (rng: Rng, list: unknown[], count: Int) =>
        worksInSteps(runtime, list.length)
          ? inSteps(runtime, sampledInSteps(rng, list.slice(), count))
          : sample(rng, list, count),
    },
    structs: { Rng },
  };
}

function seed(bytes: Uint8Array): Int {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return makeInt(view.getInt32(0, true), view.getInt32(4, true));
}

function nextInt(rng: Rng): Int {
  rng.draw();
  return makeInt(rng.high, rng.low);
}

/** Returns the upper 53 bits of a draw, divided by 2^53. */
function nextFloat(rng: Rng): number {
  rng.draw();
  return ((rng.high >>> 0) * 2 ** 21 + (rng.low >>> 11)) / 2 ** 53;
}

function nextBool(rng: Rng): boolean {
  rng.draw();
  return (rng.low & 1) === 1;
}

function genRange(rng: Rng, lo: Int, hi: Int): Int {
  if (compareInt(lo, hi) >= 0) return lo;
  const width = subInt(hi, lo);
  if (compareInt(width, 0) > 0) return addInt(lo, below(rng, width));
  // The width does not fit an Int, so at least every second draw is in the range.
  for (;;) {
    const value = nextInt(rng);
    if (compareInt(lo, value) <= 0 && compareInt(value, hi) < 0) return value;
  }
}

/** Returns the upper 63 bits of a draw, modulo a positive width. */
function below(rng: Rng, width: Int): Int {
  rng.draw();
  const high = rng.high >>> 1;
  const low = (rng.low >>> 1) | (rng.high << 31);
  if (typeof width !== "number" || width > SMALL_WIDTH) return remInt(makeInt(high, low), width);
  // The host's remainder of doubles is slow; instead, a quotient that is off by one is corrected.
  const value = (high % width) * TWO_32 + (low >>> 0);
  const rest = value - Math.floor(value / width) * width;
  return rest < 0 ? rest + width : rest >= width ? rest - width : rest;
}

function genRangeFloat(rng: Rng, lo: number, hi: number): number {
  if (hi <= lo) return lo;
  for (let attempt = 0; attempt < 64; attempt++) {
    const part = nextFloat(rng);
    const value = lo * (1 - part) + hi * part;
    if (value < hi) return value;
  }
  return lo;
}

/** The elements shuffled in one step. */
const ELEMENTS = 4096;

function shuffle(rng: Rng, list: unknown[]): void {
  for (let i = list.length - 1; i >= 1; i--) {
    const other = genRange(rng, 0, i + 1) as number;
    [list[i], list[other]] = [list[other], list[i]];
  }
}

/** `list` is not shared. */
function* shuffleInSteps(rng: Rng, list: unknown[]): Steps<unknown[]> {
  for (let i = list.length - 1; i >= 1; i--) {
    const other = genRange(rng, 0, i + 1) as number;
    [list[i], list[other]] = [list[other], list[i]];
    if (i % ELEMENTS === 0) yield;
  }
  return list;
}

/** Changes made to the list meanwhile are lost. */
function* shuffledInSteps(rng: Rng, list: unknown[]): Steps<void> {
  const shuffled = yield* shuffleInSteps(rng, list.slice());
  list.length = Math.min(list.length, shuffled.length);
  for (let i = 0; i < shuffled.length; i++) list[i] = shuffled[i];
}

function* sampledInSteps(rng: Rng, list: unknown[], count: Int): Steps<unknown[]> {
  return (yield* shuffleInSteps(rng, list)).slice(0, Math.max(0, asCount(count)));
}

function sample(rng: Rng, list: readonly unknown[], count: Int): unknown[] {
  const copy = list.slice();
  shuffle(rng, copy);
  return copy.slice(0, Math.max(0, asCount(count)));
}

/** Returns the index that the weights choose, or -1 without a draw if no weight is positive. */
function weightedIndex(rng: Rng, length: number, weights: readonly Int[]): number {
  const end = Math.min(length, weights.length);
  let sum = 0;
  for (let i = 0; i < end; i++) sum += positive(weights[i]!);
  if (sum === 0) return -1;
  const wanted = nextFloat(rng) * sum;
  let total = 0;
  let last = -1;
  for (let i = 0; i < end; i++) {
    const weight = positive(weights[i]!);
    if (weight === 0) continue;
    total += weight;
    last = i;
    if (total > wanted) break;
  }
  return last;
}

function positive(weight: Int): number {
  return Math.max(0, intToFloat(weight));
}
