// std/random: the generator (splitmix64.ts) and what is drawn from it. Each method takes exactly as
// many raw draws as stdlib-b 10 says, since sequences are part of the contract.
import { randomBytes } from "node:crypto";
import {
  addInt, asCount, compareInt, highHalf, intToFloat, lowHalf, makeInt, remInt, shrInt, subInt, andInt, INT_MAX,
  type Int, type NativeTable,
} from "../../interpreter/runtime/index.ts";
import { draw, type Rng } from "./splitmix64.ts";

export function create(): NativeTable {
  return {
    functions: {
      __entropy: entropy,
      __weighted_index: weightedIndex,
      "Rng.next_int": draw,
      "Rng.next_float": nextFloat,
      "Rng.next_bool": (rng: Rng) => (lowHalf(draw(rng)) & 1) === 1,
      "Rng.gen_range": genRange,
      "Rng.gen_range_float": genRangeFloat,
      "Rng.shuffle": shuffle,
      "Rng.sample": sample,
    },
  };
}

function entropy(): Int {
  const bytes = randomBytes(8);
  return makeInt(bytes.readInt32LE(0), bytes.readInt32LE(4));
}

/** The upper 53 bits of a draw, as a part of 2^53. */
function nextFloat(rng: Rng): number {
  const value = draw(rng);
  const high = highHalf(value) >>> 0;
  const low = lowHalf(value) >>> 0;
  return (high * 2097152 + (low >>> 11)) / 9007199254740992;
}

function genRange(rng: Rng, lo: Int, hi: Int): Int {
  if (compareInt(lo, hi) >= 0) return lo;
  const width = subInt(hi, lo);
  if (compareInt(width, 0) > 0) return addInt(lo, remInt(andInt(shrInt(draw(rng), 1), INT_MAX), width));
  for (;;) {
    const value = draw(rng);
    if (compareInt(lo, value) <= 0 && compareInt(value, hi) < 0) return value;
  }
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

function shuffle(rng: Rng, list: unknown[]): void {
  for (let i = list.length - 1; i >= 1; i--) {
    const other = genRange(rng, 0, i + 1) as number;
    [list[i], list[other]] = [list[other], list[i]];
  }
}

function sample(rng: Rng, list: readonly unknown[], count: Int): unknown[] {
  const copy = list.slice();
  shuffle(rng, copy);
  return copy.slice(0, Math.max(0, asCount(count)));
}

/** The index that the weights choose, or -1 without a draw when no weight is positive. */
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
