// What the embedding door promises in writing, run from outside as a host would: through the exports
// of the package, in plain Node.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);
const node = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

test("the example does what it says", () => {
  const lines = node("examples/embed.ts").split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "charged 585", "nobody approved of 1080", "no price for wine", "[ 585 ]", "T1 broken.std this should be `String`, but it is `Int`",
  ]);
  expect(lines.slice(5).join("\n")).toContain("step limit exceeded");
});

test("the README's snippet runs as it stands", () => {
  const snippets = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]!);
  expect(snippets).toHaveLength(1);
  expect(node("--input-type=module-typescript", "--eval", snippets[0]!)).toBe("hello\n0 []\n");
});
