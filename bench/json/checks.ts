// Decodes a document of records with std/json in several ways, in turn, and prints CPU milliseconds per document and
// their ratio to plain decoding: with checks, and as `decode_all`. The time of a process that only starts and reads the
// file is subtracted.
//
//     node bench/json/checks.ts [ROUNDS] [MEGABYTES]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, STD } from "../measured-run.ts";
import { documentOf } from "./documents.ts";

const WAYS = ["decode", "checked", "decode_all"] as const;
const TIMES = 5;

const [rounds = "5", megabytes = "10"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "stdlang-bench-"));
try {
  const document = join(folder, "records.json");
  writeFileSync(document, documentOf("records", Number(megabytes) * 1e6));
  const least = new Map<string, number>();
  for (let i = 0; i < Number(rounds); i++) {
    for (const way of ["idle", ...WAYS]) {
      const [operation, times] = way === "idle" ? ["decode", 0] : [way, TIMES];
      const work = join(import.meta.dirname, "work.std");
      const { millis } = run([...STD, work, document, "records", operation, `${times}`]);
      least.set(way, Math.min(millis, least.get(way) ?? Infinity));
    }
  }
  const cost = (way: string): number => (least.get(way)! - least.get("idle")!) / TIMES;
  for (const way of WAYS)
    console.log(
      `${way.padEnd(10)} ${cost(way).toFixed(0).padStart(5)} ms ${(cost(way) / cost("decode")).toFixed(2).padStart(7)}`,
    );
} finally {
  rmSync(folder, { recursive: true });
}
