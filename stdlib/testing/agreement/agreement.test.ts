// Compares methods of the prelude with Python's and Rust's, on random inputs: `python.py` and `rust.rs` wrote the
// calls with their results. Both results are shown as text, so -0.0 differs from 0.0.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../../../interpreter/compile/testing/run-program.ts";

interface Case {
  readonly before: string;
  readonly call: string;
  readonly result: string;
}

function casesOf(file: string): Case[] {
  const text = readFileSync(join(import.meta.dirname, file), "utf8").trimEnd();
  return text.split("\n").map((line) => {
    const [before, call, result] = line.split("\t");
    return { before: before!, call: call!, result: result! };
  });
}

/** A function for each case, which reports a difference. */
function programOf(cases: readonly Case[]): string {
  const functions = cases.map(
    ({ before, call, result }, i) => `fun case${i}() {
${before.replaceAll("; ", "\n")}
let actual = ${call}
let expected = if false { actual } else { ${result} }
if actual.debug() != expected.debug() { print("${i} \${actual.debug().replace("\\n", "\\\\n")}") }
}`,
  );
  const calls = cases.map((_, i) => `case${i}()`).join("\n");
  return `import std/fmt\n${functions.join("\n")}\nfun main() {\n${calls}\nprint("done")\n}\n`;
}

const PART = 300;

test.for(["python.tsv", "rust.tsv"])("%s: every call gives the same result", async (file) => {
  const cases = casesOf(file);
  expect(cases.length).toBeGreaterThan(1000);
  for (let at = 0; at < cases.length; at += PART) {
    const part = cases.slice(at, at + PART);
    const { stdout, stderr } = await runProgram(programOf(part));
    expect(stderr).toBe("");
    const lines = stdout.trimEnd().split("\n");
    expect(lines.pop()).toBe("done");
    const differences = lines.map((line) => {
      const [number, ...actual] = line.split(" ");
      const { before, call, result } = part[Number(number)]!;
      return `${before} ${call}: ${actual.join(" ")}, not ${result}`;
    });
    expect(differences).toEqual([]);
  }
});
