// Runs programs compiled and on the evaluator of interpreter/testing, and reports differences and
// facts of the compiler that do not hold:
//   node scripts/oracle.ts                      all conformance scripts and 500 random programs, as `npm run test:slow` does
//   node scripts/oracle.ts scripts [PREFIX...]  conformance scripts
//   node scripts/oracle.ts random COUNT [FIRST] random programs with the seeds from FIRST on; a failure names its seed
//   node scripts/oracle.ts show SEED            the text of a random program
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Comparison } from "../interpreter/testing/compare.ts";
import { compareRandom } from "./oracle-random.ts";
import { randomFiles } from "../interpreter/testing/random/index.ts";
import { findScripts } from "./conform-cases.ts";
import { ask } from "./oracle-pool.ts";
import type { OracleRequest } from "./oracle-worker.ts";

const ROOT = join(import.meta.dirname, "..");
const THREADS = Math.min(2, availableParallelism());
const LIMIT_MS = 60_000;
const FEW = 500;

let passed = 0;
const failed: string[] = [];

function record(name: string, difference: string | null): void {
  if (difference === null) passed++;
  else {
    failed.push(name);
    console.log(`FAIL ${name}\n     ${difference.replaceAll("\n", "\n     ")}`);
  }
}

/**
 * Prefixes of the names of scripts that the evaluator does not run, each with the reason; these run compiled
 * with checks of all facts.
 */
function excluded(): Map<string, string> {
  const lines = readFileSync(join(ROOT, "conformance/oracle.tsv"), "utf8")
    .split("\n")
    .slice(1)
    .filter((line) => line !== "");
  return new Map(lines.map((line) => line.split("\t") as [string, string]));
}

async function compareScripts(prefixes: readonly string[]): Promise<void> {
  const without = excluded();
  const used = new Set<string>();
  const requests = findScripts(ROOT, "conformance").flatMap(
    (one): (OracleRequest & { kind: "script" | "assert"; name: string })[] => {
      const name = one.name.replace(/^conformance\//, "");
      if (prefixes.length > 0 && !prefixes.some((prefix) => name.startsWith(prefix))) return [];
      const reason = [...without.keys()].find((start) => name.startsWith(start));
      if (reason !== undefined) used.add(reason);
      // Commands of `std` and refused programs run nothing.
      const refused = [one, ...one.modules].some(({ expected }) => expected.errors.length > 0);
      if (refused || one.expected.command !== null) return [];
      // A thread receives no signals: a program that sends itself one would end this process.
      if (readFileSync(one.path, "utf8").includes("send_signal(")) return [];
      return [
        {
          kind: reason === undefined ? "script" : "assert",
          name,
          path: one.path,
          args: one.expected.args,
          stdin: one.expected.stdin,
        },
      ];
    },
  );
  const problem = ({ difference, skipped }: Comparison): string | null =>
    difference ?? (skipped === null ? null : `the evaluator: ${skipped}`);
  const suspects = new Map<OracleRequest, string>();
  await ask(
    requests.filter(({ kind }) => kind === "script"),
    THREADS,
    LIMIT_MS,
    (request, comparison) => {
      const found = problem(comparison);
      if (found === null) record(request.name, null);
      else suspects.set(request, found);
    },
  );
  // What differs only while others run is no difference of the compiler.
  await ask(
    requests.filter((request) => suspects.has(request)),
    1,
    LIMIT_MS,
    (request, comparison) => {
      const found = problem(comparison);
      if (found === null) console.log(`FLAKY ${request.name}\n     ${suspects.get(request)}`);
      record(request.name, found);
    },
  );
  // These leave files behind, so they run one after the other, each in an empty folder.
  await ask(
    requests.filter(({ kind }) => kind === "assert"),
    1,
    LIMIT_MS,
    ({ name }, comparison) => {
      record(name, problem(comparison));
      for (const file of readdirSync(".", { encoding: "buffer" }))
        rmSync(Buffer.concat([Buffer.from("./"), file]), { recursive: true, force: true });
    },
  );
  if (prefixes.length === 0)
    for (const start of without.keys())
      if (!used.has(start)) record(start, "is excluded, but there is no such script");
}

const [what = "all", ...rest] = process.argv.slice(2);
if (what === "show") {
  for (const [path, text] of Object.entries(randomFiles(Number(rest[0])))) console.log(`// ${path}\n${text}`);
} else {
  const scratch = mkdtempSync(join(tmpdir(), "stdlang-oracle-"));
  process.chdir(scratch);
  if (what === "all" || what === "scripts") await compareScripts(rest);
  process.chdir(ROOT);
  rmSync(scratch, { recursive: true, force: true });
  if (what === "all" || what === "random")
    await compareRandom(Number(rest[0] ?? FEW), Number(rest[1] ?? 0), THREADS, record);
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
