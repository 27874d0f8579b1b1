// Tests of the oracle: the results of the evaluator for a few programs, and the report of a difference.
// `node scripts/oracle.ts` compares it with the compiler on whole suites.
import { expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { memoryReader } from "../modules/index.ts";
import { checkFiles, compareProgram, differenceOf, hostOf } from "./compare.ts";
import { evaluateProgram, type Evaluated } from "./evaluator/index.ts";

async function evaluate(source: string, steps?: number): Promise<Evaluated> {
  const checked = checkFiles("/main.std", memoryReader({ "/main.std": source }));
  if (typeof checked === "string") throw new Error(checked);
  const options = {
    modules: standardModules,
    host: hostOf("/main.std"),
    ...(steps === undefined ? {} : { steps }),
  };
  return evaluateProgram(checked.program, checked.module, "main", options);
}

test("Ints wrap at 64 bits and not before", async () => {
  const { stdout } = await evaluate(`fun main() {
    let x = 2251799813685248
    for i in 0..3 { x = x + 1001 }
    print("\${x * 3 + 2251799813685247} \${9223372036854775807 + 1} \${1 << 63 >> 62} \${-7 / 2} \${-7 % 3}")
  }`);
  expect(stdout).toBe(
    "9007199254749999 -9223372036854775808 -2 -3 -1\n".replace(
      "9007199254749999",
      String(3n * (2251799813685248n + 3003n) + 2251799813685247n),
    ),
  );
});

test("each call of a lambda starts from the captured values", async () => {
  const { stdout } = await evaluate(`fun main() {
    let n = 1
    let f = fun() -> Int { n += 1  n }
    n = 50
    print("\${f()} \${f()} \${n}")
  }`);
  expect(stdout).toBe("2 2 50\n");
});

test("goroutines take turns, wait for each other and for time", async () => {
  const { stdout } = await evaluate(`import std/sync { channel, sleep_millis }
  fun main() {
    let ch: Channel<String> = channel()
    spawn(fun() { sleep_millis(3600000)  ch.send("late") })
    spawn(fun() { ch.send("soon") })
    print(ch.recv())
    print(ch.recv())
  }`);
  expect(stdout).toBe("soon\nlate\n");
});

test.each([
  [
    "a panic runs what is deferred",
    `fun main() { defer print("bye")  panic("no") }`,
    { stdout: "bye\n", exit: 101, panic: "no" },
  ],
  [
    "a goroutine that waits for ever is reported",
    `import std/sync { channel }\nfun main() { channel<Int>().recv() }`,
    { stdout: "", exit: 101, panic: "all goroutines are blocked: deadlock" },
  ],
  [
    "an Err of main is status 1",
    `fun main() -> Result<(), String> = Err("x")`,
    { stdout: "", exit: 1, panic: null },
  ],
  [
    "exit ends at once",
    `import std/env { exit }\nfun main() { defer print("no")  exit(7) }`,
    { stdout: "", exit: 7, panic: null },
  ],
])("%s", async (_name, source, expected) => {
  expect(await evaluate(source)).toMatchObject(expected);
});

test("a program without end is given up", async () => {
  expect((await evaluate("fun main() { loop {} }", 1000)).gaveUp).toBe("more than 1000 steps");
});

test("a difference is shown with the lines around it", () => {
  const evaluated: Evaluated = { stdout: "1\n2\n3\n", exit: 0, panic: null, gaveUp: null };
  expect(differenceOf(evaluated, evaluated)).toBeNull();
  expect(differenceOf({ ...evaluated, stdout: "1\n2\n4\n" }, evaluated)).toContain(
    "compiled, from line 1:\n    1\n    2\n    4",
  );
  expect(differenceOf({ ...evaluated, exit: 101, panic: "no" }, evaluated)).toContain("panic: no");
});

test("a program that does not check is not compared", async () => {
  const { skipped } = await compareProgram(
    "/main.std",
    memoryReader({ "/main.std": "fun main() { print(x) }" }),
  );
  expect(skipped).toContain("does not check");
});
