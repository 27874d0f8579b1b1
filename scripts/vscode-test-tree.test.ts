// The logic of the test explorer of Visual Studio Code, with reports of the command.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import {
  coverageIn,
  outcomesIn,
  outermost,
  testArguments,
  testsIn,
} from "../editors/vscode/src/test-tree.ts";
import { STD } from "../interpreter/testing/command.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-test-tree-"));
afterAll(() => rmSync(folder, { recursive: true }));

const TESTS = `import std/test { Test, assert_eq }
import "./twice" { twice }

fun test_plain() = assert_eq(twice(1), 3)

fun test_table(t: Test) {
    t.log("begins")
    t.cases([1, 2], fun(t: Test, n: Int) {
        assert_eq(twice(n), 2)
    })
    t.run("group", fun(t: Test) {
        t.run("inner", fun(t: Test) { t.skip("no network") })
    })
}

fun helper() = print("fun test_text() is no test")
`;
writeFileSync(join(folder, "a_test.std"), TESTS);
writeFileSync(join(folder, "twice.std"), "fun twice(n: Int) -> Int {\n    return n * 2\n}\n");
writeFileSync(join(folder, "bad_test.std"), "fun test_bad() { unknown }\n");

function std(...words: string[]): string {
  return spawnSync(process.execPath, ["--stack-size=7200", STD, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, XDG_STATE_HOME: folder },
  }).stdout;
}

test("the tests of a file are found with their lines, and a renamed one leaves no ghost", () => {
  expect(testsIn(TESTS)).toEqual([
    { name: "test_plain", line: 3 },
    { name: "test_table", line: 5 },
  ]);
  expect(testsIn(TESTS.replace("test_plain", "test_other")).map(({ name }) => name)).toEqual([
    "test_other",
    "test_table",
  ]);
  const listed = std("test", "--list", "a_test.std").trim().split("\n");
  expect(listed).toEqual(testsIn(TESTS).map(({ name }) => `a_test.std::${name}`));
});

test("what is inside of another selected item is not run twice", () => {
  const ids = [
    "/w/a_test.std::test_x/sub",
    "/w/a_test.std::test_x",
    "/w/b_test.std",
    "/w/b_test.std::test_y",
  ];
  expect(outermost(ids)).toEqual(["/w/a_test.std::test_x", "/w/b_test.std"]);
  expect(outermost(["/w/a_test.std::test_x/a", "/w/a_test.std::test_xy"])).toHaveLength(2);
  expect(testArguments(ids, "/c")).toEqual([
    "test",
    "--reporter",
    "json",
    "--coverage=/c",
    "/w/a_test.std::test_x",
    "/w/b_test.std",
  ]);
});

test("outcomes have their place in the tree, their values and their location", () => {
  const file = join(folder, "a_test.std");
  const outcomes = outcomesIn(std(...testArguments([file, join(folder, "bad_test.std")], null)))!;
  const shown = outcomes.map(({ id, parent, label, state }) => [
    id.replace(folder, ""),
    parent.replace(folder, ""),
    label.replace(folder, ""),
    state,
  ]);
  const table = "/a_test.std::test_table";
  expect(shown).toEqual([
    ["/a_test.std::test_plain", "/a_test.std", "test_plain", "failed"],
    [table, "/a_test.std", "test_table", "failed"],
    [`${table}/1`, table, "1", "passed"],
    [`${table}/2`, table, "2", "failed"],
    [`${table}/group`, table, "group", "passed"],
    [`${table}/group/inner`, `${table}/group`, "inner", "skipped"],
    ["/bad_test.std", "/bad_test.std", "/bad_test.std", "errored"],
  ]);
  const second = outcomes.find(({ id }) => id.endsWith("test_table/2"))!;
  expect(second.compared).toEqual({ got: "4", expected: "2" });
  expect(second.at).toEqual({ file, line: 8, column: 8 });
  expect(outcomes[1]!.output).toBe("begins\n");
  // One case of a table runs alone.
  const alone = outcomesIn(std(...testArguments([second.id], null)))!;
  expect(alone.map(({ id }) => id.replace(folder, ""))).toEqual([table, `${table}/2`]);
  expect(outcomesIn("not a report")).toBeNull();
});

test("coverage of a run is read per file", () => {
  std(...testArguments([join(folder, "a_test.std")], join(folder, "covered")));
  const [file, ...more] = coverageIn(readFileSync(join(folder, "covered/lcov.info"), "utf8"));
  expect(more).toEqual([]);
  expect(file!.file).toMatch(/twice\.std$/);
  expect(file!.lines).toEqual([{ line: 1, count: 3 }]);
  expect(file!.functions).toEqual([{ name: "twice", line: 0, count: 3 }]);
});
