import { expect, test } from "vitest";
import { heldHeap } from "./heap-ledger.ts";
import { Meter } from "./limits.ts";

/** Counts steps as metered code does. */
function spend(meter: Meter, steps: number): void {
  let fuel = 0;
  for (let i = 0; i < steps; i++) if (--fuel < 0) fuel = meter.step(fuel);
}

test("steps are counted exactly", () => {
  const meter = new Meter({ steps: 10 });
  spend(meter, 10);
  expect(() => meter.step(-1)).toThrow("step limit exceeded");
});

test("the clock is checked periodically", () => {
  const meter = new Meter({ wallMillis: -1 });
  expect(() => spend(meter, 10_000)).toThrow("time limit exceeded");
});

test("memory that the program holds is noticed", () => {
  const meter = new Meter({ memory: 8_000_000 });
  const held: number[][] = [];
  expect(() => {
    for (let i = 0; i < 1000; i++) {
      held.push(new Array<number>(100_000).fill(0.5));
      spend(meter, 5000);
    }
  }).toThrow("memory limit exceeded");
});

test("garbage is not held against the program", () => {
  const meter = new Meter({ memory: 8_000_000 });
  let made = 0;
  for (let i = 0; i < 300; i++) {
    made += new Array<number>(100_000).fill(i).length;
    spend(meter, 5000);
  }
  expect(made).toBe(30_000_000);
});

test("memory that the host frees meanwhile hides nothing of the program", () => {
  const host = { holds: new Array<number>(30_000_000).fill(0.5) };
  const meter = new Meter({ memory: 8_000_000 });
  spend(meter, 20_000);
  const held: number[][] = [];
  expect(() => {
    for (let i = 0; i < 200; i++) {
      // After the program has been measured for the first time.
      if (i === 5) {
        host.holds = [];
        heldHeap();
      }
      held.push(new Array<number>(100_000).fill(0.5));
      spend(meter, 5000);
    }
  }).toThrow("memory limit exceeded");
  expect(held.length).toBeLessThan(40);
  meter.end();
});
