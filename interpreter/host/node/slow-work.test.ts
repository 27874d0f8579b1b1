import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { inTurn, placesOfProcess } from "./slow-work.ts";

test("slow work leaves a thread of the pool to others, and what waits can be dropped", async () => {
  const most = placesOfProcess().length;
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) => (): Promise<number> => {
    begun.push(n);
    return new Promise((resolve) => ends.push(() => resolve(n)));
  };
  const turns = Array.from({ length: most + 3 }, (_, n) => inTurn(work(n), 1));
  expect(begun).toHaveLength(most);
  turns[most]!.drop();
  turns[0]!.drop();
  ends[0]!();
  expect(await turns[0]!.done).toBe(0);
  await expect.poll(() => begun.at(-1), { timeout: 20_000 }).toBe(most + 1);
  expect(begun).toHaveLength(most + 1);
  ends[1]!();
  await expect.poll(() => begun.at(-1), { timeout: 20_000 }).toBe(most + 2);
  for (const end of ends) end();
  expect(await turns[most + 2]!.done).toBe(most + 2);
  expect([...placesOfProcess()].every((until) => until === 0)).toBe(true);
});

test("a failure of the work is that of its turn, and frees its place", async () => {
  const fails = inTurn(() => Promise.reject(new Error("no")), 1);
  await expect(fails.done).rejects.toThrow("no");
  expect([...placesOfProcess()].every((until) => until === 0)).toBe(true);
});

test("all threads of the process share the places, and one that a thread left behind is free in time", async () => {
  const places = placesOfProcess();
  const file = new URL("./slow-work.ts", import.meta.url).href;
  const code = `import(${JSON.stringify(file)}).then(({ inTurn, placesOfProcess }) => {
    for (let i = 0; i < 9; i++) inTurn(() => new Promise(() => {}), 1);
    require("node:worker_threads").parentPort.postMessage(placesOfProcess().filter((until) => until > 0).length);
  });`;
  const thread = new Worker(code, { eval: true, execArgv: [] });
  const taken = await new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));
  expect([taken, [...places].every((until) => until > 0)]).toEqual([places.length, true]);
  await thread.terminate();
  let begun = false;
  const turn = inTurn(async () => void (begun = true), 1);
  expect(begun).toBe(false);
  for (let i = 0; i < places.length; i++) Atomics.store(places, i, 1);
  await turn.done;
  places.fill(0);
});
