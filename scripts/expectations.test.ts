import { describe, expect, it } from "vitest";
import { differences, readExpectations, type Outcome } from "./expectations.ts";

const quiet: Outcome = { stdout: "", stderr: "", exit: 0, diagnostics: [] };

describe("readExpectations", () => {
  it("collects output lines in order, beside code or alone", () => {
    expect(readExpectations("print(1) //> 1\n    //>   two\n//>\n").stdout).toEqual(["1", "  two", ""]);
  });

  it("takes the last marker of a line, so strings may contain markers", () => {
    expect(readExpectations('print("//> no") //> //').stdout).toEqual(["//"]);
  });

  it("binds codes to lines and implies exit status 1", () => {
    const read = readExpectations("fun main() {\n  x // error: R1\n  y // error:\n}");
    expect(read.errors).toEqual([
      { line: 2, code: "R1" },
      { line: 3, code: "" },
    ]);
    expect(read.exit).toBe(1);
  });

  it("reads panics, exits, arguments, input and rows", () => {
    const read = readExpectations(
      '// row: 1.1 2.4.5\n// args: a "b c"\n// stdin: x\\ny\\n\nf() // panic: boom\n',
    );
    expect(read).toMatchObject({
      rows: ["1.1", "2.4.5"],
      args: ["a", "b c"],
      stdin: "x\ny\n",
      panic: "boom",
      exit: 101,
    });
    expect(readExpectations("// exit: 7").exit).toBe(7);
    expect(readExpectations("// exit: soon").faults).toHaveLength(1);
  });

  it("counts lines at lone carriage returns, too", () => {
    expect(readExpectations("a\rb // error: P1\rc").errors).toEqual([{ line: 2, code: "P1" }]);
  });
});

describe("differences", () => {
  it("accepts the announced outcome", () => {
    const outcome = { ...quiet, stdout: "1\n", exit: 101, stderr: "panic: boom\n  at main\n" };
    expect(differences(readExpectations("print(1) //> 1\nf() // panic: boom"), outcome, "main.std")).toEqual(
      [],
    );
  });

  it("names unannounced output, errors, exits and standard error", () => {
    const diagnostics = [{ severity: "error" as const, code: "T1", file: "m.std", line: 3, message: "no" }];
    const found = differences(
      readExpectations(""),
      { stdout: "x\n", stderr: "y\n", exit: 1, diagnostics },
      "m.std",
    );
    expect(found).toHaveLength(4);
  });

  it("reports a missing error, and one with another code", () => {
    const expected = readExpectations("x // error: R1");
    const wrong = [{ severity: "error" as const, code: "T1", file: "m.std", line: 1, message: "no" }];
    expect(differences(expected, { ...quiet, exit: 1 }, "m.std")).toHaveLength(1);
    expect(differences(expected, { ...quiet, exit: 1, diagnostics: wrong }, "m.std")).toHaveLength(2);
  });

  it("ignores warnings unless a script announces them", () => {
    const diagnostics = [
      { severity: "warning" as const, code: "W1", file: "m.std", line: 1, message: "unused" },
    ];
    expect(differences(readExpectations(""), { ...quiet, diagnostics }, "m.std")).toEqual([]);
    expect(
      differences(readExpectations("// warnings: none"), { ...quiet, diagnostics }, "m.std"),
    ).toHaveLength(1);
    expect(differences(readExpectations("x // warning: W1"), { ...quiet, diagnostics }, "m.std")).toEqual([]);
  });
});
