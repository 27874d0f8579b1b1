// The official packages check as packages, and their tests pass.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { STD } from "../interpreter/testing/command.ts";
import { freePort, installed, run, type Running } from "../stdlib/http/testing/installed.ts";

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

test.each(names)("%s checks, is formatted, can be published, and pins its dependencies", (name) => {
  const folder = join(PACKAGES, name);
  expect(std(folder, ["check", "."])).toEqual({ status: 0, text: "" });
  expect(std(folder, ["fmt", "--check", "."]).status).toBe(0);
  // Without a registry, versions are not compared.
  const published = std(folder, ["publish", "--dry-run"], { npm_config_offline: "true" });
  expect(published, published.text).toMatchObject({ status: 0 });
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  expect(manifest.name).toBe(`@stdlang/${name}`);
  for (const version of Object.values(manifest.dependencies ?? {}))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

const server = installed("redis-server") ?? installed("valkey-server");
const NOT_RUN = server === null ? " (NOT RUN: neither redis-server nor valkey-server installed)" : "";

/** Starts the server; resolves when it accepts connections. */
async function redis(port: number, folder: string): Promise<Running> {
  const running = run(server!, ["--port", String(port), "--save", "", "--dir", folder]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  await running.until((text) => text.includes("Ready to accept connections"));
  return running;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "std-redis-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.skipIf(server === null)(`redis with a real server${NOT_RUN}`, { timeout: 120_000 }, () => {
  test("passes its tests", async () => {
    const port = await freePort();
    await redis(port, temporaryFolder());
    const { status, text } = std(join(PACKAGES, "redis"), ["test", "."], {
      REDIS_URL: `redis://127.0.0.1:${port}`,
    });
    expect(text).toContain("4 passed; 0 failed");
    expect(status).toBe(0);
  });

  test("reconnects, with its subscriptions, when the server has been away", async () => {
    const [port, folder] = [await freePort(), temporaryFolder()];
    const first = await redis(port, folder);
    const script = join(folder, "main.std");
    // Imports are relative to their file.
    const library = relative(folder, join(PACKAGES, "redis/src/lib"));
    writeFileSync(script, RECONNECTING.replace("LIBRARY", library));
    const program = run(process.execPath, [STD, "run", script, `redis://127.0.0.1:${port}`]);
    onTestFinished(() => void program.child.kill("SIGKILL"));
    await program.until((text) => text.includes("connected\n"));
    first.child.kill("SIGKILL");
    await program.until((text) => text.includes("lost: io\n"));
    await redis(port, folder);
    expect(await program.status).toBe(0);
    expect(program.output()).toBe("connected\nlost: io\nconnected again\nheard: after\n");
  });
});

/** Asks until the answers fail, then until they come again, and until its subscription is there again. */
const RECONNECTING = `import std/env { args }
import std/sync { sleep_millis }
import "LIBRARY" { connect, Redis, Reply }

fun wait_until(done: fun() -> Bool) {
    for _ in 0..600 {
        if done() {
            return
        }
        sleep_millis(100)
    }
    panic("not within a minute")
}

fun answers(redis: Redis) -> Bool = redis.command(["PING"]) == Ok(Reply.Text("PONG"))

fun main() {
    let redis = connect(args()[1]).unwrap()
    let news = redis.subscribe("news").unwrap()
    print("connected")
    wait_until(fun() = !answers(redis))
    print("lost: \${redis.get("a").unwrap_err().kind}")
    wait_until(fun() = answers(redis))
    print("connected again")
    wait_until(fun() = redis.publish("news", "after") == Ok(1))
    print("heard: \${news.messages.recv()}")
    news.close()
    redis.close()
}
`;
