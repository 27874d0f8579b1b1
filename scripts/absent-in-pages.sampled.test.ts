// What a page does not have is an `Err` wherever a function of the library returns a `Result`. Every public function
// is called in a context that has only what pages have; docs/browser.md names those that panic.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sample } from "../interpreter/testing/sample.ts";
import { standardModules } from "../stdlib/index.ts";
import { Arguments, importsFor } from "../stdlib/testing/drawn-arguments.ts";
import { drawnCall } from "../stdlib/testing/drawn-calls.ts";
import { publicFunctions, typeText } from "../stdlib/testing/public-functions.ts";
import { bareContext, type BareContext } from "./bare-context.ts";
import { isDrawnInPages, uncalledInPages } from "./calls-in-pages.ts";

const MODULES = standardModules.map(({ name }) => name);
/** Programs that call methods of handles, and what takes handlers or derived structs: such calls are not drawn. */
const HANDLES = join(import.meta.dirname, "../interpreter/browser/testing/handles");
/** A page has no values of these types: what makes them is an `Err`, and only `std test` and `std bench` make the last. */
const UNREACHABLE = [
  "process ChildReader.read",
  "process ChildReader.close",
  "process ChildWriter.write",
  "process ChildWriter.close",
  "net UdpSocket.send_to",
  "net UdpSocket.recv_from",
  ...["name", "run", "cases", "temp_dir", "cleanup", "env", "skip", "log"].map((name) => `test Test.${name}`),
  "test Bench.run",
];
const CALLS = 2;
/** Small ones: what is absent does not depend on sizes. */
const HELPERS = `fun ill_formed() -> String = "a"
fun huge() -> String = "ab ".repeat(10)
`;
/** How natives and the machine of a page report what is absent. */
const ABSENT = /a web page|not supported|ENOTSUP|no Brotli|no Zstandard|not built|is not available/i;

interface Called {
  readonly diagnostics: readonly string[];
  readonly ends: readonly { readonly kind: string; readonly message?: string; readonly text?: string }[];
}

let context: BareContext;

beforeAll(async () => {
  context = await bareContext();
}, 120_000);

async function callAll(text: string): Promise<Called> {
  return (await context.evaluate(`(async () => {
    const machine = api.createMachine();
    const engine = api.createEngine({
      modules: api.standardModules, machine, limits: { wallMillis: 500, compileMillis: 60000 },
      capabilities: { fs: true, net: true, process: true, env: true },
    });
    const path = "calls_test.std";
    const { program, diagnostics } = engine.build({ path, text: ${JSON.stringify(text)} }, "tests");
    const ends = [];
    for (let i = 0; i < (program?.entries ?? 0); i++) {
      const { kind, message, text } = await engine.launch(program, path, [], i);
      ends.push({ kind, message, text });
    }
    const errors = diagnostics.filter((one) => one.severity === "error");
    return { diagnostics: errors.map((one) => api.render(one)), ends };
  })()`)) as Called;
}

describe("in a page", () => {
  it.each(
    sample(
      MODULES.filter((module) => publicFunctions(module).some((each) => isDrawnInPages(module, each))),
      4,
    ),
  )("std/%s", { timeout: 120_000 }, async (module) => {
    let seed = 7;
    const make = new Arguments((size) => (seed = (seed * 48271) % 2147483647) % size, "/tmp");
    const callables = publicFunctions(module).filter((callable) => isDrawnInPages(module, callable));
    const calls = callables.flatMap((callable) => Array.from({ length: CALLS }, () => callable));
    const text = `${importsFor(module)}
${HELPERS}
${calls.map((callable, i) => drawnCall(`test_${i}`, callable, module, make)).join("\n")}`;
    const { diagnostics, ends } = await callAll(text);
    expect(diagnostics).toEqual([]);
    expect(ends.length).toBe(calls.length);
    const documented = readFileSync(join(import.meta.dirname, "../docs/browser.md"), "utf8");
    const panicking = new Set<string>();
    const wrong = ends.flatMap(({ kind, message = "", text: report = "" }, i) => {
      const { fn, names } = calls[i]!;
      const name = fn.name.name;
      if (kind === "internal") return [`${name}: ${report}`];
      // A call before could not make the value: its `Err` was unwrapped.
      if (kind !== "panic" || !ABSENT.test(message) || message.startsWith("unwrap called on Err")) return [];
      panicking.add(name);
      const returns = fn.result === null ? "" : typeText(fn.result, names);
      if (returns.startsWith("Result<")) return [`${name} returns ${returns}, and panics: ${message}`];
      return documented.includes(`\`${name}(`)
        ? []
        : [`docs/browser.md does not say that ${name} panics: ${message}`];
    });
    expect([...new Set(wrong)]).toEqual([]);
    if (module === "compress") expect([...panicking].toSorted()).toEqual(["brotli", "zstd"]);
  });

  it.each(readdirSync(HANDLES))("methods of handles: %s", { timeout: 120_000 }, async (name) => {
    const text = readFileSync(join(HANDLES, name), "utf8");
    const path = `/home/${name}`;
    const request = { name, path, files: { [path]: text }, args: [], stdin: "", env: {} };
    const outcome = await context.run(request);
    expect(outcome).toMatchObject({ exit: 0, diagnostics: [] });
    expect(outcome.stdout.trimEnd().split("\n")).toEqual(
      [...text.matchAll(/\/\/> (.*)/g)].map(([, line]) => line),
    );
  });

  it("every public function is called by a test", () => {
    const uncalled = uncalledInPages(readdirSync(HANDLES).map((name) => join(HANDLES, name)));
    expect(uncalled, "call new functions in interpreter/browser/testing/handles/").toEqual(UNREACHABLE);
  });
});
