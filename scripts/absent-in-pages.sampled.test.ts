// What a page does not have is an `Err` wherever a function of the library returns a `Result`. Every public function
// is called in a context that has only what pages have; docs/browser.md names those that panic.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sample } from "../interpreter/testing/sample.ts";
import { standardModules } from "../stdlib/index.ts";
import { Arguments, importsFor } from "../stdlib/testing/drawn-arguments.ts";
import { drawnCall, needsHandle } from "../stdlib/testing/drawn-calls.ts";
import { publicFunctions, typeText } from "../stdlib/testing/public-functions.ts";
import { bareContext, type BareContext } from "./bare-context.ts";

/** They take handlers, templates or derived structs, which are not drawn. */
const UNDRAWN: ReadonlySet<string> = new Set(["api", "http", "web", "html", "flags", "log", "term"]);
const MODULES = standardModules.map(({ name }) => name).filter((name) => !UNDRAWN.has(name));
/** Types of these modules that are not drawn: functions and methods with them are called in conformance/. */
const UNDRAWN_TYPES = /\b(?:Tcp\w+|Tls\w+|Unix\w+|Udp\w+|SmtpOptions|Smtp)\b/;
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
  it.each(sample(MODULES, 4))("std/%s", { timeout: 120_000 }, async (module) => {
    let seed = 7;
    const make = new Arguments((size) => (seed = (seed * 48271) % 2147483647) % size, "/tmp");
    const callables = publicFunctions(module).filter(
      (callable) =>
        !needsHandle(callable) &&
        ![
          ...(callable.owner === null ? [] : [callable.owner]),
          ...callable.fn.params.map(({ type }) => type!),
        ].some((type) => UNDRAWN_TYPES.test(typeText(type, callable.names))),
    );
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
});
