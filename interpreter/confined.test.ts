// Grants for some files and some programs, and attempts of scripts to reach others: links, names that change
// at the critical moment, folders and variables that determine where the system searches for programs.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "./testing/run.ts";
import type { Grants } from "./index.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "std-confined-")));
  for (const name of ["in/sub", "out"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "out/secret"), "s3cret");
  writeFileSync(join(folder, "in/x"), "fine");
  writeFileSync(join(folder, "in/sub/y"), "why");
});
afterEach(() => rmSync(folder, { recursive: true }));

const DENIED = "permission denied: fs is not allowed here";

/** Grants for names in the folder. */
function ofFolder(grants: string[] | { read?: string[]; write?: string[] }): NonNullable<Grants["fs"]> {
  const absolute = (names: readonly string[]): string[] => names.map((name) => join(folder, name));
  if (Array.isArray(grants)) return absolute(grants);
  return Object.fromEntries(Object.entries(grants).map(([key, names]) => [key, absolute(names)]));
}

/** The output of a program; `in` and `out` are the folder that it may reach, and the one beside it. */
async function printed(body: string, capabilities?: Grants, head = ""): Promise<string> {
  const text = `import std/fs ${NAMES}\nimport std/process { Command, run }\n${head}\nfun main() {\nlet inside = "${folder}/in"\nlet out = "${folder}/out"\n${body}\n}`;
  const ran = await run(text, {
    capabilities: capabilities ?? { fs: [join(folder, "in")] },
  });
  expect([ran.codes, ran.exitReason]).toEqual([[], { kind: "done" }]);
  return ran.stdout;
}
const NAMES =
  "{ append, copy, copy_all, create_dir, link, list_dir, read, read_link, remove_all, remove_dir, remove_file, rename, set_mode, set_modified_ms, symlink, write, write_atomic }";

describe("links", () => {
  test("outside that lead inside are not the script's to remove or rename", async () => {
    symlinkSync("../in/x", join(folder, "out/inward"));
    const body = ['remove_file("${out}/inward")', 'rename("${out}/inward", "${inside}/i")', 'remove_all("${out}/inward")', 'symlink("x", "${out}/inward")']; // biome-ignore format: a list
    const text = await printed(body.map((call) => `print(${call})`).join("\n"));
    expect(text.match(new RegExp(DENIED, "g"))).toHaveLength(4);
    expect(existsSync(join(folder, "out/inward"))).toBe(true);
  });

  test("inside that lead outside may be removed and renamed, but not followed", async () => {
    symlinkSync("../out/secret", join(folder, "in/a"));
    symlinkSync("../out", join(folder, "in/b"));
    const denied = ['read("${inside}/a")', 'write("${inside}/a", "x")', 'append("${inside}/a", "x")', 'write_atomic("${inside}/a", "x")', 'set_mode("${inside}/a", 0)', 'set_modified_ms("${inside}/a", 0)', 'list_dir("${inside}/b")', 'read("${inside}/b/secret")', 'remove_file("${inside}/b/secret")', 'rename("${inside}/b/secret", "${inside}/s")', 'rename("${inside}/x", "${inside}/b/x")', 'create_dir("${inside}/b/new")', 'copy("${inside}/x", "${inside}/b/x")', 'copy("${inside}/a", "${inside}/s")', 'link("${inside}/b/secret", "${inside}/s")', 'symlink("x", "${inside}/b/x")', 'remove_all("${inside}/b/secret")', 'copy_all("${inside}/b", "${inside}/c")']; // biome-ignore format: a list
    const text = await printed(denied.map((call) => `print(${call})`).join("\n"));
    expect(text.match(new RegExp(DENIED, "g"))).toHaveLength(denied.length);
    const done = await printed(
      'print(rename("${inside}/a", "${inside}/c"))\nprint(remove_file("${inside}/c"))\nprint(remove_all("${inside}/b"))',
    );
    expect(done).toBe("Ok(())\nOk(true)\nOk(())\n");
    expect(readFileSync(join(folder, "out/secret"), "utf8")).toBe("s3cret");
  });

  test("that take the place of a file right before it is used are seen", async () => {
    for (let i = 0; i < 50; i++) symlinkSync("../out/secret", join(folder, `in/l${i}`));
    const text = await printed(
      `for i in 0..50 {
          let _ = write("\${inside}/f", "fine")
          let w = wait_group()
          w.add(3)
          spawn(fun() {
              let _ = rename("\${inside}/l\${i}", "\${inside}/f")
              w.done()
          })
          spawn(fun() {
              if read("\${inside}/f").unwrap_or("") == "s3cret" { print("read") }
              w.done()
          })
          spawn(fun() {
              if write("\${inside}/f", "gone").is_ok() { print("written") }
              w.done()
          })
          w.wait()
          let _ = remove_file("\${inside}/f")
      }`,
      undefined,
      "import std/sync { wait_group }",
    );
    expect([text, readFileSync(join(folder, "out/secret"), "utf8")]).toEqual(["", "s3cret"]);
  });

  test("in the place of a folder that is being removed do not lead out of it", async () => {
    for (let i = 0; i < 30; i++) symlinkSync("../out", join(folder, `in/l${i}`));
    const text = await printed(
      `for i in 0..30 {
          let _ = create_dir("\${inside}/d/e")
          for j in 0..5 { let _ = write("\${inside}/d/e/\${j}", "x") }
          let w = wait_group()
          w.add(2)
          spawn(fun() {
              let _ = remove_all("\${inside}/d")
              w.done()
          })
          spawn(fun() {
              let _ = rename("\${inside}/d/e", "\${inside}/moved")
              let _ = rename("\${inside}/l\${i}", "\${inside}/d/e")
              w.done()
          })
          w.wait()
          for name in ["d", "moved"] { let _ = remove_all("\${inside}/\${name}") }
      }
      print(read("\${inside}/x"))`,
      undefined,
      "import std/sync { wait_group }",
    );
    expect([text, existsSync(join(folder, "out/secret"))]).toEqual(["Ok(fine)\n", true]);
  });
});

test("a grant to write a file includes replacing it", async () => {
  const capabilities = { fs: { write: [join(folder, "in/x")] } };
  const text = await printed(
    'print(write("${inside}/x", "a"))\nprint(write_atomic("${inside}/x", "b"))\nprint(write("${inside}/z", "c").is_err())\nprint(remove_file("${inside}/x"))',
    capabilities,
  );
  expect(text).toBe("Ok(true)\nOk(())\ntrue\nOk(true)\n");
});

test("a grant to write a folder includes removing it with its content", async () => {
  const text = await printed(
    'print(remove_all("${inside}/sub"))\nprint(list_dir("${inside}").is_err())\nprint(read("${inside}/x").is_err())',
    { fs: { write: [join(folder, "in")] } },
  );
  expect(text).toBe("Ok(())\ntrue\ntrue\n");
});

test("links and set-id bits that lead out of the grant are not created, and copies have no set-id bits", async () => {
  symlinkSync("../../out/secret", join(folder, "in/sub/leads-out"));
  const text = await printed(
    `for target in ["../out", "\${out}/secret", "..", "/etc/passwd"] { print(symlink(target, "\${inside}/l").is_err()) }
    print(symlink("sub/y", "\${inside}/fine"))
    print(copy_all("\${inside}/sub", "\${inside}/copy").is_err())
    print(set_mode("\${inside}/x", 0o4755).is_err())
    print(set_mode("\${inside}/x", 0o1755))`,
  );
  expect(text).toBe("true\ntrue\ntrue\ntrue\nOk(())\ntrue\ntrue\nOk(())\n");
});

describe("programs", () => {
  test("that the script could replace are not started", async () => {
    const tool = own("tool");
    const call = shown('run("${inside}/tool", [])');
    const [head, programs] = ["import std/string", [tool]];
    expect(await printed(call, { process: programs }, head)).toBe("own\n");
    for (const fs of [["in"], ["in/tool"], { write: ["in"] }, { write: [""] }].map((grants) =>
      ofFolder(grants),
    ))
      expect(await printed(call, { process: programs, fs }, head)).toMatch(
        "permission denied: the script could replace",
      );
    for (const fs of [ofFolder(["in/sub"]), ofFolder({ read: ["in"] })])
      expect(await printed(call, { process: programs, fs }, head)).toBe("own\n");
  });

  /** A program in the folder of the script that prints its name. */
  function own(name: string): string {
    const path = join(folder, "in", name);
    writeFileSync(path, "#!/bin/sh\necho own\n");
    chmodSync(path, 0o755);
    return path;
  }
  const shown = (call: string): string =>
    `print(match ${call} { Ok(o) -> o.stdout.trim(), Err(e) -> e.message })`;

  test("are found by the PATH of the host, whatever PATH the script sets", async () => {
    own("uname");
    const text = await printed(
      `set_env("PATH", inside)
      ${shown('run("uname", [])')}
      ${shown('Command.new("uname").run()')}
      ${shown('Command.new("uname").env("PATH", inside).run()')}
      ${shown('Command.new("uname").cwd(inside).env("PATH", "").run()')}`,
      { env: true, process: ["uname"] },
      "import std/env { set_env }\nimport std/string",
    );
    expect(text).toMatch(/^(\w+)\n\1\n\1\n\1\n$/);
    expect(text).not.toContain("own");
  });

  test("by a path are those of this folder, not of the one they run in", async () => {
    own("true");
    const capabilities = { process: ["./true", "in/true"] };
    const text = await printed(
      `${shown('Command.new("./true").cwd(inside).run()')}\n${shown('Command.new("in/true").cwd("${inside}/..").run()')}`,
      capabilities,
      "import std/string",
    );
    expect(text.trim().split("\n")).toEqual([expect.stringContaining("No such file"), expect.stringContaining("No such file")]); // biome-ignore format: one line
  });

  test("do not load code of the script", async () => {
    const text = await printed(
      `${shown('Command.new("uname").env("LD_PRELOAD", "${inside}/x.so").run()')}
      ${shown('Command.new("uname").env("DYLD_INSERT_LIBRARIES", "x").run()')}
      set_env("LD_LIBRARY_PATH", inside)
      ${shown('run("uname", [])')}
      ${shown('Command.new("uname").run()')}`,
      { env: true, process: ["uname"] },
      "import std/env { set_env }\nimport std/string",
    );
    const denial = "permission denied: process is not allowed here (--allow-run, to set";
    expect(text.split("\n").slice(0, 4).map((line) => line.startsWith(denial))).toEqual([true, true, true, true]); // biome-ignore format: one line
    // With the grant of every program, this adds nothing.
    const all = shown('Command.new("uname").env("LD_LIBRARY_PATH", inside).run()');
    expect(await printed(all, { process: true }, "import std/string")).not.toContain("denied");
  });

  test("get only the variables that were checked, whatever goroutines set meanwhile", async () => {
    const text = await printed(
      `let command = Command.new("env")
      spawn(fun() { command.env("LD_PRELOAD", "") })
      ${shown("command.run()")}
      let cleared = Command.new("env").clear_env().env("A", "1")
      spawn(fun() { cleared.env("LD_PRELOAD", "").input("x").arg("\0") })
      ${shown("cleared.run()")}
      spawn(fun() { set_env("LD_PRELOAD", "") })
      ${shown('run("env", [])')}
      print(get_env("LD_PRELOAD") == "" && command.run().is_err())`,
      { env: true, process: ["env"] },
      "import std/env { get_env, set_env }\nimport std/string",
    );
    expect(text).toMatch(/\nA=1\n(?:.*\n)+true\n$/);
    expect(text).not.toContain("LD_");
  });

  test("of one file are distinguished by their names", async () => {
    symlinkSync(own("many"), join(folder, "in/one"));
    symlinkSync("many", join(folder, "in/other"));
    const capabilities = { process: [join(folder, "in/one")] };
    const text = await printed(
      `${shown('run("${inside}/one", [])')}\n${shown('run("${inside}/other", [])')}`,
      capabilities,
      "import std/string",
    );
    expect(text).toMatch(/^own\npermission denied: process/);
  });

  test("that inherit streams get those of the script, not those of the host", async () => {
    const text = `import std/process { Command }
fun main() {
    print("before")
    let done = Command.new("sh").args(["-c", "cat; echo out; echo err >&2"]).inherit().run().unwrap()
    print("${"$"}{done.code} ${"$"}{done.stdout.len()}")
    match Command.new("yes").inherit().run() {
        Ok(_) -> {},
        Err(e) -> print(e),
    }
}`;
    const limits = { output: 1000, compileMillis: 600_000 };
    const { stdout, stderr, exitReason } = await run(text, { capabilities: { process: true }, limits });
    expect(exitReason).toMatchObject({ kind: "panic", message: "output limit exceeded" });
    expect(stdout).toMatch(/^before\nout\n0 0\n(?:y\n)*$/);
    expect(stderr).toMatch(/^err\n/);
    const control = new AbortController();
    let heard = "";
    const starting = text.replace(".run() {", ".start() {").replace('"yes"', '"echo"').replace("Ok(_) -> {}", "Ok(_) -> loop { sleep_millis(1) }"); // biome-ignore format: one line
    const outcome = await run(`import std/sync { sleep_millis }\n${starting.replace("print(e)", "{}")}`, {
      capabilities: { process: true },
      signal: control.signal,
      stdout(bytes) {
        heard += bytes;
        if (heard.endsWith("0 0\n\n")) control.abort();
      },
    });
    expect([outcome.codes, outcome.exitReason]).toMatchObject([[], { message: "interrupted" }]);
  });
});
