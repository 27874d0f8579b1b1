// The official packages check as packages, and their tests pass.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { STD } from "../interpreter/testing/command.ts";
import { freePort, installed, run } from "../stdlib/http/testing/installed.ts";

const PACKAGES = join(dirname(import.meta.dirname), "packages");
const names = readdirSync(PACKAGES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

function std(folder: string, args: readonly string[], variables: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [STD, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...variables },
  });
  return { status, text: stdout + stderr };
}

test.each(names)("%s checks, is formatted, and pins its dependencies", (name) => {
  const folder = join(PACKAGES, name);
  expect(std(folder, ["check", "."])).toEqual({ status: 0, text: "" });
  expect(std(folder, ["fmt", "--check", "."]).status).toBe(0);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  expect(manifest.name).toBe(`@stdlang/${name}`);
  for (const version of Object.values(manifest.dependencies ?? {}))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

const server = installed("redis-server") ?? installed("valkey-server");

test.skipIf(server === null)(
  `redis passes its tests with a real server${server === null ? " (NOT RUN: neither redis-server nor valkey-server installed)" : ""}`,
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "std-redis-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const running = run(server!, ["--port", String(port), "--save", "", "--dir", folder]);
    onTestFinished(() => void running.child.kill("SIGKILL"));
    await running.until((text) => text.includes("Ready to accept connections"));
    const { status, text } = std(join(PACKAGES, "redis"), ["test", "."], {
      REDIS_URL: `redis://127.0.0.1:${port}`,
    });
    expect(text).toContain("4 passed; 0 failed");
    expect(status).toBe(0);
  },
);
