// The limit of memory without threads: programs share the heap with each other and with the garbage of their
// host.
import { beforeEach, describe, expect, test } from "vitest";
import { createEngine, defineModule } from "./index.ts";
import { standardModules } from "../stdlib/index.ts";
import { machine } from "./host/index.ts";

const MB = 1_000_000;

/** The number of bytes that a program said that it holds, and the message of its panic or null. */
async function run(limit: number, body: string): Promise<{ held: number; panic: string | null }> {
  let held = 0;
  const app = defineModule({
    name: "app",
    declaration: "fun holds(bytes: Int)",
    functions: { holds: (bytes: number) => void (held = bytes) },
  });
  const engine = createEngine({
    modules: [...standardModules, app],
    limits: { memory: limit, wallMillis: 120_000 },
    stdout: () => {},
  });
  const text = `import std/app { holds }\nimport std/sync { sleep_millis }\nfun main() {\n${body}\n}`;
  const { exitReason, diagnostics } = await engine.run({ path: "a.std", text });
  if (exitReason === null) throw new Error(diagnostics[0]!.message);
  return { held, panic: exitReason.kind === "panic" ? exitReason.message : null };
}

/** Collects texts of 10,000 bytes; \`most\` of them, or without end. */
const collect = (most: number | null, pause = ""): string => `
    let base = [1]
    for i in 1..1250 { base.push(i) }
    let kept: List<List<Int>> = []
    let i = 0
    loop {
        kept.push(base[0..1250])
        i += 1
        if i % 10 == 0 { holds(i * 10000) ${pause} }
        ${most === null ? "" : `if i == ${most} { break }`}
    }`;

/** Makes lists that nothing keeps. */
const litter = (rounds: number, pause = ""): string => `
    let n = 0
    for j in 0..${rounds} {
        for i in 0..2000 {
            let t = [i, j, i]
            n += t.len()
        }
        ${pause}
    }`;

/** The most that a program may hold under a limit. */
const most = (limit: number): number => limit + Math.max(8 * MB, limit / 4);

// The garbage of a test must not be freed during the next one.
beforeEach(async () => {
  await new Promise(setImmediate);
  machine().javascript.collectGarbage();
});

test("what a loaded program holds counts over all calls", async () => {
  const engine = createEngine({ modules: standardModules, limits: { memory: 10 * MB, wallMillis: 60_000 } });
  const text = `let kept: List<List<Int>> = []\nfun grow() {\n    let base = [1]\n    for i in 1..1250 { base.push(i) }\n    for i in 0..20 { kept.push(base[0..1250]) }\n}\nfun one() -> Int = 1`;
  const [a, b] = [await engine.load({ path: "a.std", text }), await engine.load({ path: "b.std", text })];
  let calls = 0;
  expect(() => {
    for (; calls < 500; calls++) {
      a.program!.callSync("grow");
      b.program!.callSync("one");
    }
  }).toThrow("memory limit exceeded");
  expect(calls * 200_000).toBeLessThan(most(10 * MB));
  expect(b.program!.callSync("one")).toBe(1);
  b.program!.close();
});

describe("a program ends near its limit", () => {
  test.each([1 * MB, 5 * MB, 20 * MB, 100 * MB])("%i bytes", async (limit) => {
    const { held, panic } = await run(limit, collect(null));
    expect(panic).toBe("memory limit exceeded");
    expect(held).toBeLessThan(most(limit));
    expect(held).toBeGreaterThanOrEqual(limit - MB);
  });

  test("although it produced garbage before", async () => {
    const { held, panic } = await run(10 * MB, litter(1000) + collect(null));
    expect(panic).toBe("memory limit exceeded");
    expect(held).toBeLessThan(most(10 * MB));
  });

  test("however many others hold less than theirs", async () => {
    const others = Array.from({ length: 4 }, () => run(20 * MB, collect(1500, "sleep_millis(1)")));
    const hoards = Array.from({ length: 3 }, () => run(20 * MB, collect(null, "sleep_millis(1)")));
    for (const { held, panic } of await Promise.all(hoards)) {
      expect(panic).toBe("memory limit exceeded");
      expect(held).toBeLessThan(most(20 * MB) + 4 * MB);
    }
    for (const { panic } of await Promise.all(others)) expect(panic).toBeNull();
  });
});

describe("a program is not ended for", () => {
  test("its own garbage", async () => {
    expect(await run(1 * MB, litter(3000))).toEqual({ held: 0, panic: null });
  });

  test("garbage beside what it holds", async () => {
    expect((await run(20 * MB, collect(1800) + litter(3000))).panic).toBeNull();
  });

  test("what other programs hold, or garbage that they leave", async () => {
    const hoard = run(30 * MB, collect(null, "sleep_millis(1)"));
    const small = Array.from({ length: 4 }, () => run(2 * MB, litter(300, "sleep_millis(1)")));
    for (const { panic } of await Promise.all(small)) expect(panic).toBeNull();
    expect((await hoard).panic).toBe("memory limit exceeded");
  });

  test("garbage of the host", async () => {
    const garbage = setInterval(() => Array.from({ length: 100_000 }, (_, i) => ({ i })), 1);
    const fine = run(5 * MB, collect(400) + litter(300, "sleep_millis(1)"));
    const hoard = run(5 * MB, collect(null, "sleep_millis(1)"));
    expect((await fine).panic).toBeNull();
    const { held, panic } = await hoard;
    clearInterval(garbage);
    expect(panic).toBe("memory limit exceeded");
    expect(held).toBeLessThan(most(5 * MB) + 4 * MB);
  });
});
