import { expect, test } from "vitest";
import { parseOptions, UsageError, type OptionSpec } from "./options.ts";

const specs: Record<string, OptionSpec> = {
  "--flag": { help: "" },
  "--name": { value: "TEXT", help: "" },
  "--many": { value: "X", repeated: true, help: "" },
};

test("flags, values and operands may be mixed", () => {
  const { flags, values, operands } = parseOptions(
    ["a", "--flag", "--name", "x", "b", "--many=1=2", "--many", "", "-"],
    specs,
  );
  expect([...flags]).toEqual(["--flag"]);
  expect(Object.fromEntries(values)).toEqual({ "--name": ["x"], "--many": ["1=2", ""] });
  expect(operands).toEqual(["a", "b", "-"]);
});

test("options end at -- and, for scripts, at the first operand", () => {
  expect(parseOptions(["--flag", "--", "--name"], specs).operands).toEqual(["--name"]);
  const script = parseOptions(["--flag", "file", "--flag", "--", "--what"], specs, true);
  expect(script.operands).toEqual(["file", "--flag", "--", "--what"]);
  expect(parseOptions(["--", "file", "--what"], specs, true).operands).toEqual(["file", "--what"]);
});

test.each([
  [["--flg"], "unknown option --flg"],
  [["--flag=1"], "option --flag takes no value"],
  [["--name"], "option --name needs a value: --name TEXT"],
  [["--name", "a", "--name", "b"], "option --name is given twice"],
  [["-x"], "unknown option -x"],
  [["--toString"], "unknown option --toString"],
])("%j is refused", (args, message) => {
  const attempt = (): unknown => parseOptions(args, specs);
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(message);
});
