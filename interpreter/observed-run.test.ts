// What hosts learn about the goroutines of a program that runs.
import { expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { engineOn } from "./engine-on.ts";
import { nodeSystem, systemFor } from "./host/node/index.ts";
import type { Goroutine } from "./observed-run.ts";

async function observed(
  text: string,
  isEnough: (goroutines: readonly Goroutine[], stdout: string) => boolean,
) {
  const stop = new AbortController();
  const seen: (readonly Goroutine[])[] = [];
  let found: readonly Goroutine[] = [];
  let stdout = "";
  const engine = engineOn(
    { system: nodeSystem, systemFor },
    { modules: standardModules, signal: stop.signal, stdout: (bytes) => void (stdout += bytes) },
    {
      observer(goroutines) {
        seen.push(goroutines);
        if (!isEnough(goroutines, stdout)) return;
        found = goroutines;
        stop.abort();
      },
    },
  );
  const { exitReason, diagnostics } = await engine.run({ path: "main.std", text });
  expect(diagnostics).toEqual([]);
  return { found, last: seen.at(-1), exitReason };
}

test("goroutines that wait are seen with the operation and the line, and none are left at the end", async () => {
  const text = `import std/sync { channel, Channel }
import std/time

fun listen(from: Channel<Int>) { print(from.recv()) }

fun main() {
    let orders = channel<Int>()
    for _ in 0..2 { spawn listen(orders) }
    time.sleep_millis(600_000)
}
`;
  const { found, last, exitReason } = await observed(text, (goroutines) => goroutines.length === 3);
  const listener = { doing: "channel receive", function: "listen", file: "main.std", line: 4 };
  expect(found).toEqual([
    listener,
    listener,
    { doing: "waiting", function: "main", file: "main.std", line: 9 },
  ]);
  expect(last).toEqual([]);
  expect(exitReason).toMatchObject({ kind: "panic", interrupted: true });
}, 60_000);

test("a goroutine that computes without a pause is seen at its line, and ends when it is interrupted", async () => {
  const text = `fun main() {
    let n = 0
    while n >= 0 {
        n = (n + 1) % 1000
    }
}
`;
  const { found, exitReason } = await observed(text, ([first]) => first !== undefined);
  expect(found).toMatchObject([{ doing: "running", function: "main", file: "main.std" }]);
  expect([3, 4]).toContain(found[0]?.line);
  expect(exitReason).toMatchObject({ kind: "panic", interrupted: true });
}, 60_000);

test("what a program has printed arrives while it computes without a pause", async () => {
  const text = `fun main() {
    print("begun")
    print("again")
    let n = 0
    while n >= 0 {
        n = (n + 1) % 1000
    }
}
`;
  const { found } = await observed(text, ([first], stdout) => {
    return first !== undefined && stdout === "begun\nagain\n";
  });
  expect(found).toMatchObject([{ doing: "running", function: "main" }]);
}, 60_000);
