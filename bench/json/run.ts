// Reads and writes a document of each usual kind with std/json and with the host's JSON, in turn, and prints
// CPU milliseconds per document and their ratio. The time of a process that only starts and reads the file is
// subtracted.
//
//     node bench/json/run.ts [ROUNDS] [MEGABYTES] [KIND OR OPERATION...]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, run, STD, type Run } from "../measured-run.ts";
import { documentKinds, documentOf } from "./documents.ts";

const OPERATIONS = ["parse", "decode", "stringify", "encode"];
const TIMES = 5;

const [rounds = "3", megabytes = "10", ...chosen] = process.argv.slice(2);
const wanted = (names: readonly string[]) =>
  names.some((name) => chosen.includes(name)) ? names.filter((name) => chosen.includes(name)) : names;
const work = (name: string) => join(import.meta.dirname, name);

/** CPU milliseconds for one document. */
function cost(times: readonly Run[], idle: readonly Run[]): number {
  return Math.max(median(times) - median(idle), 0) / TIMES;
}

const folder = mkdtempSync(join(tmpdir(), "stdlang-bench-"));
try {
  console.log(
    `${"document".padEnd(10)} ${"operation".padEnd(10)} ${"Stdlang".padStart(8)} ${"JavaScript".padStart(12)} ${"ratio".padStart(7)}`,
  );
  for (const kind of wanted(documentKinds)) {
    const document = join(folder, `${kind}.json`);
    writeFileSync(document, documentOf(kind, Number(megabytes) * 1e6));
    for (const operation of wanted(OPERATIONS)) {
      const runs: { readonly [name: string]: Run[] } = { std: [], stdIdle: [], js: [], jsIdle: [] };
      for (let i = 0; i < Number(rounds); i++) {
        for (const [name, times] of [
          ["", TIMES],
          ["Idle", 0],
        ] as const) {
          runs[`std${name}`]!.push(run([...STD, work("work.std"), document, kind, operation, `${times}`]));
          runs[`js${name}`]!.push(run([work("work.js"), document, kind, operation, `${times}`]));
        }
      }
      if (runs["std"]![0]!.output !== runs["js"]![0]!.output)
        throw new Error(`${kind}, ${operation}: the results differ`);
      const ours = cost(runs["std"]!, runs["stdIdle"]!);
      const theirs = cost(runs["js"]!, runs["jsIdle"]!);
      console.log(
        `${kind.padEnd(10)} ${operation.padEnd(10)} ${ours.toFixed(0).padStart(5)} ms ${theirs.toFixed(0).padStart(9)} ms ${(ours / theirs).toFixed(2).padStart(7)}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
