// Macro expansion up to its limits, in the memory of a small host.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/**
 * The codes of the program that the JavaScript expression `make` computes, parsed in a process with this much
 * heap.
 */
function codes(megabytes: number, make: string): string {
  const script = `
    await import("./interpreter/host/node/index.ts");
    const { Source } = await import("./interpreter/source/index.ts");
    const { parse } = await import("./interpreter/syntax/index.ts");
    const text = ${make};
    console.log(parse(new Source("x.std", text)).diagnostics.map(({ code, message }) => code + " " + message).join("; "));
  `;
  const flags = [`--max-old-space-size=${megabytes}`, "--stack-size=7200", "--input-type=module"];
  return execFileSync(process.execPath, [...flags, "-e", script], { cwd: ROOT, encoding: "utf8" }).trim();
}

/**
 * A macro that calls itself a hundred times with all its arguments: it produces 200 times their number, and
 * leaves a constant.
 */
function calling(args: number): string {
  return String.raw`"macro m { (0 $($x:expr),*) => { 1 } "
    + Array.from({ length: 100 }, (_, i) => "(" + (i + 1) + " $($x:expr),*) => { m!(" + i + " $($x),*) }").join(" ")
    + " }\nfun main() { let x = m!(100 " + "1, ".repeat(${args - 1}) + "1) }"`;
}

test("nearly two million tokens take less than 500 MB", () => {
  expect(codes(500, calling(9_900))).toBe("");
}, 300_000);

test("more are refused", () => {
  expect(codes(500, calling(10_000))).toBe("G1 gave up after 2,000,000 tokens of macro expansion");
}, 300_000);

test("two million tokens of several functions are read", () => {
  const make = String.raw`"macro m { ($($x:expr),*) => { [" + "$($x),*, ".repeat(49) + "$($x),*] } }"
    + Array.from({ length: 990 }, (_, i) => "\nfun f" + i + "() {\n let xs = m!(" + "1, ".repeat(19) + "1)\n}").join("")`;
  expect(codes(1500, make)).toBe("");
}, 300_000);

test("more than a million of one function are refused", () => {
  const make = String.raw`"macro m { ($($x:expr),*) => { [" + "$($x),*, ".repeat(49) + "$($x),*] } }"
    + "\nfun main() {\n let xs = m!(" + "1, ".repeat(10_999) + "1)\n}"`;
  expect(codes(1000, make)).toBe(
    "G1 gave up after 1,000,000 tokens of one declaration with its macros expanded",
  );
}, 300_000);
