import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { Parser } from "tap-parser";
import { expect, onTestFinished, test, vi } from "vitest";
import { validateXML } from "xmllint-wasm";
import * as terminal from "../../output/terminal.ts";
import { TestReport } from "../report.ts";
import { plainResult, type TestResult } from "../results.ts";
import { REPORTERS, type ReporterName } from "./index.ts";

const failure = {
  failure: "panic: assertion failed: 50%, a:b\n<&]]>",
  trace: ["at test_b (x/a_test.std:3:5)"],
};
const RESULTS: readonly TestResult[] = [
  plainResult("x/a_test.std", "test_a", { passed: true, milliseconds: 1250 }),
  plainResult("x/a_test.std", "test_b", { ...failure, output: "\u0007bell" }),
  plainResult("x/a_test.std", "test_c", {
    failure: "1 of 1 subtest failed",
    subtests: [plainResult("", 'test_c/"#1"', { ...failure, trace: [] })],
  }),
  plainResult("x/b_test.std", "test_d", { passed: true, skipped: "no # net" }),
];

function reported(name: ReporterName, results: readonly TestResult[] = RESULTS): string {
  let out = "";
  const say = vi.spyOn(terminal, "say").mockImplementation((text) => void (out += text));
  onTestFinished(() => say.mockRestore());
  const report = new TestReport(REPORTERS[name](() => ""));
  const file = report.file();
  for (const result of results) file.add(result);
  file.close();
  report.begin(results.length);
  report.end(results.length);
  return out;
}

test("JUnit is XML by the schema of Jenkins", async () => {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: "report.xml", contents: reported("junit") }],
    schema: [readFileSync(join(import.meta.dirname, "../../../testing/junit.xsd"), "utf8")],
  });
  expect([valid, errors]).toEqual([true, []]);
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "testcase") names.push(String(attributes["name"]));
    if ("time" in attributes) expect(attributes["time"]).toMatch(/^\d{1,3}\.\d{3}$/);
  });
  parser.write(reported("junit")).close();
  expect(names).toEqual(["test_a", "test_b", "test_c", 'test_c/"#1"', "test_d"]);
});

test("annotations of GitHub escape what would end them, and point to innermost failures", () => {
  vi.stubEnv("GITHUB_WORKSPACE", process.cwd());
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(
    reported("github")
      .split("\n")
      .filter((line) => line.startsWith("::")),
  ).toEqual([
    "::error file=x/a_test.std,line=3,col=5,title=test_b::panic: assertion failed: 50%25, a:b%0A<&]]>",
    '::error file=x/a_test.std,title=test_c/"#1"::panic: assertion failed: 50%25, a:b%0A<&]]>',
  ]);
});

test("TAP nests subtests, counts them, and escapes directives", () => {
  const lines = reported("tap").split("\n");
  expect(lines.filter((line) => /^(?:not )?ok|^1\.\.|^TAP/.test(line))).toEqual([
    "TAP version 14",
    "ok 1 - test_a (x/a_test.std)",
    "not ok 2 - test_b (x/a_test.std)",
    "not ok 3 - test_c (x/a_test.std)",
    "ok 4 - test_d (x/b_test.std) # SKIP no \\# net",
    "1..4",
  ]);
  expect(lines).toContain('    not ok 1 - "\\#1"');
  expect(lines).toContain("    1..1");
});

test("a strict parser of TAP reads the same results and no other lines", () => {
  const parser = new Parser({ strict: true });
  const names: string[] = [];
  const problems: unknown[] = [];
  const listen = (each: Parser): void => {
    each.on("assert", ({ ok, fullname, skip, tapError }) => {
      names.push(`${ok ? "ok" : "not ok"} ${fullname}${skip === false ? "" : ` skip ${skip}`}`);
      if (tapError !== null) problems.push(tapError);
    });
    each.on("extra", (text) => problems.push(text));
    each.on("child", listen);
  };
  listen(parser);
  parser.end(reported("tap"));
  expect(problems).toEqual([]);
  expect(names).toEqual([
    "ok test_a (x/a_test.std)",
    "not ok test_b (x/a_test.std)",
    'not ok test_c (x/a_test.std) > "#1"',
    "not ok test_c (x/a_test.std)",
    "ok test_d (x/b_test.std) skip no # net",
  ]);
});

test("dots, JSON, and reports without tests", () => {
  expect(reported("dot")).toBe(".FFs\ntest result: FAILED. 1 passed; 2 failed; 1 skipped\n");
  expect(JSON.parse(reported("json"))).toMatchObject({
    passed: 1,
    failed: 2,
    skipped: 1,
    tests: [{}, {}, {}, {}],
  });
  expect(reported("tap", [])).toBe("TAP version 14\n1..0 # SKIP no tests found\n");
  expect(reported("dot", [])).toBe("no tests found\n");
});
