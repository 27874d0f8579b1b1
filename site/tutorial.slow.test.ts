// The tutorial does what it says. Skipped with a message where curl or bash is not installed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { executeTutorial, stepsOf } from "./tutorial.ts";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/tutorial.md"), "utf8");
const missing = ["curl", "bash"].filter((name) => spawnSync(name, ["--version"]).status !== 0);
if (missing.length > 0) console.warn(`the tutorial is not executed: ${missing.join(", ")} is missing`);

it.skipIf(missing.length > 0)(
  "the commands of the tutorial print what it shows",
  { timeout: 300_000 },
  async () => {
    expect(stepsOf(page).length).toBeGreaterThan(15);
    expect(await executeTutorial(page, join(root, "dist/interpreter/cli/std.js"))).toEqual([]);
  },
);
