// A server under `std run` answers hostile clients as the tables in `testing/hostile/` state, and then the next
// plain request.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE_EXCHANGES, startProgram, type HostileProgram } from "./testing/hostile/index.ts";

let program: HostileProgram;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(async () => {
  expect(await program.stop()).toBe(0);
  expect(program.stderr()).not.toMatch(/node:|\.js:|\.ts:|internal error/);
});

it("there are at least 200 of them, each with its own name", () => {
  const names = Object.values(HOSTILE_EXCHANGES).flatMap((rows) => rows.map(({ name }) => name));
  expect(names.length).toBeGreaterThanOrEqual(200);
  expect(new Set(names).size).toBe(names.length);
});

for (const [kind, rows] of Object.entries(HOSTILE_EXCHANGES))
  describe(kind, () => {
    for (const row of rows)
      it(row.name, async () => {
        const { answer, text } = await program.run(row);
        expect(answer).toBe(row.answer);
        if (row.shows !== undefined) expect(text).toMatch(row.shows);
      });
  });
