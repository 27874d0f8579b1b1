// Runs generated programs for hours: `npm run fuzz [-- PROGRAMS TEXTS SEED]`. Random programs must do the
// same compiled and on the evaluator (oracle-random.ts), and some of them in all modes of the compiler.
// Calculations must have the results of BigInt. Token soup and mutated programs must cause diagnostics of
// parser and checker, never a JavaScript error. A failure prints the seed and the text; to continue a run
// that was ended, pass the seed that it reached.
import { availableParallelism } from "node:os";
import { checkTexts } from "../interpreter/check/testing/check-texts.ts";
import { sameInAllModes } from "../interpreter/compile/testing/modes.ts";
import { randomArithmetic } from "../interpreter/compile/testing/random-arithmetic.ts";
import { generator } from "../interpreter/compile/testing/random-program.ts";
import { runProgram } from "../interpreter/compile/testing/run-program.ts";
import { randomFiles } from "../interpreter/testing/random/index.ts";
import { compareRandom } from "./oracle-random.ts";

const [programs = 100_000, texts = 100_000, first = 0] = process.argv.slice(2).map(Number);
let failed = 0;

function fail(seed: number, source: string, why: string): void {
  failed++;
  console.log(`seed ${seed}: ${why}\n${source}\n`);
}

/** `findFault` returns what is wrong, or null. */
async function attempt(seed: number, source: string, findFault: () => Promise<string | null>): Promise<void> {
  try {
    const fault = await findFault();
    if (fault !== null) fail(seed, source, fault);
  } catch (error) {
    fail(seed, source, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

await compareRandom(programs, first, availableParallelism(), (name, difference) => {
  if (difference === null) return;
  failed++;
  console.log(`${name}: ${difference}`);
});

const inAllModes = Math.ceil(programs / 50);
for (let seed = first; seed < first + inAllModes; seed++) {
  const files = randomFiles(seed);
  const source = Object.values(files).join("\n");
  await attempt(seed, source, () => sameInAllModes(files));
  const { std, js } = randomArithmetic(seed);
  await attempt(seed, std, async () => {
    const { stdout } = await runProgram(std);
    const wanted: unknown = new Function(js)();
    return stdout.trim() === wanted ? null : `${stdout.trim()} is not ${String(wanted)}`;
  });
}
console.log(`${inAllModes} programs in all modes, and as many calculations with BigInt`);

const TOKEN = /"(?:[^"\\]|\\.)*"|\w+|[^\s\w]|\n/g;
for (let seed = first; seed < first + texts; seed++) {
  const source = broken(seed);
  await attempt(seed, source, async () => {
    checkTexts({ main: source });
    return null;
  });
}
console.log(`${texts} broken texts checked`);
console.log(failed === 0 ? "ok" : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Every third text is a random sequence of the tokens of a program; the others are programs with a few
 * changes.
 */
function broken(seed: number): string {
  const random = generator(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const tokens: string[] = [...(randomFiles(below(5_000))["/main.std"]!.match(TOKEN) ?? [])];
  if (seed % 3 === 0)
    return `fun main() {\n${Array.from({ length: below(60) }, () => tokens[below(tokens.length)]).join(" ")}\n}`;
  for (let edits = 1 + below(4); edits > 0; edits--) {
    const at = below(tokens.length);
    const other = tokens[below(tokens.length)]!;
    tokens.splice(at, below(3), ...(below(3) === 0 ? [] : [other]));
  }
  return tokens.join(" ");
}
