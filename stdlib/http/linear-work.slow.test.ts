// What a peer sends costs time in proportion to its length (`testing/linear-work.ts`).
import { expect, it } from "vitest";
import { LINEAR_WORK, type LinearWork } from "./testing/linear-work.ts";

const SMALL = 6_000;
const FACTOR = 10;
/** Alone on a quiet machine 12 holds: other programs take the caches. A square takes 100 times as long. */
const MOST = process.env["STDLANG_LINEAR"] === "all" ? 12 : 20;
/** A measurement is short, so that most are not interrupted, and the least of many counts. */
const LEAST_MS = 0.05;
const ATTEMPTS = 300;
const WARM_MS = 60;

function textOf({ piece, before = "", after = "" }: Omit<LinearWork, "name" | "work">, size: number): string {
  const text = before + piece.repeat(Math.ceil(size / piece.length)) + after;
  // One flat string, as it arrives from a socket.
  return Buffer.from(text, "latin1").toString("latin1");
}

/** The time of one run, in milliseconds. */
function timeOf(work: LinearWork["work"], text: string, runs: number): number {
  const start = performance.now();
  for (let i = 0; i < runs; i++) work(text);
  return (performance.now() - start) / runs;
}

/** The number of runs that a measurement needs, once the code is compiled. */
function runsFor(work: LinearWork["work"], text: string): number {
  for (const end = performance.now() + WARM_MS; performance.now() < end; ) work(text);
  let runs = 1;
  while (timeOf(work, text, runs) * runs < LEAST_MS) runs *= 2;
  return runs;
}

for (const { name, work, ...rest } of LINEAR_WORK) {
  it(name, () => {
    const [small, large] = [SMALL, SMALL * FACTOR].map((size) => textOf(rest, size)) as [string, string];
    const [smallRuns, largeRuns] = [runsFor(work, small), runsFor(work, large)];
    let [least, most] = [Infinity, Infinity];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      least = Math.min(least, timeOf(work, small, smallRuns));
      most = Math.min(most, timeOf(work, large, largeRuns));
      if (attempt > 20 && most <= least * MOST) break;
    }
    expect(most / least, `${least} ms, then ${most} ms`).toBeLessThanOrEqual(MOST);
  });
}
