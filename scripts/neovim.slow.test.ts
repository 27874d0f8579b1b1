// The language server in a real editor, where Neovim 0.7 or later is installed (or $NVIM_COMMAND names it).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const NVIM = process.env["NVIM_COMMAND"] ?? "nvim";
const isInstalled = spawnSync(NVIM, ["--version"]).status === 0;

test.skipIf(!isInstalled)("Neovim shows an error, applies the fix and renames", () => {
  const folder = mkdtempSync(join(tmpdir(), "std-nvim-"));
  writeFileSync(join(folder, "main.std"), "fun main() {\n    let counter = 1\n    print(countr)\n}\n");
  const env = {
    ...process.env,
    STD_FOLDER: folder,
    STD_NODE: process.execPath,
    STD_COMMAND: join(import.meta.dirname, "../interpreter/cli/std.ts"),
  };
  const script = join(import.meta.dirname, "neovim-session.lua");
  spawnSync(NVIM, ["--headless", "-u", "NONE", "-S", script], { env, timeout: 120_000 });
  expect(readFileSync(join(folder, "out.txt"), "utf8").split("\n")).toEqual([
    "2: cannot find `countr` in scope | hint: did you mean `counter`?",
    "action: Did you mean `counter`?",
    "after the fix: fun main() {\\n    let counter = 1\\n    print(counter)\\n}",
    "errors: 0",
    "after the rename: fun main() {\\n    let total = 1\\n    print(total)\\n}",
    "",
  ]);
  rmSync(folder, { recursive: true });
});
