// Checks of literals by the command: `--schema`, `--no-literals`, what `std check` remembers between runs, `std test`,
// and checkers of packages.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { STD } from "../testing/command.ts";

const top = mkdtempSync(join(tmpdir(), "std-literals-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let projects = 0;

/** A folder with these files, and `std` in it with a cache of its own. */
function project(files: Readonly<Record<string, string>>) {
  const folder = join(top, String(++projects));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const std = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [STD, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", XDG_CACHE_HOME: join(folder, ".cache") },
    });
    return { status, stdout, stderr };
  };
  return { write, std };
}

const STATEMENT = `import std/sqlite { open }

fun main() {
    let db = open(":memory:").unwrap()
    print(db.query<Int>("SELECT stars FROM notes", []).is_ok())
}
`;
const PATTERN = `import std/regex { compile }

fun main() {
    print(compile("a)").is_ok())
}
`;
const UNKNOWN = /error: no such column: stars \[K3\]/;

describe("--schema", () => {
  const files = {
    "main.std": STATEMENT,
    "with.sql": "CREATE TABLE notes (id INTEGER PRIMARY KEY, stars INTEGER NOT NULL);",
    "without.sql": "CREATE TABLE notes (id INTEGER PRIMARY KEY);",
    "migrations/1_notes.sql": "CREATE TABLE notes (id INTEGER PRIMARY KEY);",
    "migrations/2_stars.sql": "ALTER TABLE notes ADD COLUMN stars INTEGER NOT NULL DEFAULT 0;",
    "package.json": '{ "std": { "schema": "without.sql" } }',
  };
  const { std } = project(files);

  test("names a file or a folder, instead of that of package.json", () => {
    expect(std("check", "main.std")).toMatchObject({ status: 1, stderr: expect.stringMatching(UNKNOWN) });
    expect(std("check", "--schema", "with.sql", "main.std")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(std("check", "--schema=migrations", "main.std")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(std("check", "--schema", "without.sql", "main.std")).toMatchObject({ status: 1 });
  });

  test("that does not exist, or has no effect, is a wrong command line", () => {
    expect(std("check", "--schema", "none.sql", "main.std")).toEqual({
      status: 2,
      stdout: "",
      stderr: "std check: there is no schema none.sql\n",
    });
    expect(std("check", "--schema", "with.sql", "--no-literals", "main.std")).toEqual({
      status: 2,
      stdout: "",
      stderr: "std check: --schema has no effect with --no-literals\n",
    });
  });
});

test("--no-literals turns the checks off", () => {
  const { std } = project({ "main.std": PATTERN });
  expect(std("check", "main.std")).toMatchObject({ status: 0, stderr: expect.stringContaining("[K1]") });
  expect(std("check", "--deny-warnings", "main.std").status).toBe(1);
  expect(std("check", "--no-literals", "--deny-warnings", "main.std")).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
  expect(std("run", "main.std")).toEqual({ status: 0, stdout: "false\n", stderr: "" });
});

describe("what std check remembers", () => {
  test("is right as long as neither the program nor the schema changes", () => {
    const { std, write } = project({
      "main.std": STATEMENT,
      "schema.sql": "CREATE TABLE notes (stars INTEGER NOT NULL);",
      "package.json": '{ "std": { "schema": "schema.sql" } }',
    });
    const right = { status: 0, stdout: "", stderr: "" };
    const wrong = { status: 1, stderr: expect.stringMatching(UNKNOWN) };
    expect(std("check", "main.std")).toEqual(right);
    expect(std("check", "main.std")).toEqual(right);
    write("schema.sql", "CREATE TABLE notes (text TEXT);");
    expect(std("check", "main.std")).toMatchObject(wrong);
    expect(std("check", "main.std")).toMatchObject(wrong);
    expect(std("check", "--no-literals", "main.std")).toEqual(right);
    write("schema.sql", "CREATE TABLE notes (stars INTEGER NOT NULL);");
    expect(std("check", "main.std")).toEqual(right);
    write("main.std", STATEMENT.replace("SELECT stars", "SELECT star"));
    expect(std("check", "main.std")).toMatchObject({ status: 1, stderr: expect.stringContaining("[K3]") });
    write("main.std", STATEMENT.replace("query<Int>", "query<String>"));
    expect(std("check", "main.std")).toMatchObject({ stderr: expect.stringContaining("[K3]") });
    write("main.std", STATEMENT.replace(", []", ", [1]"));
    expect(std("check", "main.std")).toMatchObject({ status: 1, stderr: expect.stringContaining("[K3]") });
  });
});

describe("std test", () => {
  const TEST = `import std/test { assert }
import std/regex { compile }

fun test_words() {
    assert(compile("a)").unwrap().is_match("a)"))
}

fun test_other() {
    assert(true)
}
`;

  test("reports literals for which a test would panic, and runs none of the file", () => {
    const { std } = project({ "a_test.std": TEST });
    const { status, stdout, stderr } = std("test");
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(/error: .* \[K1\]/);
    expect(stdout).not.toContain("ok test_other");
  });

  test("without checks, the test panics", () => {
    const { std } = project({ "a_test.std": TEST });
    const { status, stdout, stderr } = std("test", "--no-literals");
    expect(status).toBe(1);
    expect(stdout + stderr).not.toContain("[K1]");
    expect(stdout).toContain("1 passed; 1 failed");
  });

  test("checks statements against the schema", () => {
    const text = STATEMENT.replace("fun main()", "fun test_query()");
    const { std } = project({
      "a_test.std": text,
      "schema.sql": "CREATE TABLE notes (text TEXT);",
      "package.json": '{ "std": { "schema": "schema.sql" } }',
    });
    const { status, stdout, stderr } = std("test");
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(UNKNOWN);
  });
});

describe("the checker of a package", () => {
  const files = {
    "package.json": '{ "dependencies": { "colors": "1.0.0" } }',
    "main.std": 'import "colors" { color }\n\nfun main() {\n    print(color("re"))\n}\n',
    "node_modules/colors/package.json":
      '{ "name": "colors", "version": "1.0.0", "type": "module", "std": { "root": "src", "native": "native.js" } }',
    "node_modules/colors/src/lib.std":
      '/// The number of a color.\n@literal(name: "color", panics)\nfun color(name: String) -> Int\n',
    "node_modules/colors/native.js": `export default {
  functions: { color: (name) => name.length },
  checkers: {
    color: (text) =>
      text === "red" ? [] : [{ start: 0, end: text.length, message: "no color: " + text, hint: "write \`red\`", fix: "red" }],
  },
};
`,
  };

  test("runs in checks, and not with --no-literals", () => {
    const { std } = project(files);
    const found = std("check", "main.std");
    expect(found.stderr).toMatch(/error: no color: re \[K1\]/);
    expect(found.stderr).toContain("write `red`");
    expect(found.status).toBe(1);
    expect(std("check", "--no-literals", "main.std")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(std("run", "main.std")).toEqual({ status: 0, stdout: "2\n", stderr: "" });
  });

  test("is asked again in each check: its code may change", () => {
    const { std, write } = project(files);
    write("main.std", files["main.std"].replace('"re"', '"red"'));
    expect(std("check", "main.std")).toEqual({ status: 0, stdout: "", stderr: "" });
    write(
      "node_modules/colors/native.js",
      files["node_modules/colors/native.js"].replace('"red"', '"green"'),
    );
    expect(std("check", "main.std")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no color: red"),
    });
  });
});
