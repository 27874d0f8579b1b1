// The access of programs to databases under the grants of a host.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createEngine } from "../../interpreter/index.ts";
import type { Grants, Limits } from "../../interpreter/index.ts";
import { standardModules } from "../index.ts";

const folder = mkdtempSync(join(tmpdir(), "std-sqlite-grants-"));
const outside = mkdtempSync(join(tmpdir(), "std-sqlite-outside-"));
afterAll(() => {
  for (const each of [folder, outside]) rmSync(each, { recursive: true });
});

async function output(capabilities: Grants, body: string, limits: Limits = {}): Promise<string> {
  let heard = "";
  const engine = createEngine({
    modules: standardModules,
    capabilities,
    limits,
    stdout: (bytes) => void (heard += bytes),
  });
  const text = `import std/sqlite { open, open_read_only }
fun tell<T>(r: Result<T, Error>) = match r {
    Ok(_) -> print("ok"),
    Err(e) -> print(e.message.split(" (")[0]),
}
fun main() {
${body}
}`;
  const { exitReason } = await engine.run({ path: "main.std", text });
  expect(exitReason).toEqual({ kind: "done" });
  return heard;
}

const denied = "permission denied: fs is not allowed here";

test("without files there are databases in memory", async () => {
  const body = `tell(open("${folder}/a.db"))\ntell(open_read_only("${folder}/a.db"))\ntell(open(":memory:"))\ntell(open("file::memory:"))`;
  expect(await output({}, body)).toBe(`open: ${denied}\nopen: ${denied}\nok\nopen: ${denied}\n`);
  expect(existsSync(`${folder}/a.db`)).toBe(false);
});

test("reading alone does not open for writing", async () => {
  await output({ fs: [folder] }, `tell(open("${folder}/b.db").unwrap().exec_script("CREATE TABLE t (n)"))`);
  const body = `tell(open("${folder}/b.db"))\ntell(open_read_only("${folder}/b.db").unwrap().exec("SELECT * FROM t", []))`;
  expect(await output({ fs: { read: [folder] } }, body)).toBe(`open: ${denied}\nok\n`);
});

test("statements reach no file that was not granted", async () => {
  const other = `${outside}/other.db`;
  const quoted = `'${other.replaceAll("'", "''")}'`;
  const body = `let db = open("${folder}/c.db").unwrap()
tell(open("${other}"))
tell(db.exec("ATTACH ${quoted} AS x", []))
tell(db.exec("  /* ; */ aTTach DATABASE ${quoted} AS x", []))
tell(db.exec_script("SELECT 1; VACUUM INTO ${quoted}"))
tell(db.exec_script("CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END; ATTACH ${quoted} AS x"))`;
  const refused = "permission denied: statements may not reach other files here";
  const heard = await output(
    { fs: [folder] },
    `let setup = open("${folder}/c.db").unwrap()\nsetup.exec_script("CREATE TABLE t (n)").unwrap()\n${body}`,
  );
  expect(heard).toBe(
    `open: ${denied}\nexec: ${refused}\nexec: ${refused}\nexec_script: ${refused}\nexec_script: ${refused}\n`,
  );
  expect(existsSync(other)).toBe(false);
  expect(
    await output({ fs: true }, `tell(open("${folder}/c.db").unwrap().exec("ATTACH ${quoted} AS x", []))`),
  ).toBe("ok\n");
});

test("statements set no folder of all databases of the process", async () => {
  const refused = "permission denied: statements may not reach other files here";
  const body = `let db = open(":memory:").unwrap()
tell(db.exec("PRAGMA temp_store_directory = '${outside}'", []))
tell(db.exec_script("SELECT 1; PRAGMA main.\\"Temp_Store_Directory\\" = '${outside}'"))
tell(db.exec_script("pragma [data_store_directory] = '${outside}'"))
tell(db.exec_script("PRAGMA temp_store = MEMORY"))`;
  expect(await output({ fs: [folder] }, body)).toBe(
    `exec: ${refused}\nexec_script: ${refused}\nexec_script: ${refused}\nok\n`,
  );
});

test("a goroutine cannot replace a database by a link before it is opened", async () => {
  const secret = `${outside}/secret.db`;
  await output({ fs: true }, `tell(open("${secret}").unwrap().exec_script("CREATE TABLE secret (n)"))`);
  for (let i = 0; i < 500; i++) symlinkSync(secret, `${folder}/link${i}`);
  const body = `import std/fs { remove_file }
import std/fs as fs
import std/sqlite { open }
import std/sync { yield_now }
fun main() {
    let path = "${folder}/swapped.db"
    open(path).unwrap().exec_script("CREATE TABLE own (n)").unwrap()
    spawn fun() {
        for i in 0..500 {
            let _ = remove_file(path)
            fs.rename("${folder}/link\${i}", path).unwrap()
            yield_now()
            let _ = remove_file(path)
            yield_now()
        }
    }()
    for _ in 0..10 {
        match open(path) {
            Ok(db) -> print(db.query<String>("SELECT name FROM sqlite_schema WHERE name = 'secret'", []).unwrap()),
            Err(e) -> print(e.message.split(" (")[0]),
        }
    }
}`;
  let heard = "";
  const engine = createEngine({
    modules: standardModules,
    capabilities: { fs: [folder] },
    stdout: (bytes) => void (heard += bytes),
  });
  const { exitReason, diagnostics } = await engine.run({ path: "main.std", text: body });
  expect([exitReason, diagnostics.map((one) => one.message)]).toEqual([{ kind: "done" }, []]);
  expect(heard.split("\n").filter((line) => line.includes("secret"))).toEqual([]);
  expect(heard.split("\n").length).toBe(11);
});

test("a database that is a pipe is an `Err`", async () => {
  execFileSync("mkfifo", [`${folder}/pipe`]);
  const body = `tell(open_read_only("${folder}/pipe"))\ntell(open("${folder}"))`;
  expect(await output({ fs: [folder] }, body)).toBe(
    "open: unable to open database file\nopen: unable to open database file\n",
  );
});

const trial = new (process.getBuiltinModule("node:sqlite").DatabaseSync)(":memory:");
const limitsMemory = "limits" in trial && "setAuthorizer" in trial;
trial.close();

test.skipIf(limitsMemory)("where SQLite has no limits, a limit of memory allows no database", async () => {
  expect(await output({}, 'tell(open(":memory:"))', { memory: 20_000_000 })).toBe(
    "open: this version of Node cannot limit the memory of databases\n",
  );
});

test.runIf(limitsMemory)("a program with a limit of memory holds no more in databases", async () => {
  const within = { memory: 20_000_000, compileMillis: 600_000 };
  const body = `let db = open(":memory:").unwrap()
    db.exec_script("CREATE TABLE t (x)").unwrap()
    for pragma in ["max_page_count = 1000000", "Page_Size = 65536", "cache_size = 1000000", "temp_store = 2", "threads = 8", "mmap_size = 100000000"] {
        tell(db.exec_script("PRAGMA \${pragma}"))
    }
    tell(db.exec_script("PRAGMA cache_size; PRAGMA max_page_count"))
    tell(db.exec("INSERT INTO t VALUES (zeroblob(30000000))", []))
    let added = 0
    for i in 0..100 {
        if db.exec("INSERT INTO t VALUES (zeroblob(1000000))", []).is_ok() { added += 1 }
    }
    print(added > 10 && added < 20)
    db.close()
    let open_ones = [open(":memory:").unwrap(), open(":memory:").unwrap()]
    tell(open(":memory:"))
    open_ones[0].close()
    tell(open(":memory:"))`;
  expect(await output({}, body, within)).toBe(
    `${"exec_script: not authorized\n".repeat(6)}ok\nexec: string or blob too big\ntrue\nopen: the memory limit allows 2 open databases\nok\n`,
  );
  const free = 'let db = open(":memory:").unwrap()\ntell(db.exec_script("PRAGMA cache_size = 10"))';
  expect(await output({}, free)).toBe("ok\n");
});
