// Databases and other processes: processes killed in the middle of a transaction, processes that hold a lock,
// and damaged files. This process is one side of each test.
import { spawn, type ChildProcess } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";
import { run } from "../../interpreter/testing/run.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true }));
let programs = 0;

/** Starts a program in another process. */
function start(source: string): ChildProcess {
  const path = join(folder, `program${++programs}.std`);
  writeFileSync(path, source);
  return spawn(process.execPath, ["--stack-size=7200", STD, "run", "--no-cache", path], {
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Returns the output of a program that runs in this process, or its diagnostics. */
async function output(source: string, printed: (text: string) => unknown = () => {}): Promise<string> {
  let text = "";
  const write = (bytes: string): void => {
    text += bytes;
    printed(text);
  };
  const { codes } = await run(source, { stdout: write, stderr: write, capabilities: { fs: true } });
  return codes.join(" ") + text;
}

function printed(child: ChildProcess, wanted: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (bytes) => {
      text += bytes;
      if (text.includes(wanted)) resolve();
    });
    child.on("close", () => reject(new Error(`it ended: ${text}`)));
  });
}

const closed = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.on("close", resolve));

test.each(["", "db.set_wal().unwrap()"])(
  "a program that is killed in the middle of a transaction leaves nothing of it behind (%s)",
  async (mode) => {
    const file = join(folder, `killed${programs}.db`);
    expect(
      await output(`import std/sqlite { open }
fun main() {
    let db = open("${file}").unwrap()
    ${mode}
    db.exec_script("CREATE TABLE t (n INTEGER, filler TEXT); INSERT INTO t VALUES (1, 'kept')").unwrap()
    db.close().unwrap()
}`),
    ).toBe("");
    const victim = start(`import std/sqlite { open, Database }
fun main() {
    let db = open("${file}").unwrap()
    db.exec_script("PRAGMA cache_size = 10").unwrap()
    let _ = db.transaction(
        fun(tx: Database) -> Result<Int, Error> {
            // More than the cache holds, so that the file itself is changed.
            let n = 0
            loop {
                tx.exec("INSERT INTO t VALUES (2, ?)", ["x".repeat(3000).to_sql()])?
                n += 1
                if n == 200 { print("in the middle") }
            }
        },
    )
}`);
    await printed(victim, "in the middle");
    victim.kill("SIGKILL");
    await closed(victim);
    const after = await output(`import std/sqlite { open }
fun main() {
    let db = open("${file}").unwrap()
    print(db.query<Int>("SELECT n FROM t", []).unwrap())
    print(db.query<String>("PRAGMA integrity_check", []).unwrap())
}`);
    expect(after).toBe("[1]\n[ok]\n");
  },
);

test("a lock of another process is waited for, but not forever", async () => {
  const file = join(folder, "locked.db");
  expect(
    await output(`import std/sqlite { open }
fun main() { open("${file}").unwrap().exec_script("CREATE TABLE t (n INTEGER)").unwrap() }`),
  ).toBe("");
  const holder = start(`import std/io { read_line }
import std/sqlite { open, Database }
fun main() {
    let db = open("${file}").unwrap()
    let _ = db.transaction(
        fun(tx: Database) -> Result<Int, Error> {
            tx.exec("INSERT INTO t VALUES (1)", [])?
            print("locked")
            read_line()
            return Ok(0)
        },
    )
    db.close().unwrap()
}`);
  const ended = closed(holder);
  await printed(holder, "locked");
  const refused = await output(`import std/sqlite { open }
fun main() {
    let db = open("${file}").unwrap()
    db.set_busy_timeout_ms(10).unwrap()
    print(db.exec("INSERT INTO t VALUES (2)", []))
    print(db.query<Int>("SELECT n FROM t", []))
}`);
  expect(refused).toBe(`Err(sqlite: exec: database is locked (${file}))\nOk([])\n`);
  const heard = await output(
    `import std/sqlite { open }
import std/sync { sleep_millis }
fun main() {
    let db = open("${file}").unwrap()
    print("ready")
    sleep_millis(0)
    print(db.exec("INSERT INTO t VALUES (3)", []))
    print(db.query<Int>("SELECT n FROM t", []))
}`,
    (text) => text === "ready\n" && holder.stdin!.end("\n"),
  );
  expect(heard).toBe("ready\nOk(1)\nOk([1, 3])\n");
  await ended;
});

test("damage to a file is an `Err`", async () => {
  const path = join(folder, "damaged.db");
  expect(
    await output(`import std/sqlite { open }
fun main() {
    let db = open("${path}").unwrap()
    db.exec_script("CREATE TABLE t (n INTEGER, s TEXT)").unwrap()
    for i in 0..200 { db.exec("INSERT INTO t VALUES (?, ?)", [i.to_sql(), "x".repeat(500).to_sql()]).unwrap() }
}`),
  ).toBe("");
  const size = statSync(path).size;
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(size - 8192, 0x5a), 0, size - 8192, 4096);
  closeSync(file);
  const heard = await output(`import std/sqlite { open }
fun main() {
    match open("${path}").unwrap().query<Int>("SELECT count(*) FROM t WHERE s > 'x'", []) {
        Ok(_) -> print("nothing noticed"),
        Err(e) -> print(e),
    }
}`);
  expect(heard).toBe(`sqlite: query: database disk image is malformed (${path})\n`);
  expect(readFileSync(path).length).toBe(size);
});

test("two processes that write by turns lose nothing", async () => {
  const file = join(folder, "shared.db");
  expect(
    await output(`import std/sqlite { open }
fun main() {
    let db = open("${file}").unwrap()
    db.set_wal().unwrap()
    db.exec_script("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (0)").unwrap()
}`),
  ).toBe("");
  const adder = `import std/sqlite { open, Database }
fun main() {
    let db = open("${file}").unwrap()
    print("begins")
    for _ in 0..200 {
        db.transaction(
            fun(tx: Database) -> Result<Int, Error> {
                let n = tx.query<Int>("SELECT n FROM t", [])?[0]
                return tx.exec("UPDATE t SET n = ?", [(n + 1).to_sql()])
            },
        ).unwrap()
    }
}`;
  const other = start(adder);
  const ended = closed(other);
  await printed(other, "begins");
  expect(await output(adder)).toBe("begins\n");
  await ended;
  const heard = await output(`import std/sqlite { open }
fun main() = print(open("${file}").unwrap().query<Int>("SELECT n FROM t", []).unwrap())`);
  expect(heard).toBe("[400]\n");
});
