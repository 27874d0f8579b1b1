// Waits and panics inside the library are reported at the line of the program that called it, even for a tail
// call.
import { expect, test } from "vitest";
import { run } from "./testing/run.ts";

test.each([
  [
    "select<Int>()\n        .recv(channel<Int>(), fun(n) = n)\n        .wait()",
    "select at main (main.std:5:10)",
  ],
  [
    "task(fun() = channel<Int>().recv()).join()",
    "task join at main (main.std:3:41)\n  channel receive at main.lambda (main.std:3:33)",
  ],
  [
    "join_all([task(fun() = channel<Int>().recv())])",
    "task join at main (main.std:3:5)\n  channel receive at main.lambda (main.std:3:43)",
  ],
  ["semaphore(0).with(fun() = 1)", "semaphore at main (main.std:3:18)"],
  ["rw_lock().write(fun() = channel<Int>().recv())", "channel receive at main.lambda (main.std:3:44)"],
  ["let m = mutex()\n    m.with(fun() = m.with(fun() = 1))", "mutex lock at main.lambda (main.std:4:22)"],
])("%s", async (code, lines) => {
  const { stderr } = await run(
    `import std/sync { channel, join_all, mutex, rw_lock, select, semaphore, task }\nfun main() {\n    ${code}\n}`,
  );
  // Goroutines are listed in the order in which they began to wait, which varies on a busy machine.
  const [message, ...places] = stderr.trimEnd().split("\n");
  expect([message, ...places.toSorted()]).toEqual([
    "panic: all goroutines are blocked: deadlock",
    ...`  ${lines}`.split("\n").toSorted(),
  ]);
});

test("a send on a closed channel", async () => {
  const { stderr } = await run(
    "import std/sync { channel, select }\nfun main() {\n    let ch = channel<Int>()\n    ch.close()\n    select().send(ch, 1, fun() {}).wait()\n}",
  );
  expect(stderr).toBe("panic: send on closed channel\n  at main (main.std:5:36)\n");
});

test("a task that panicked and was never joined", async () => {
  const { exitCode, stdout, stderr } = await run(
    'import std/sync { task, yield_now }\nfun main() {\n    task(fun() = panic("forgotten"))\n    yield_now()\n}',
  );
  expect([exitCode, stdout, stderr]).toEqual([
    0,
    "",
    "task that was never joined: panic: forgotten\n  at main.lambda (main.std:3:18)\n",
  ]);
});
