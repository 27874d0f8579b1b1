// Measures calls across the border between a host and its scripts, beside plain calls of JavaScript through a
// variable that has held several functions, so that V8 inlines none of them.
//
//     node bench/embedding/run.ts [ROUNDS]
import { standardModules } from "../../stdlib/index.ts";
import { createEngine, defineModule } from "../../interpreter/index.ts";

const rounds = Number(process.argv[2] ?? "300");
/** Calls per round: so few that other work on the machine does not interrupt most rounds. */
const CALLS = 30_000;
const FEW = 50;

const host = defineModule({
  name: "host",
  declaration: "fun next(n: Int) -> Int\nfun name(n: String) -> String",
  functions: { next: (n: number) => n + 1, name: (text: string) => text },
});
const engine = createEngine({ modules: [...standardModules, host] });
const { program } = await engine.load<{
  next(n: number): number;
  plain(calls: number): number;
  natives(calls: number): number;
  texts(calls: number): number;
}>({
  path: "calls.std",
  text: `
import std/host
fun next(n: Int) -> Int = n + 1
fun plain(calls: Int) -> Int {
    let fs = [fun(n: Int) -> Int = n + 1, fun(n: Int) -> Int = n + 2, fun(n: Int) -> Int = n + 1, fun(n: Int) -> Int = n + 2]
    let sum = 0
    for i in 0..calls { sum = fs[i & 3](sum) }
    sum
}
fun natives(calls: Int) -> Int {
    let sum = 0
    for _ in 0..calls { sum = host.next(sum) }
    sum
}
fun texts(calls: Int) -> Int {
    let sum = 0
    for _ in 0..calls { sum += host.name("a name").len() }
    sum
}
`,
});

const plain = [(n: number) => n + 1, (n: number) => n + 2, (n: number) => n + 1, (n: number) => n + 2];

/** Nanoseconds per call, in the best round. */
async function least(calls: number, work: (calls: number) => unknown): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    const working = work(calls);
    if (working instanceof Promise) await working;
    best = Math.min(best, ((performance.now() - start) * 1_000_000) / calls);
  }
  return best;
}

// First, while V8 has seen one function: a host that calls one in a loop.
const alone = (
  await engine.load<{ next(n: number): number }>({
    path: "alone.std",
    text: "fun next(n: Int) -> Int = n + 1\n",
  })
).program!;

const rows: readonly (readonly [what: string, calls: number, work: (calls: number) => unknown])[] = [
  [
    "JavaScript: an indirect call",
    CALLS,
    (calls) => {
      let sum = 0;
      for (let i = 0; i < calls; i++) sum = plain[i & 3]!(sum);
      return sum;
    },
  ],
  [
    "host → script: `callSync` of one function",
    CALLS,
    (calls) => {
      for (let i = 0; i < calls; i++) alone.callSync("next", i);
    },
  ],
  ["script: an indirect call", CALLS, (calls) => program!.callSync("plain", calls)],
  ["script → host: `next(Int)`", CALLS, (calls) => program!.callSync("natives", calls)],
  ["script → host: `name(String)`", CALLS, (calls) => program!.callSync("texts", calls)],
  [
    "host → script: `callSync`, after four others",
    CALLS,
    (calls) => {
      for (let i = 0; i < calls; i++) program!.callSync("next", i);
    },
  ],
  [
    "host → script: `await call`",
    CALLS,
    async (calls) => {
      for (let i = 0; i < calls; i++) await program!.call("next", i);
    },
  ],
  [
    "`engine.run` of a text that the engine has kept",
    FEW,
    async (calls) => {
      for (let i = 0; i < calls; i++) await engine.run({ path: "kept.std", text: "fun main() {}" });
    },
  ],
];
for (const [what, calls, work] of rows) {
  const nanos = await least(calls, work);
  const shown = nanos < 1000 ? `${nanos.toFixed(1)} ns` : `${(nanos / 1000).toFixed(1)} µs`;
  console.log(`${what.padEnd(50)} ${shown.padStart(10)}`);
}
alone.close();
program!.close();
