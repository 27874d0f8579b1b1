// Variables of the environment that are not UTF-8 reach child processes byte for byte.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { asShellEnvironment, byShell } from "../../interpreter/host/node/raw-arguments.ts";
import { STD } from "../../interpreter/testing/command.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Runs a program with these assignments of the shell, in which `$raw` is the byte 255. */
function output(assignments: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "std-env-"));
  try {
    const script = join(folder, "main.std");
    writeFileSync(script, text.replaceAll("FOLDER", folder));
    const shell = `raw=$(printf '\\377'); mkdir "$3/$raw"; export ${assignments}; exec "$0" "$1" run "$2"`;
    const written = execFileSync("sh", ["-c", shell, process.execPath, STD, script, folder], {
      cwd: folder,
    }).toString();
    return written.replaceAll(folder, "FOLDER").split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(process.platform !== "linux")("variables that are not UTF-8", () => {
  it("reach children byte for byte, whatever else is set", () => {
    const program = `import std/env { set_env, unset_env }
import std/process { run, Command }

fun bytes(output: String) = print(output.bytes())

fun main() {
    let show = ["-c", "printf %s \\"$RAW$NEW\\""]
    bytes(run("sh", show).unwrap().stdout)
    bytes(Command.new("sh").args(show).run().unwrap().stdout)
    bytes(Command.new("sh").args(show).env("NEW", "x").run().unwrap().stdout)
    bytes(Command.new("sh").args(show).clear_env().run().unwrap().stdout)
    set_env("NEW", "y")
    bytes(run("sh", show).unwrap().stdout)
    unset_env("RAW")
    bytes(run("sh", show).unwrap().stdout)
}
`;
    expect(output('RAW="a$raw"', program)).toEqual([
      "[97, 255]",
      "[97, 255]",
      "[97, 255, 120]",
      "[]",
      "[97, 255, 121]",
      "[121]",
      "",
    ]);
  });

  it("neither lead the shell to another folder nor replace its commands", () => {
    const program = `import std/fs { create_dir }
import std/process { Command }

fun shown(command: Command) {
    let output = command.run().unwrap()
    print(output.stdout + output.stderr)
}

fun main() {
    create_dir("data").unwrap()
    create_dir("other").unwrap()
    create_dir("other/data").unwrap()
    let show = ["-c", "pwd; printf %s \\"$ENV\\"", __str_from_byte(255)]
    shown(Command.new("sh").cwd("data").env("CDPATH", "FOLDER/other").args(show))
    shown(Command.new("sh").cwd("data").env("PS4", "$(echo evil)").env("ENV", "FOLDER/evil").args(show))
}
`;
    expect(output("A=1", program)).toEqual(["FOLDER/data", "", "FOLDER/data", "FOLDER/evil", ""]);
  });

  const bash = spawnSync("bash", ["--version"]).status === 0;
  it.skipIf(!bash)("are no functions of a shell that would take them for such", () => {
    const variables = new Map([
      ["BASH_FUNC_printf%%", "() { echo evil; }"],
      ["SHELLOPTS", "xtrace"],
      ["BASHOPTS", "extdebug"],
      ["PS4", "$(echo evil)"],
      ["RAW", "a\xff"],
    ]);
    const { env, exports } = asShellEnvironment(variables);
    const [, args] = byShell("/usr/bin/env", [], exports);
    const { stdout, stderr } = spawnSync("bash", args, { argv0: "sh", env, encoding: "latin1" });
    expect(stderr).toBe("");
    expect(
      stdout
        .split("\n")
        .filter((line) => /^(?:RAW|PS4|evil|SHELLOPTS)/.test(line))
        .sort(),
    ).toEqual(["PS4=$(echo evil)", "RAW=a\xff"]);
  });

  it("name folders for programs, temporary files and the user", () => {
    const program = `import std/env { home_dir }
import std/fs { dirname, temp_dir }
import std/process { run, Command }

fun shown(path: String) -> String = path.replace(__str_from_byte(255), "RAW")

fun main() {
    print(run("true", []).unwrap().code)
    print(Command.new("true").run().unwrap().code)
    print(shown(dirname(temp_dir().unwrap())))
    print(shown(home_dir().unwrap()))
}
`;
    const assignments = 'PATH="/$raw:$PATH" TMPDIR="$3/$raw" HOME="/home/$raw"';
    expect(output(assignments, program)).toEqual(["0", "0", "FOLDER/RAW", "/home/RAW", ""]);
  });
});
