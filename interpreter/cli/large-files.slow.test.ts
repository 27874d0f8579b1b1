// Files larger than the memory of a program: five gigabytes by pieces, and many lines.
import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { STD } from "../testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-large-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GIGABYTE = 2 ** 30;
const MOST_MEMORY_KB = 200_000;

function run(text: string): string {
  const script = join(folder, "main.std");
  writeFileSync(script, text);
  const { stdout, stderr } = spawnSync(process.execPath, [STD, "run", script], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout;
}

/** A function that returns the peak memory of the program. */
const PEAK = `
fun peak() -> Int {
    for line in lines("/proc/self/status").unwrap() {
        let text = line.unwrap()
        if text.starts_with("VmHWM:") {
            return text.split_whitespace()[1].parse_int().unwrap()
        }
    }
    return 0
}
`;

describe.skipIf(process.env["STDLANG_SLOW"] === undefined)("large files", () => {
  test("five gigabytes are read by pieces in little memory", { timeout: 600_000 }, () => {
    const descriptor = openSync(join(folder, "sparse"), "w");
    ftruncateSync(descriptor, 5 * GIGABYTE);
    writeSync(descriptor, "the end", 5 * GIGABYTE);
    closeSync(descriptor);
    const [bytes, end, peak] = run(`import std/error { Error }
import std/fs { lines, open }
import std/io { copy, read_all, Writer }

struct Count {
    bytes: Int,
}

impl Writer for Count {
    fun write(self, data: String) -> Result<Int, Error> {
        self.bytes += data.len()
        return Ok(data.len())
    }
}
${PEAK}
fun main() {
    let file = open("sparse").unwrap()
    let count = Count { bytes: 0 }
    copy(file, count).unwrap()
    print(count.bytes)
    file.seek_end(-7).unwrap()
    print(read_all(file).unwrap())
    print(peak())
}
`).split("\n");
    expect(bytes).toBe(`${5 * GIGABYTE + 7}`);
    expect(end).toBe("the end");
    expect(Number(peak)).toBeLessThan(MOST_MEMORY_KB);
  });

  test("a line that is too long is an error that names the file", { timeout: 600_000 }, () => {
    const descriptor = openSync(join(folder, "one-line"), "w");
    ftruncateSync(descriptor, 600_000_000);
    closeSync(descriptor);
    const text = `import std/fs { lines }
fun main() {
    let rows = lines("one-line").unwrap()
    print(rows.next())
    print(rows.next())
}`;
    expect(run(text)).toBe("Some(Err(io: lines: string too large (one-line)))\nNone\n");
  });

  test("ten million lines are read in little memory, and kept lines keep nothing else", {
    timeout: 600_000,
  }, () => {
    const [found, peak] = run(`import std/fs { create, lines }
import std/io { buffered }
${PEAK}
fun main() {
    let out = buffered(create("lines").unwrap())
    for i in 0..10000000 {
        out.write("line \${i} of a file that is long\\n").unwrap()
    }
    out.close().unwrap()
    let kept: List<String> = []
    let n = 0
    for line in lines("lines").unwrap() {
        n += 1
        if n % 1000 == 0 {
            kept.push(line.unwrap())
        }
    }
    print("\${n} \${kept.len()}")
    print(peak())
}
`).split("\n");
    expect(found).toBe("10000000 10000");
    expect(Number(peak)).toBeLessThan(MOST_MEMORY_KB);
  });

  test("values of a database that no String can hold are errors", { timeout: 600_000 }, () => {
    expect(
      run(`import std/sqlite { open, Sql }

fun main() {
    let db = open(":memory:").unwrap()
    for sql in ["zeroblob(600000000)", "CAST(zeroblob(600000000) AS TEXT)", "1"] {
        print(db.query_one<Sql>("SELECT \${sql}", []).map(fun(found) = found.is_some()))
    }
}
`),
    ).toBe(`Err(sqlite: query: row 1: a blob of 600000000 bytes is too large (:memory:))
Err(sqlite: query: a text is too large (:memory:))
Ok(true)
`);
  });
});
