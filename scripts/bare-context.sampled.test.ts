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
/** The most that the language service adds. */
const MOST_OF_SERVICE = 50 * 1024;
const folder = join(import.meta.dirname, "../dist/browser");

let context: BareContext;

beforeAll(async () => {
  context = await bareContext();
});

it("a page loads at most 450 KiB after compression before a program runs", () => {
  const files = loadedBy("index.js");
  expect(files.size).toBeGreaterThan(3);
  expect(compressed(files)).toBeLessThanOrEqual(MOST_BYTES);
});

it("the language service adds at most 50 KiB after compression, and no protocol", () => {
  const engine = loadedBy("index.js");
  const added = [...loadedBy("language.js")].filter((file) => !engine.has(file));
  expect(added).toContain("language.js");
  expect(compressed(added)).toBeLessThanOrEqual(MOST_OF_SERVICE);
  for (const file of added) expect(readFileSync(join(folder, file), "utf8")).not.toContain("jsonrpc");
});

it("the language service reads the machine's files in a page", async () => {
  const found = await context.evaluate(`(async () => {
    const shop = "fun price(pots: Int) -> Int = pots * 250\\n";
    const machine = api.createMachine({ files: { "shop.std": shop } });
    const service = language.createLanguageService({ machine, modules: api.standardModules });
    const text = 'import "./shop" { price }\\n\\nfun main() {\\n    let total=price(2)\\n    print(totl)\\n}\\n';
    service.setText("main.std", text);
    const codes = (path) => service.diagnostics(path).map((one) => one.code);
    const before = codes("main.std");
    machine.write("shop.std", "fun cost() {}\\n");
    return {
      before,
      after: codes("main.std").length > before.length,
      names: service.completions("main.std", text.indexOf("totl") + 3).items.map((one) => one.label).filter((one) => one === "total"),
      edits: service.format("main.std").map((one) => one.text).join("|"),
      wrong: (() => { try { language.createLanguageService({ machine: {}, modules: [] }); } catch (error) { return error.message; } })(),
    };
  })()`);
  expect(found).toEqual({
    before: ["R1"],
    after: true,
    names: ["total"],
    edits: " = ",
    wrong: "createLanguageService: `machine` must be made by createMachine",
  });
});

/** The files that a page loads with one, itself included. */
function loadedBy(first: string): Set<string> {
  const files = new Set([first]);
  for (const file of files) {
    const code = readFileSync(join(folder, file), "utf8");
    for (const [, next] of code.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)) files.add(next!);
  }
  return files;
}

function compressed(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(join(folder, file), "utf8"), { level: 9 }).length;
  return bytes;
}

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
  const text = `import std/compress { brotli_reader, unzstd, zstd_writer }
import std/http { get }
import std/io { Buffer, read_all, reader, write_all }
import std/net { connect }
import std/process { run }
import std/sqlite { open }

fun main() {
    print(run("ls", []).is_err())
    print(open(":memory:").is_err())
    print(get("http://example.com/").is_err())
    print(connect("localhost:1").is_err())
    print(unzstd("kiwi").is_err())
    print(read_all(brotli_reader(reader("kiwi"))).is_err())
    let out = zstd_writer(Buffer.new())
    print(write_all(out, "kiwi").is_err() || out.close().is_err())
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
  expect(found).toBe("true\n".repeat(7));
});
