// Processes started by a program end with it, and hold no resources of its host.
import { spawn } from "node:child_process";
import { expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 60_000 });

const href = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/**
 * Starts a host that runs one program and has nothing else to do. Resolves with its output when it has ended.
 */
function host(program: string): Promise<string> {
  const script = `
    import { createEngine } from ${href("../../dist/interpreter/index.js")};
    import { standardModules } from ${href("../../dist/stdlib/index.js")};
    const write = (bytes) => void process.stdout.write(bytes);
    const engine = createEngine({ modules: standardModules, capabilities: { process: true }, stdout: write, stderr: write });
    const { diagnostics } = await engine.run({ path: "main.std", text: ${JSON.stringify(program)} });
    for (const { message } of diagnostics) console.log(message);`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.on("data", (bytes) => (text += bytes));
    child.stderr.on("data", (bytes) => (text += bytes));
    child.on("exit", () => {
      child.stdout.destroy();
      resolve(text);
    });
  });
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it.skipIf(process.platform !== "linux").each([
  [
    "of start",
    'start("sh", ["-c", "sleep 1000 & echo $!; wait"]).unwrap()',
    'while true { let line = child.read_stdout(); if line != "" { print(line); break }; sleep_millis(1) }',
  ],
  [
    "of a command",
    'Command.new("sh").args(["-c", "sleep 1000 & echo $!; wait"]).start().unwrap()',
    "print(child.stdout().read(100).unwrap())",
  ],
])("grandchildren %s end with the program", async (_, start, wait) => {
  const text = await host(
    `import std/process { start, Command }\nimport std/sync { sleep_millis }\nfun main() {\n    let child = ${start}\n    ${wait}\n}`,
  );
  const pid = Number(/\d+/.exec(text)?.[0]);
  expect(pid, text).toBeGreaterThan(1);
  await vi.waitUntil(() => !runs(pid), { timeout: 40_000 });
});

it.skipIf(process.platform !== "linux")(
  "a grandchild that cannot be found does not hold the host by its pipes",
  async () => {
    // It has left its group, and its parent has ended.
    const text = await host(
      `import std/process { start }\nfun main() {\n    let child = start("sh", ["-c", "setsid sleep 1000 & echo $!"]).unwrap()\n    child.wait()\n    print(child.read_stdout())\n}`,
    );
    const pid = Number(/\d+/.exec(text)?.[0]);
    expect(runs(pid), text).toBe(true);
    process.kill(pid, "SIGKILL");
  },
);
