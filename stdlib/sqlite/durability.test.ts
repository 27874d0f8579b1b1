// Databases and other processes: those that are killed in the middle of a transaction, those that hold a lock, and
// files that are damaged.
import { spawn, type ChildProcess } from "node:child_process";
import {
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
  closeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true }));
let programs = 0;

function start(source: string): ChildProcess {
  const path = join(folder, `program${++programs}.std`);
  writeFileSync(path, source);
  return spawn(process.execPath, ["--stack-size=7200", STD, "run", "--no-cache", path], {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** What it prints, once it has ended. */
function outputOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout!.on("data", (bytes) => (text += bytes));
  child.stderr!.on("data", (bytes) => (text += bytes));
  return new Promise((resolve) => child.on("close", () => resolve(text)));
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
    const file = `killed${programs}.db`;
    await outputOf(
      start(`import std/sqlite { open }
fun main() {
    let db = open("${file}").unwrap()
    ${mode}
    db.exec_script("CREATE TABLE t (n INTEGER, filler TEXT); INSERT INTO t VALUES (1, 'kept')").unwrap()
    db.close().unwrap()
}`),
    );
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
    const after = await outputOf(
      start(`import std/sqlite { open }
fun main() {
    let db = open("${file}").unwrap()
    print(db.query<Int>("SELECT n FROM t", []).unwrap())
    print(db.query<String>("PRAGMA integrity_check", []).unwrap())
}`),
    );
    expect(after).toBe("[1]\n[ok]\n");
  },
);

test("a lock of another process is waited for, but not forever", async () => {
  await outputOf(
    start(`import std/sqlite { open }
fun main() { open("locked.db").unwrap().exec_script("CREATE TABLE t (n INTEGER)").unwrap() }`),
  );
  const holder = start(`import std/io { read_line }
import std/sqlite { open, Database }
fun main() {
    let db = open("locked.db").unwrap()
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
  const refused = await outputOf(
    start(`import std/sqlite { open }
fun main() {
    let db = open("locked.db").unwrap()
    db.set_busy_timeout_ms(10).unwrap()
    print(db.exec("INSERT INTO t VALUES (2)", []))
    print(db.query<Int>("SELECT n FROM t", []))
}`),
  );
  expect(refused).toBe("Err(sqlite: exec: database is locked (locked.db))\nOk([])\n");
  const patient = start(`import std/sqlite { open }
fun main() {
    let db = open("locked.db").unwrap()
    print("ready")
    print(db.exec("INSERT INTO t VALUES (3)", []))
    print(db.query<Int>("SELECT n FROM t", []))
}`);
  const heard = outputOf(patient);
  await printed(patient, "ready");
  holder.stdin!.end("\n");
  expect(await heard).toBe("ready\nOk(1)\nOk([1, 3])\n");
  await ended;
});

test("damage to a file is an `Err`", async () => {
  const path = join(folder, "damaged.db");
  await outputOf(
    start(`import std/sqlite { open }
fun main() {
    let db = open("damaged.db").unwrap()
    db.exec_script("CREATE TABLE t (n INTEGER, s TEXT)").unwrap()
    for i in 0..200 { db.exec("INSERT INTO t VALUES (?, ?)", [i.to_sql(), "x".repeat(500).to_sql()]).unwrap() }
}`),
  );
  const size = statSync(path).size;
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(size - 8192, 0x5a), 0, size - 8192, 4096);
  closeSync(file);
  const heard = await outputOf(
    start(`import std/sqlite { open }
fun main() {
    match open("damaged.db").unwrap().query<Int>("SELECT count(*) FROM t WHERE s > 'x'", []) {
        Ok(_) -> print("nothing noticed"),
        Err(e) -> print(e),
    }
}`),
  );
  expect(heard).toBe("sqlite: query: database disk image is malformed (damaged.db)\n");
  expect(readFileSync(path).length).toBe(size);
});

test("two processes that write by turns lose nothing", async () => {
  await outputOf(
    start(`import std/sqlite { open }
fun main() {
    let db = open("shared.db").unwrap()
    db.set_wal().unwrap()
    db.exec_script("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (0)").unwrap()
}`),
  );
  const adder = `import std/sqlite { open, Database }
fun main() {
    let db = open("shared.db").unwrap()
    for _ in 0..200 {
        db.transaction(
            fun(tx: Database) -> Result<Int, Error> {
                let n = tx.query<Int>("SELECT n FROM t", [])?[0]
                return tx.exec("UPDATE t SET n = ?", [(n + 1).to_sql()])
            },
        ).unwrap()
    }
}`;
  expect(await Promise.all([outputOf(start(adder)), outputOf(start(adder))])).toEqual(["", ""]);
  const heard = await outputOf(
    start(`import std/sqlite { open }
fun main() = print(open("shared.db").unwrap().query<Int>("SELECT n FROM t", []).unwrap())`),
  );
  expect(heard).toBe("[400]\n");
});
