// One process that checks a project again and again while a body changes, as a watcher does; prints the median
// and the longest time after a change, and the memory at the end.
//
//     node bench/check/live.ts FOLDER [EDITS]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const dist = join(import.meta.dirname, "../../dist");
const { createEngine } = (await import(
  join(dist, "interpreter/index.js")
)) as typeof import("../../interpreter/index.ts");
const { standardModules } = (await import(
  join(dist, "stdlib/index.js")
)) as typeof import("../../stdlib/index.ts");

const [folder = ".", edits = "60"] = process.argv.slice(2);
const engine = createEngine({ modules: standardModules });
const edited = join(folder, "m50.std");
const before = readFileSync(edited, "utf8");

function check(): number {
  const start = performance.now();
  const { ok, diagnostics } = engine.check([{ path: join(folder, "main.std") }]);
  if (!ok) throw new Error(JSON.stringify(diagnostics[0]?.message));
  return performance.now() - start;
}

const first = check();
const times = Array.from({ length: Number(edits) }, (_, i) => {
  writeFileSync(edited, before.replace("let total = 0", `let total = ${i + 1}`));
  return check();
});
writeFileSync(edited, before);
const sorted = times.toSorted((a, b) => a - b);
const show = (time: number): string => `${time.toFixed(1)} ms`;
// The first edits run in code that V8 has not optimized yet.
console.log(
  `live: first ${show(first)}, edits: first ${show(times[0]!)}, median ${show(sorted[sorted.length >> 1]!)}, ` +
    `longest ${show(sorted.at(-1)!)}, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
);
