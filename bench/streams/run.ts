// Moves a file through the streams of Stdlang and through those of Node, in turn. Prints CPU milliseconds and
// peak memory, less those of an idle process, and the ratio of the times.
//
//     node bench/streams/run.ts [ROUNDS] [MEGABYTES] [JOB...]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, run, STD, type Run } from "../measured-run.ts";

const JOBS = ["read", "copy", "lines", "write", "stdin", "child", "tcp"];
const LINE = "2026-11-22 18:00:00 INFO a line of some log, as long as such lines are: id=12345 took 17 ms\n";

const [rounds = "5", megabytes = "200", ...chosen] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "stdlang-bench-"));
const [file, out] = [join(folder, "file"), join(folder, "out")];

/** Runs a job. The file is also its standard input. */
function work(program: readonly string[], job: string): Run {
  return run([...program, job, file, out], file);
}

try {
  writeFileSync(file, LINE.repeat(Math.ceil((Number(megabytes) * 1e6) / LINE.length)));
  const programs = {
    std: [...STD, join(import.meta.dirname, "work.std")],
    node: [join(import.meta.dirname, "work.js")],
  };
  const times = (job: string): Record<keyof typeof programs, Run[]> => {
    const runs: Record<keyof typeof programs, Run[]> = { std: [], node: [] };
    for (let round = 0; round < Number(rounds); round++)
      for (const name of ["std", "node"] as const) runs[name].push(work(programs[name], job));
    return runs;
  };
  const peak = (runs: readonly Run[]): number => Math.max(...runs.map((one) => one.peak));
  const idle = times("idle");
  console.log(
    `${"job".padEnd(8)} ${"Stdlang".padStart(9)} ${"Node".padStart(9)} ${"ratio".padStart(7)} ${"memory".padStart(9)} ${"of Node".padStart(9)}`,
  );
  for (const job of JOBS.filter((each) => chosen.length === 0 || chosen.includes(each))) {
    const { std, node } = times(job);
    if (job !== "lines" && std[0]!.output !== node[0]!.output) throw new Error(`${job}: the results differ`);
    const ours = median(std) - median(idle.std);
    const theirs = median(node) - median(idle.node);
    const memory = (one: readonly Run[], base: readonly Run[]): string =>
      `${((peak(one) - peak(base)) / 1e6).toFixed(0)} MB`.padStart(9);
    console.log(
      `${job.padEnd(8)} ${ours.toFixed(0).padStart(6)} ms ${theirs.toFixed(0).padStart(6)} ms ${(ours / theirs).toFixed(2).padStart(7)} ${memory(std, idle.std)} ${memory(node, idle.node)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
