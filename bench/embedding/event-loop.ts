// Measures how long programs in threads block the host's event loop: the longest delay while a program runs
// to its end or into its limits, in the best round. The delay of an idle host is measured beside it.
//
//     node bench/embedding/event-loop.ts [ROUNDS]
import { monitorEventLoopDelay } from "node:perf_hooks";
import { standardModules } from "../../stdlib/index.ts";
import { createWorkerEngine, defineModule } from "../../interpreter/index.ts";

const rounds = Number(process.argv[2] ?? "5");

const host = defineModule({
  name: "host",
  declaration: "fun next(n: Int) -> Int",
  functions: { next: (n: number) => n + 1 },
});
const limits = { steps: 2_000_000_000, wallMillis: 1000, memory: 200_000_000, compileMillis: 1000 };
const engine = createWorkerEngine({ modules: [...standardModules, host], limits, stdout: () => {} });

const nested = (depth: number): string => (depth === 0 ? "1" : `a!(${nested(depth - 1)})`);
const programs: Readonly<Record<string, string>> = {
  "a loop without end": "fun main() { loop {} }",
  "lists without end": "fun main() { let all: List<List<Int>> = []\n loop { all.push([1, 2, 3]) } }",
  "texts without end": 'fun main() { let all: List<String> = []\n loop { all.push("${all.len()}") } }',
  "output without end": 'fun main() { loop { print("a line of some length, again and again") } }',
  "goroutines without end": "fun main() { loop { spawn(fun() { loop {} }) } }",
  "calls of the host": "import std/host\nfun main() { let n = 0\n loop { n = host.next(n) } }",
  "a pattern that backtracks":
    'import std/regex { compile }\nimport std/string\nfun main() { let _ = compile("a[ab]{2000}c").unwrap().find_all("ab".repeat(100000)) }',
  "a list of a million, sorted":
    "import std/cmp { sort }\nfun main() { let xs: List<Int> = []\n for i in 0..1000000 { xs.push(i * 7919 % 1000003) }\n print(sort(xs).len()) }",
  "a macro that doubles": `macro a { ($x:expr) => { [$x, $x, $x, $x, $x, $x, $x, $x] } }\nfun main() { let _ = ${nested(6)} }`,
  "a source of a megabyte": `fun main() {\n${"    let _ = [1, 2, 3]\n".repeat(50_000)}}`,
};

async function longestDelay(work: () => Promise<string>): Promise<readonly [millis: number, end: string]> {
  let best = Infinity;
  let end = "";
  for (let i = 0; i < rounds; i++) {
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    end = await work();
    delays.disable();
    best = Math.min(best, delays.max / 1e6);
  }
  return [best, end];
}

const idle = async (): Promise<string> => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return "";
};
const show = (name: string, [millis, end]: readonly [number, string]): void =>
  console.log(`${name.padEnd(30)} ${millis.toFixed(1).padStart(6)} ms  ${end}`);
show("an idle host", await longestDelay(idle));
for (const [name, text] of Object.entries(programs)) {
  const run = async (): Promise<string> => {
    const { exitReason, diagnostics } = await engine.run({ path: "program.std", text });
    if (exitReason === null) return diagnostics[0]!.message;
    return exitReason.kind === "panic" ? exitReason.message : exitReason.kind;
  };
  show(name, await longestDelay(run));
}
engine.close();
