// Variables of the environment that are not UTF-8 reach child processes byte for byte.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";

vi.setConfig({ testTimeout: 30_000 });

/** Runs a program with these assignments of the shell, in which `$raw` is the byte 255. */
function output(assignments: string, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "std-env-"));
  try {
    const script = join(folder, "main.std");
    writeFileSync(script, text);
    const shell = `raw=$(printf '\\377'); mkdir "$3/$raw"; export ${assignments}; exec "$0" "$1" run "$2"`;
    const written = execFileSync("sh", ["-c", shell, process.execPath, STD, script, folder]).toString();
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
