// Values of a long stream are read in constant memory (std/json).
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-json-streams-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LIMIT = 30_000_000;

/** Reads 100 MB, of which the program holds one piece at a time. */
const program = (first: string, end: string, values: string): string => `
import std/error { Error }
import std/io { Reader }
import std/json

@derive(FromJson)
struct Entry { id: Int, name: String, tags: List<String> }

struct Pieces { first: String, text: String, left: Int }

impl Reader for Pieces {
    fun read(self, max: Int) -> Result<String, Error> {
        if self.left == 0 { return Ok("") }
        self.left -= 1
        let first = self.first
        self.first = ""
        return Ok(first + self.text)
    }
}

fun main() {
    let line = "{\\"id\\": 7, \\"name\\": \\"a name as names are\\", \\"tags\\": [\\"a\\", \\"b\\"]}${end}\\n"
    let piece = line.repeat(1000)
    let pieces = 100_000_000 / piece.len()
    let source = Pieces { first: "${first}", text: piece, left: pieces }
    let n = 0
    for value in ${values} {
        if value.is_ok() { n += 1 }
    }
    print(n == pieces * 1000)
}
`;

test.each([
  ["lines", "", "", "json.reader(source)"],
  ["lines as values of a type", "", "", "json.reader_of<Entry>(source)"],
  ["one list as values of a type", "[", ",", "json.reader_of<Entry>(source)"],
])("100 MB of %s are read in constant memory", { timeout: 120_000 }, (_, first, end, values) => {
  const path = join(folder, "main.std");
  writeFileSync(path, program(first, end, values));
  const options = ["run", `--max-memory=${LIMIT}`, path];
  expect(execFileSync(process.execPath, [STD, ...options], { encoding: "utf8" })).toBe("true\n");
});
