// Packages of npm: how they are found, what messages say about broken ones, and native code.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine, createWorkerEngine, memoryReader, npmPackages, render } from "./index.ts";

type Files = Readonly<Record<string, string>>;

const manifest = (std: unknown, more: object = {}): string =>
  JSON.stringify({ name: "x", version: "1.2.0", std, ...more });

/** Runs `main.std` with files in memory; the first lines of errors, or the output. */
async function outcome(files: Files, options: Parameters<typeof npmPackages>[0] = {}): Promise<string> {
  let output = "";
  const engine = createEngine({
    modules: standardModules,
    reader: memoryReader(files),
    packages: npmPackages(options),
    stdout: (bytes) => void (output += bytes),
  });
  const { diagnostics, exitReason } = await engine.run("main.std");
  return exitReason === null
    ? diagnostics
        .map((one) => [one.message, ...(one.hint === undefined ? [] : [one.hint])].join(" | "))
        .join("\n")
    : output;
}

describe("an import finds", () => {
  const money = {
    "node_modules/money/package.json": manifest({ root: "src" }),
    "node_modules/money/src/lib.std": 'import "./part/deep" { two }\nfun one() -> Int = two() - 1\n',
    "node_modules/money/src/part/deep.std": "fun two() -> Int = 2\n",
  };
  test("the file lib of a package, and others", async () => {
    const text =
      'import "money"\nimport "money/part/deep" { two }\nfun main() { print(money.one() + two()) }';
    expect(await outcome({ ...money, "main.std": text })).toBe("3\n");
  });
  test("a package with a scope, whose sources are in its folder", async () => {
    expect(
      await outcome({
        "node_modules/@me/a.b/package.json": manifest(true),
        "node_modules/@me/a.b/lib.std": 'fun f() -> String = "scoped"\n',
        "main.std": 'import "@me/a.b" { f }\nfun main() { print(f()) }',
      }),
    ).toBe("scoped\n");
  });
  test("the nearest package", async () => {
    const at = (folder: string, text: string): Files => ({
      [`${folder}node_modules/near/package.json`]: manifest(true),
      [`${folder}node_modules/near/lib.std`]: `fun f() -> String = "${text}"\n`,
    });
    const files = {
      ...at("", "far"),
      ...at("src/", "near"),
      "src/inner/a.std": 'import "near" { f }\nfun g() -> String = f()\n',
      "main.std": 'import "./src/inner/a" { g }\nimport "near" { f }\nfun main() { print("${g()} ${f()}") }',
    };
    expect(await outcome(files)).toBe("near far\n");
  });
  test("a dependency whose package.json gives the path", async () => {
    const files = {
      "package.json": JSON.stringify({ dependencies: { other: "1", tools: "1" } }),
      "node_modules/other/package.json": "{}",
      "node_modules/tools/package.json": manifest({ import: "github.com/Ann/tools", root: "src" }),
      "node_modules/tools/src/lib.std": "fun f() -> Int = 1\n",
      "node_modules/tools/src/part.std": "fun g() -> Int = 2\n",
      "main.std":
        'import "github.com/ann/Tools"\nimport "github.com/ann/tools/part" { g }\nfun main() { print("${Tools.f()} ${g()}") }',
    };
    expect(await outcome(files)).toBe("1 2\n");
    const repositories = (): string => "elsewhere";
    const preferred = await outcome(
      { ...files, "elsewhere/lib.std": "fun f() -> Int = 7\n", "elsewhere/part.std": "fun g() -> Int = 8\n" },
      { repositories },
    );
    expect(preferred).toBe("7 8\n");
  });
  test("two versions of a package, whose types differ", async () => {
    const version = (folder: string, number: string): Files => ({
      [`${folder}node_modules/coin/package.json`]: manifest(true, { name: "coin", version: number }),
      [`${folder}node_modules/coin/lib.std`]: "struct Coin { cents: Int }\n",
    });
    const files = {
      ...version("", "1.0.0"),
      ...version("node_modules/bank/", "2.0.0"),
      "node_modules/bank/package.json": manifest(true),
      "node_modules/bank/lib.std": 'import "coin" { Coin }\nfun pay(c: Coin) -> Int = c.cents\n',
      "main.std":
        'import "coin" { Coin }\nimport "bank" { pay }\nfun main() { print(pay(Coin { cents: 1 })) }',
    };
    expect(await outcome(files)).toBe(
      "expected `Coin of coin 2.0.0`, found `Coin of coin 1.0.0` | two versions of coin are installed: `npm ls coin` shows why; depend on a version that all packages accept",
    );
  });
});

describe("a broken package", () => {
  const of = (std: unknown, more: object = {}): Files => ({
    "node_modules/p/package.json": manifest(std, more),
    "node_modules/p/lib.std": "fun f() {}\n",
  });
  const DAMAGED = "its package.json is not a JSON object | remove node_modules/p, and run: npm install";
  const WRONG_ROOT =
    '`std.root` of its package.json is not a folder of the package | if the package is yours, write `"root": "src"` in `std` of its package.json; else install another version';
  const cases: readonly (readonly [string, Files, string])[] = [
    ["is missing", {}, "the package is not installed | run: std add p"],
    [
      "is missing beside a file of its name",
      { "p.std": "" },
      'the package is not installed | for a file beside this one, write `import "./p"`',
    ],
    [
      "has no sources",
      of(undefined),
      'p is a package without sources of Stdlang: its package.json has no `std` | if the package is yours, write `"std": { "root": "FOLDER" }` in its package.json',
    ],
    ["has no object", { "node_modules/p/package.json": "[]" }, DAMAGED],
    ["has no JSON", { "node_modules/p/package.json": "{" }, DAMAGED],
    [
      "lacks the file",
      { "node_modules/p/package.json": manifest(true) },
      "no such file: node_modules/p/lib.std | an import of the package names a file below node_modules/p, without `.std`",
    ],
    ["has a wrong root", of({ root: 1 }), WRONG_ROOT],
    ["has a root outside", of({ root: "../q" }), WRONG_ROOT],
    [
      "has a folder that is missing",
      of({ root: "src" }),
      "no such file: node_modules/p/src/lib.std | an import of the package names a file below node_modules/p/src, without `.std`",
    ],
    [
      "has native code outside",
      of({ native: "../q.js" }),
      `\`std.native\` of its package.json is not a file of the package | if the package is yours, write \`"native": "native.js"\` in \`std\` of its package.json; else install another version`,
    ],
    [
      "lacks its native code",
      of({ native: "n.js" }),
      "its native code is missing: node_modules/p/n.js | if the package is yours, write the file, and name it in `files` of package.json; else install another version",
    ],
    [
      "has native code that may not run",
      { ...of({ native: "n.js" }), "node_modules/p/n.js": "" },
      "it has native code, which is not allowed here | allow it with `--allow-native=p`, in a host with `natives` of `npmPackages`",
    ],
    [
      "needs another version",
      of(true, { engines: { std: ">=99" } }),
      "p 1.2.0 needs std >=99, this is std 0.1.0 | install a version of it that this std can run: std add p@VERSION",
    ],
  ];
  test.each(cases)("%s", async (_, files, message) => {
    const found = await outcome({ ...files, "main.std": 'import "p"\nfun main() { p.f() }' });
    expect(found).toBe(`cannot resolve import \`p\`: ${message}`);
  });
  const OUTSIDE =
    "it is outside the package | an import of the package names a file below node_modules/p/src, without `.std`";
  test("has a file that leaves it", async () => {
    const files = {
      "node_modules/p/package.json": manifest({ root: "src" }),
      "node_modules/p/src/lib.std": 'import "../secret"\nfun f() {}\n',
      "node_modules/p/secret.std": "",
      "main.std": 'import "p"\nfun main() { p.f() }',
    };
    expect(await outcome(files)).toBe(`cannot resolve import \`../secret\`: ${OUTSIDE}`);
    const direct = await outcome({ ...files, "main.std": 'import "p/../secret"\nfun main() {}' });
    expect(direct).toBe(`cannot resolve import \`p/../secret\`: ${OUTSIDE}`);
  });
  test("imports one that imports it", async () => {
    const files = {
      "node_modules/p/package.json": manifest(true),
      "node_modules/p/lib.std": 'import "q" { g }\nfun f() -> Int = g()\n',
      "node_modules/q/package.json": manifest(true),
      "node_modules/q/lib.std": 'import "p" { f }\nfun g() -> Int = f()\n',
      "main.std": 'import "p"\nfun main() { print(p.f()) }',
    };
    expect(await outcome(files)).toBe(
      "cyclic import: node_modules/p/lib.std → node_modules/q/lib.std → node_modules/p/lib.std | move what both packages need into a third one",
    );
  });
  test.each([
    ["@p", "name a package of the scope: `@p/NAME`"],
    ["/p", "paths are relative to the file that imports: begin with `./` or `../`"],
    ["Std", 'for a file beside this one, write `import "./Std"`'],
  ])("is named by the path %s, which no package has", async (path, hint) => {
    const found = await outcome({ "main.std": `import "${path}"\nfun main() {}`, "Std.std": "" });
    expect(found).toMatch(/^cannot resolve import/);
    expect(found.split(" | ")[1]).toBe(hint);
  });
  test("has errors, which name it, and warnings, which do not count", () => {
    const engine = createEngine({
      modules: standardModules,
      reader: memoryReader({
        ...of(true),
        "node_modules/p/lib.std": 'fun f() { let unused = 1 }\nfun g() -> Int = "x"\n',
        "main.std": 'import "p"\nfun main() { p.f() }',
      }),
      packages: npmPackages(),
    });
    const { diagnostics } = engine.check([{ path: "main.std" }]);
    expect(diagnostics.map((one) => render(one).split("\n")[1])).toEqual([
      "  ┌─ node_modules/p/lib.std:2:18 (p 1.2.0)",
    ]);
  });
  test("declares functions without body, without native code", async () => {
    const files = {
      ...of(true),
      "node_modules/p/lib.std": "fun f()\n",
      "main.std": 'import "p"\nfun main() {}',
    };
    expect(await outcome(files)).toContain("expected");
  });
});

describe("native code", () => {
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "std-packages-")));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const program = (name: string, native: string, text: string): Files => ({
    [`node_modules/${name}/package.json`]: manifest({ native: "native.js" }, { name, type: "module" }),
    [`node_modules/${name}/native.js`]: native,
    [`node_modules/${name}/lib.std`]:
      "import std/error { Error }\nstruct Box {}\nimpl Box {\n    fun next(self) -> Int\n}\nfun open(start: Int) -> Box\nfun add(a: Int, b: Int) -> Int\n@blocking\nfun later(text: String) -> Result<String, Error>\n",
    [`node_modules/${name}/more.std`]: "fun more() -> List<Int>\n",
    [`${name}.std`]: text,
  });
  const NATIVE = `
    class Box { constructor(n) { this.n = n; } next() { return this.n++; } }
    export default {
      classes: { Box },
      functions: (_, { fail }) => ({
        open: (start) => new Box(start),
        add: (a, b) => a + b,
        later: async (text) => text === "" ? fail("Empty", "no text") : text + "!",
        more: () => [1, 2],
      }),
    };`;
  const TEXT = `import "NAME" { add, later, open }
import "NAME/more" { more }
fun main() {
    let box = open(5)
    print("\${add(1, 2)} \${later("x")} \${later("")} \${box.next()} \${box.next()} \${more()}")
}`;

  async function run(name: string, worker = false): Promise<string> {
    let output = "";
    const options = {
      modules: standardModules,
      packages: npmPackages({ natives: [name] }),
      stdout: (bytes: string) => void (output += bytes),
    };
    const engine = worker ? createWorkerEngine(options) : createEngine(options);
    const { exitReason, diagnostics } = await engine.run(join(folder, `${name}.std`));
    if ("close" in engine) await engine.close();
    if (exitReason === null) return diagnostics.map((one) => render(one)).join("");
    return exitReason.kind === "internal" ? exitReason.text : output;
  }

  test("runs with values converted, in a thread, too", async () => {
    write(program("good", NATIVE, TEXT.replaceAll("NAME", "good")));
    const expected = "3 Ok(x!) Err(Empty: no text) 5 6 [1, 2]\n";
    expect(await run("good")).toBe(expected);
    expect(await run("good")).toBe(expected);
    expect(await run("good", true)).toBe(expected);
  });
  test.each([
    [
      "throws",
      'export default { functions: { ...f, add() { throw new Error("no") } } };',
      "host error: add threw Error: no",
    ],
    [
      "returns another type",
      "export default { functions: { ...f, add: () => 'x' } };",
      'host error: add returned "x", which is not an Int',
    ],
    [
      "lacks a function",
      "const { add, ...rest } = f; export default { functions: rest };",
      "the package lacking 1.2.0 declares add without a body, but no TypeScript supplies it",
    ],
    ["exports nothing", "", "must export `{ functions }` as its default"],
    ["cannot be read", "export default {", "cannot be loaded: SyntaxError"],
  ])("that %s is a failure of the host", async (_, text, message) => {
    const functions =
      "const f = { open: () => 1, add: (a, b) => a + b, later: async (t) => t, more: () => [] };\nclass Box { next() { return 1 } }\n";
    const name = message.includes("lacking") ? "lacking" : `broken${Math.abs(hash(text))}`;
    const call = `import "${name}" { add }\nfun main() { print(add(1, 2)) }`;
    write(program(name, functions + text.replace("functions:", "classes: { Box }, functions:"), call));
    expect(await run(name)).toContain(message);
  });
});

function hash(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 0);
}
