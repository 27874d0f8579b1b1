// Writes of all kinds on a full disk of one megabyte: errors name the file, and no existing data is lost. The
// disk is mounted in its own namespace; where the system does not permit that, the tests are skipped and say
// so.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-full-disk-"));
const disk = join(folder, "disk");
mkdirSync(disk);
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `import std/compress
import std/env { args }
import std/fs
import std/io { buffered, copy, reader, write_all }
import std/sqlite
import std/string

fun told<T>(what: String, result: Result<T, Error>) {
    match result {
        Ok(_) -> print("\${what}: ok"),
        Err(e) -> print("\${what}: \${e}"),
    }
}

fun main() -> Result<(), Error> {
    let dir = args()[1]
    let much = "0123456789abcdef".repeat(131072)
    told("write", fs.write("\${dir}/whole", much))
    told("remove", fs.remove_file("\${dir}/whole"))
    fs.write("\${dir}/kept", "as it was")?
    told("write_atomic", fs.write_atomic("\${dir}/kept", much))
    print(fs.read("\${dir}/kept")?)
    print(fs.list_dir(dir)?)
    told("append", fs.append("\${dir}/log", much))
    told("remove", fs.remove_file("\${dir}/log"))
    let file = fs.create("\${dir}/file")?
    told("write_all", write_all(file, much))
    told("close", file.close())
    told("remove", fs.remove_file("\${dir}/file"))
    let lines = fs.create("\${dir}/lines")?
    let out = buffered(lines)
    let failed = 0
    for i in 0..200000 {
        if out.write("a line of text\\n").is_err() {
            failed += 1
        }
    }
    told("flush", out.flush())
    print(failed > 0)
    told("close", out.close())
    lines.close()?
    told("remove", fs.remove_file("\${dir}/lines"))
    let copied = fs.create("\${dir}/copied")?
    told("copy", copy(reader(much), copied))
    copied.close()?
    told("remove", fs.remove_file("\${dir}/copied"))
    let db = sqlite.open("\${dir}/data.db")?
    db.exec("create table t (x text)", [])?
    db.exec("insert into t values (?)", ["first".to_sql()])?
    told(
        "transaction",
        db.transaction(
            fun(tx) -> Result<Int, Error> {
                for _ in 0..100 {
                    tx.exec("insert into t values (?)", ["x".repeat(100000).to_sql()])?
                }
                return Ok(1)
            },
        ),
    )
    let rows: List<Int> = db.query("select count(*) from t", [])?
    print(rows)
    told("insert", db.exec("insert into t values (?)", ["second".to_sql()]))
    told("close", db.close())
    print(fs.list_dir(dir)?)
    fs.create_dir("\${dir}/tree")?
    fs.write("\${dir}/tree/a", "x".repeat(400000))?
    told("copy file", fs.copy("\${dir}/tree/a", "\${dir}/b"))
    told("copy_all", fs.copy_all("\${dir}/tree", "\${dir}/tree2"))
    return Ok({})
}
`;

const PRINTING = `import std/string

fun main() {
    for _ in 0..100 {
        print("x".repeat(100000))
    }
}
`;

/** Runs a program with access to a small disk. */
function onDisk(
  text: string,
  redirection: string,
): { status: number | null; stdout: string; stderr: string } {
  const path = join(folder, "program.std");
  writeFileSync(path, text);
  return inside(`"$0" "$1" run "$2" "$3" ${redirection}`, [process.execPath, STD, path, disk]);
}

function inside(command: string, args: readonly string[]): ReturnType<typeof onDisk> {
  const mounted = `mount -t tmpfs -o size=1m tmpfs "$DISK" && ${command}`;
  const { status, stdout, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", mounted, ...args], {
    encoding: "utf8",
    env: { ...process.env, DISK: disk },
  });
  return { status, stdout: (stdout ?? "").replaceAll(disk, "DISK"), stderr: stderr ?? "" };
}

const mayMount = process.platform === "linux" && inside("true", []).status === 0;
const why = mayMount ? "" : " (skipped: no file system may be mounted here)";

test.skipIf(!mayMount)(`all that writes tells that the disk is full${why}`, () => {
  const { status, stdout, stderr } = onDisk(PROGRAM, "");
  expect(stderr).toBe("");
  expect(stdout).toBe(`write: io: write: No space left on device (os error 28) (DISK/whole)
remove: ok
write_atomic: io: write_atomic: No space left on device (os error 28) (DISK/kept)
as it was
[kept]
append: io: append: No space left on device (os error 28) (DISK/log)
remove: ok
write_all: io: write: No space left on device (os error 28) (DISK/file)
close: ok
remove: ok
flush: io: write: No space left on device (os error 28) (DISK/lines)
true
close: io: write: No space left on device (os error 28) (DISK/lines)
remove: ok
copy: io: write: No space left on device (os error 28) (DISK/copied)
remove: ok
transaction: sqlite: exec: database or disk is full (DISK/data.db)
[1]
insert: ok
close: ok
[data.db, kept]
copy file: ok
copy_all: io: copy_all: No space left on device (os error 28) (DISK/tree2/a)
`);
  expect(status).toBe(0);
});

test.skipIf(!mayMount)(`a program whose output fills the disk ends and says why${why}`, () => {
  const { status, stderr } = onDisk(PRINTING, '> "$DISK/out"');
  expect(stderr).toBe("error: cannot write to standard output: no space left on device\n");
  expect(status).toBe(1);
});
