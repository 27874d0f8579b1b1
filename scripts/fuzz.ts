// Generated programs in large numbers, for nights: `npm run fuzz [-- PROGRAMS TEXTS SEED]`. Random
// programs must do the same in all ways of compiling; token soup and mutated programs must get
// diagnostics from parser and checker, never a JavaScript error. A failure names the seed and the text.
import { checkTexts } from "../interpreter/check/testing.ts";
import { sameInAllModes } from "../interpreter/compile/testing/modes.ts";
import { generator, randomProgram } from "../interpreter/compile/testing/random-program.ts";

const [programs = 2_000, texts = 100_000, first = 0] = process.argv.slice(2).map(Number);
let failed = 0;

function fail(seed: number, source: string, why: string): void {
  failed++;
  console.log(`seed ${seed}: ${why}\n${source}\n`);
}

for (let seed = first; seed < first + programs; seed++) {
  const source = randomProgram(seed);
  try {
    const difference = await sameInAllModes(source);
    if (difference !== null) fail(seed, source, difference);
  } catch (error) {
    fail(seed, source, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
console.log(`${programs} programs compared`);

const TOKEN = /"(?:[^"\\]|\\.)*"|\w+|[^\s\w]|\n/g;
for (let seed = first; seed < first + texts; seed++) {
  const source = broken(seed);
  try {
    checkTexts({ main: source });
  } catch (error) {
    fail(seed, source, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
console.log(`${texts} broken texts checked`);
console.log(failed === 0 ? "ok" : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Every third text is soup of the tokens of a program, the others are programs with a few changes. */
function broken(seed: number): string {
  const random = generator(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const tokens: string[] = [...(randomProgram(below(50)).match(TOKEN) ?? [])];
  if (seed % 3 === 0) return `fun main() {\n${Array.from({ length: below(60) }, () => tokens[below(tokens.length)]).join(" ")}\n}`;
  for (let edits = 1 + below(4); edits > 0; edits--) {
    const at = below(tokens.length);
    const other = tokens[below(tokens.length)]!;
    tokens.splice(at, below(3), ...(below(3) === 0 ? [] : [other]));
  }
  return tokens.join(" ");
}
