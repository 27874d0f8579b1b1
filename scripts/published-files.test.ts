// The package as npm publishes it: the links of its pages lead to published files, and the checks that
// `scripts/hosts.ts` runs under Bun and Deno pass under Node.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, it } from "vitest";

const root = dirname(import.meta.dirname);

it("publishes what its pages link to", () => {
  const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [tarball] = Object.values(
    JSON.parse(listed) as Record<string, { readonly files: readonly { readonly path: string }[] }>,
  );
  const published = new Set(tarball!.files.map((file) => file.path));
  const folders = new Set(
    [...published].flatMap((path) => path.split("/").map((_, i, parts) => parts.slice(0, i).join("/"))),
  );
  const pages = [...published].filter((path) => path.endsWith(".md"));
  expect(pages).toContain("docs/guide.md");
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter((to) => !published.has(to) && !folders.has(to))
      .map((to) => `${page}: ${to}`),
  );
  expect(dead).toEqual([]);
});

it.skipIf(process.platform === "win32")("links the built command in the clone", () => {
  const link = join(root, "node_modules/.bin/std");
  expect(execFileSync(link, ["--version"], { encoding: "utf8" })).toMatch(/^std \d/);
});

it("passes the checks of other runtimes", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/hosts-check.mjs")], {
    encoding: "utf8",
  });
  const lines = stdout.trim().split("\n");
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !line.endsWith(": ok"))).toEqual([]);
  expect(stderr).toBe("");
});

/** Links to files of the project, without anchors. Links in code are ignored. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8")
    .replace(/^```[^]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "");
  const targets = [...text.matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!);
  return targets.map((to) => posix.join(posix.dirname(page), to).replace(/\/$/, ""));
}
