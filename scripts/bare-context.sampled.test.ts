// The engine for pages in a context that has only what pages have, so that every run of the tests covers it, with or
// without Chromium.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { sample } from "../interpreter/testing/sample.ts";
import { bareContext, type BareContext } from "./bare-context.ts";
import { judged, pageCases, requestFor } from "./page-cases.ts";

/** The most bytes that a page loads, compressed, before a program runs. */
const MOST_BYTES = 450 * 1024;

let context: BareContext;

beforeAll(async () => {
  context = await bareContext();
});

it("a page loads at most 450 KiB after compression before a program runs", () => {
  const folder = join(import.meta.dirname, "../dist/browser");
  const files = new Set(["index.js"]);
  let bytes = 0;
  for (const file of files) {
    const code = readFileSync(join(folder, file), "utf8");
    bytes += gzipSync(code, { level: 9 }).length;
    for (const [, next] of code.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)) files.add(next!);
  }
  expect(files.size).toBeGreaterThan(3);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

it("at least 900 conformance scripts run in pages, and every other one has a reason", () => {
  const { cases, left } = pageCases();
  expect(cases.length).toBeGreaterThanOrEqual(900);
  for (const [reason, names] of left) expect(reason, names.join()).not.toBe("");
});

// A context of its own makes globals slow: one script in six is enough, since Chromium runs them all.
it("conformance scripts do what they announce without Node's globals", { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  for (const one of sample(
    pageCases().cases.filter((_, i) => i % 6 === 0),
    6,
  ))
    for (const text of judged(one, await context.run(requestFor(one)))) wrong.push(`${one.name}: ${text}`);
  expect(wrong).toEqual([]);
});

it("a machine keeps files in memory, and programs see the host's", async () => {
  const found = await context.evaluate(`(async () => {
    const machine = api.createMachine({ files: { "in.txt": "tea" } });
    const engine = api.createEngine({ modules: api.standardModules, machine, capabilities: { fs: true } });
    const text = 'import std/fs { read, write }\\nfun main() { write("made.txt", read("in.txt").unwrap() + "!").unwrap() }';
    await engine.run({ path: "main.std", text });
    return [machine.read("made.txt"), machine.files];
  })()`);
  expect(found).toEqual(["tea!", ["/home/in.txt", "/home/made.txt"]]);
});

it("what needs a machine says so by an Err", async () => {
  const text = `import std/http { get }
import std/net { connect }
import std/process { run }
import std/sqlite { open }

fun main() {
    print(run("ls", []).is_err())
    print(open(":memory:").is_err())
    print(get("http://example.com/").is_err())
    print(connect("localhost:1").is_err())
}
`;
  const found = await context.evaluate(`(async () => {
    const out = [];
    const machine = api.createMachine();
    const engine = api.createEngine({
      modules: api.standardModules, machine, stdout: (bytes) => void out.push(bytes),
      capabilities: { fs: true, net: true, process: true },
    });
    const { diagnostics } = await engine.run({ path: "main.std", text: ${JSON.stringify(text)} });
    return out.join("") + diagnostics.map((one) => api.render(one)).join("");
  })()`);
  expect(found).toBe("true\n".repeat(4));
});
