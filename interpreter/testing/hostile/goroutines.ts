// Scripts that start goroutines without end, or let them wait for ever.
import type { HostileScript, HostileTable } from "./script.ts";

const GOROUTINE_LIMIT = "panic: goroutine limit exceeded";
const TIME_LIMIT = "panic: time limit exceeded";

const SCRIPTS: readonly HostileScript[] = [
  {
    does: "starts goroutines that sleep",
    script: "loop { spawn sleep_millis(100000) }",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "starts goroutines that start others",
    script:
      "import std/sync { sleep_millis }\n\nfun grow() {\n    spawn grow()\n    spawn grow()\n    sleep_millis(100000)\n}\n\nfun main() = grow()\n",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "starts goroutines that compute",
    script: "loop { spawn fun() {\nlet n = 0\nloop {\nn += 1\nyield_now()\n} }() }",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "starts tasks",
    script: "loop { let _ = task(fun() -> Int {\nsleep_millis(100000)\n1 }) }",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "starts goroutines that wait for a channel",
    script: "let c: Channel<Int> = channel()\nloop { spawn fun() { let _ = c.recv() }() }",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "starts goroutines that wait to send",
    script: "let c: Channel<Int> = channel()\nloop { spawn c.send(1) }",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "starts goroutines that wait for a lock",
    script: "let m = mutex()\nm.lock()\nloop { spawn m.lock() }",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "starts goroutines one after another",
    script: "for _ in 0..5000 {\nspawn fun() {}()\nyield_now()\n}\nprint(1)",
    ends: "done",
    prints: "1\n",
  },
  {
    does: "catches the panic",
    script: "loop { let _ = catch_panic(fun() -> Int {\nloop { spawn sleep_millis(100000) }\n0 }) }",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "starts goroutines in deferred calls",
    script: "defer fun() { loop { spawn sleep_millis(100000) } }()\nyield_now()",
    ends: GOROUTINE_LIMIT,
  },
  {
    does: "waits for itself",
    script: "let c: Channel<Int> = channel()\nlet _ = c.recv()",
    ends: "panic: all goroutines are blocked: deadlock",
  },
  {
    does: "waits in a circle",
    script:
      "let a: Channel<Int> = channel()\nlet b: Channel<Int> = channel()\nspawn fun() {\nlet _ = a.recv()\nb.send(1)\n}()\nlet _ = b.recv()",
    ends: "panic: all goroutines are blocked: deadlock",
  },
  {
    does: "passes values in a circle without end",
    script:
      "let a: Channel<Int> = channel()\nlet b: Channel<Int> = channel()\nspawn fun() { loop { b.send(a.recv()) } }()\nloop {\na.send(1)\nlet _ = b.recv()\n}",
    ends: TIME_LIMIT,
    options: { limits: { wallMillis: 300 } },
  },
  {
    does: "gives way without end",
    script: "loop { yield_now() }",
    ends: TIME_LIMIT,
    options: { limits: { wallMillis: 300 } },
  },
  {
    does: "keeps others from running by one long call",
    script: 'spawn fun() { loop { let _ = "a,".repeat(3000000).split(",") } }()\nsleep_millis(100000)',
    ends: TIME_LIMIT,
    options: { limits: { wallMillis: 300 } },
  },
  {
    does: "leaves goroutines that sleep behind",
    script: "for _ in 0..900 { spawn sleep_millis(100000) }\nprint(1)",
    ends: "done",
    prints: "1\n",
  },
  {
    does: "panics in a goroutine",
    script: 'spawn panic("there")\nsleep_millis(100000)',
    ends: "panic: there",
  },
];

export const GOROUTINES: HostileTable = {
  kind: "goroutines",
  imports: `import std/error { catch_panic }
import std/string
import std/sync { channel, mutex, sleep_millis, task, yield_now, Channel }

`,
  options: { limits: { goroutines: 1000, wallMillis: 10_000, compileMillis: 20_000 } },
  scripts: SCRIPTS,
};
