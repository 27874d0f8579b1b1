// Compares random texts with Python's reader, if Python is installed.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { Err, toBytes, type ErrorValue } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const { parse, format } = create(idleRuntime()).functions as unknown as {
  parse(text: string): Err<ErrorValue> | string[][];
  format(rows: readonly (readonly string[])[]): string;
};

/** The rows of each text, or null if Python rejects it; here, an empty line has one empty field. */
const READER = `
import csv, io, json, sys
def rows(text):
    try:
        return [row or [""] for row in csv.reader(io.StringIO(text, newline=""), strict=True)]
    except csv.Error:
        return None
json.dump([rows(text) for text in json.load(sys.stdin)], sys.stdout)
`;

function byPython(texts: readonly string[]): (string[][] | null)[] {
  const { stdout, stderr } = spawnSync("python3", ["-c", READER], {
    input: JSON.stringify(texts),
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as (string[][] | null)[];
}

/** A reproducible sequence. */
function* numbers(): Generator<number, never> {
  for (let seed = 1; ; ) yield (seed = (seed * 48271) % 2147483647);
}

const PIECES = ["a", "b", ",", ",", '"', '"', "\n", "\r", "\r\n", " ", "x", ";", "\u00e9"];

function texts(count: number): string[] {
  const random = numbers();
  const text = (): string =>
    Array.from({ length: random.next().value % 14 }, () => PIECES[random.next().value % PIECES.length]!).join(
      "",
    );
  return Array.from({ length: count }, text);
}

test.skipIf(spawnSync("python3", ["--version"]).error !== undefined)(
  "rows are those of Python's reader",
  () => {
    const cases = texts(3000);
    const wanted = byPython(cases);
    let accepted = 0;
    const differences = cases.flatMap((text, i): unknown[] => {
      const result = parse(toBytes(text));
      if (result instanceof Err) {
        // Python accepts quotes inside unquoted fields.
        return wanted[i] === null || result.error._message.endsWith("quote inside an unquoted field")
          ? []
          : [{ text, result }];
      }
      accepted++;
      const rows = wanted[i]?.map((row) => row.map(toBytes));
      return JSON.stringify(rows) === JSON.stringify(result) ? [] : [{ text, result, rows }];
    });
    expect(differences).toEqual([]);
    expect(accepted).toBeGreaterThan(1000);
  },
);

test.skipIf(spawnSync("python3", ["--version"]).error !== undefined)("what is formatted Python reads", () => {
  const tables = texts(600).map((text, i) => [
    [text, String(i)],
    [`${i}`, text, ""],
  ]);
  const formatted = tables.map((rows) =>
    Buffer.from(format(rows.map((row) => row.map(toBytes))), "latin1").toString(),
  );
  expect(byPython(formatted)).toEqual(tables);
});
