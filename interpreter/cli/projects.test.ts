// `std new`: every kind of project checks without warning, is formatted and passes its tests, offline; and the
// command lines that `std new`, `add`, `remove`, `update` and `publish` refuse.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { STD } from "../testing/command.ts";
import { packageNameProblem } from "./npm/package-name.ts";
import { breaking, offeredBy } from "./npm/surface.ts";

const folder = mkdtempSync(join(tmpdir(), "std-new-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function std(args: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [STD, ...args], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { status, stdout, stderr };
}

test.each(["cli", "service", "library", "package"])("a new project: %s", (kind) => {
  const name = `my-${kind}`;
  const made = std(["new", name, `--${kind}`]);
  expect(made).toMatchObject({ status: 0, stderr: "" });
  expect(made.stdout).toContain(`cd ${name}`);
  const project = join(folder, name);
  expect(std(["check", "--deny-warnings"], project)).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(std(["fmt", "--check"], project)).toMatchObject({ status: 0, stdout: "" });
  expect(std(["test"], project)).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(join(project, "package.json"), "utf8"))).toMatchObject({ name });
});

test("a new command runs", () => {
  std(["new", "@me/hello"]);
  const ran = std(["run", "src/main.std", "--loud", "Ann"], join(folder, "hello"));
  expect(ran).toEqual({ status: 0, stdout: "HELLO, ANN!\n", stderr: "" });
});

test("what is there is not overwritten", () => {
  mkdirSync(join(folder, "there"));
  writeFileSync(join(folder, "there/file"), "");
  expect(std(["new", "there"])).toEqual({
    status: 1,
    stdout: "",
    stderr: "std new: there exists and is not empty\n",
  });
});

test.each([
  [["new"], "std new: expected one name: std new [OPTION...] NAME\n"],
  [["new", "a", "b"], "std new: expected one name: std new [OPTION...] NAME\n"],
  [["new", "Ab"], "std new: Ab cannot be the name of a package: it has capital letters\n"],
  [
    ["new", "a", "--cli", "--service"],
    "std new: expected one of --cli, --service, --library and --package\n",
  ],
  [["new", "a", "--servce"], "std new: unknown option --servce; did you mean --service?\n"],
  [["add"], "std add: expected a package: std add [OPTION...] SPEC...\n"],
  [["remove"], "std remove: expected a package: std remove PACKAGE...\n"],
  [["publish", "x"], "std publish: expected no operand: std publish [OPTION...]\n"],
])("a wrong command line: %j", (args, stderr) => {
  expect(std(args)).toEqual({ status: 2, stdout: "", stderr });
});

test.each(["add x", "remove x", "update"])("without a project: std %s", (line) => {
  const empty = mkdtempSync(join(tmpdir(), "std-empty-"));
  const [command = ""] = line.split(" ");
  const hint = "there is no package.json here or in a folder around: std new NAME makes a project";
  expect(std(line.split(" "), empty)).toEqual({ status: 1, stdout: "", stderr: `std ${command}: ${hint}\n` });
  rmSync(empty, { recursive: true });
});

test("a package.json that is no JSON", () => {
  mkdirSync(join(folder, "broken"));
  writeFileSync(join(folder, "broken/package.json"), "{");
  const { status, stderr } = std(["add", "x"], join(folder, "broken"));
  expect(status).toBe(1);
  expect(stderr).toMatch(/^std add: .*package.json is not a JSON object\n$/);
});

test.each(["money", "@me/money", "a.b-c_d~e", "1"])("%s may be the name of a package", (name) => {
  expect(packageNameProblem(name)).toBeNull();
});

test.each([
  "",
  "Money",
  "a b",
  ".a",
  "_a",
  "@me",
  "@me/",
  "../a",
  "a/b",
  "node_modules",
  "std",
  "é",
  "a".repeat(215),
])("%j may not", (name) => expect(packageNameProblem(name)).not.toBeNull());

test("declarations of a package", () => {
  const offered = offeredBy(
    "lib.std",
    '/// Doc.\nfun a(x: Int, y: Int = 2) -> Int = x + y\nfun b() {}\nfun _c() {}\n/// Doc.\n@derive(Debug)\nstruct S { x: Int }\nimpl S {\n    /// Doc.\n    fun m(self) {}\n    fun _n(self) {}\n}\nstruct _T {}\nimpl _T {\n    fun m(self) {}\n}\nimport "./x"\n',
    false,
  );
  expect(offered.map(({ key, documented }) => [key, documented])).toEqual([
    ["lib.std: a", true],
    ["lib.std: b", false],
    ["lib.std: S", true],
    ["lib.std: S.m", true],
  ]);
});

test.each([
  ["fun a() {}", "fun a() { print(1) } // other body", []],
  ["fun a() {}", "", ["lib.std: a is gone"]],
  ["fun a(x: Int) {}", "fun a(x: Int, y: Int = 1) {}", []],
  ["fun a(x: Int) {}", "fun a(x: Int, y: Int) {}", ["lib.std: a has changed"]],
  ["fun a(x: Int) {}", "fun a(x: String) {}", ["lib.std: a has changed"]],
  ["fun a(x: Int = 1) {}", "fun a(x: Int = 2) {}", []],
  ["fun a(x: Int = 1) {}", "fun a(x: Int) {}", ["lib.std: a has changed"]],
  ["fun a() -> Int = 1", "fun a() -> Int { return 2 }", []],
  ["fun a() -> Int = 1", 'fun a() -> String = "x"', ["lib.std: a has changed"]],
  ["fun a<T>(x: T) {}", "fun a(x: Int) {}", ["lib.std: a has changed"]],
  ["struct S { x: Int }", "struct S {\n    x: Int, // comment\n}", ["lib.std: S has changed"]],
  ["enum E { A }", "enum E { A, B }", ["lib.std: E has changed"]],
])("from %j to %j", (before, after, lines) => {
  expect(breaking(offeredBy("lib.std", before, false), offeredBy("lib.std", after, false))).toEqual(lines);
});
