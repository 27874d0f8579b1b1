// Loads programs one after the other into one engine, calls each and closes it: the memory must not grow with
// their number. Each has a different source, so that the engine compiles all of them.
//
//     node --expose-gc bench/embedding/loads.ts [PROGRAMS]
import { standardModules } from "../../stdlib/index.ts";
import { createEngine } from "../../interpreter/index.ts";

const programs = Number(process.argv[2] ?? "10000");
const ROWS = 10;
const gc = (globalThis as { gc?: () => void }).gc;
if (gc === undefined) throw new Error("start it with --expose-gc");

const engine = createEngine({ modules: standardModules });
console.log("programs  heap MB  resident MB  ms each");
let since = performance.now();
for (let i = 1; i <= programs; i++) {
  const text = `
struct Rule${i} { limit: Int }
let rules: List<Rule${i}> = [Rule${i} { limit: ${i} }]
fun allows(n: Int) -> Bool = rules.iter().all(fun(rule) = n <= rule.limit)
`;
  const { program } = await engine.load<{ allows(n: number): boolean }>({ path: `rule${i}.std`, text });
  if (!(await program!.call("allows", i)) || (await program!.call("allows", i + 1)))
    throw new Error(`program ${i} is wrong`);
  program!.close();
  if (i % (programs / ROWS) !== 0) continue;
  const millis = (performance.now() - since) / (programs / ROWS);
  gc();
  const { heapUsed, rss } = process.memoryUsage();
  const row = [i, (heapUsed / 1e6).toFixed(1), (rss / 1e6).toFixed(0), millis.toFixed(1)];
  console.log(row.map((cell, column) => String(cell).padStart([8, 7, 11, 7][column]!)).join("  "));
  since = performance.now();
}
