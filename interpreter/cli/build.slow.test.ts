// `std build`: an executable runs in an empty folder and without Node, and stops as the program does.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { STD } from "../testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `
import std/env { args }
import std/fs { read }
import std/http { Response, Server }
import std/sqlite { open }
import std/sync { sleep_millis }

fun depth(n: Int) -> Int = if n == 0 { 0 } else { 1 + depth(n - 1) }

fun main() {
    let db = open("data.db").unwrap()
    db.exec("CREATE TABLE IF NOT EXISTS t (a INTEGER)", []).unwrap()
    print(args())
    print(depth(9000))
    print(read("/etc/passwd").is_err())
    let app = Server.new()
    app.get("/", fun(req) {
        db.exec("INSERT INTO t VALUES (1)", []).unwrap()
        sleep_millis(300)
        return Response.text("served")
    })
    print("up \${app.start("unix:app.sock").unwrap()}")
    app.wait()
    let rows: List<Int> = db.query("SELECT count(*) FROM t", []).unwrap()
    print("down \${rows[0]}")
}
`;

test("an executable serves, keeps its sandbox, and stops gracefully", { timeout: 120_000 }, async () => {
  writeFileSync(join(folder, "app.std"), PROGRAM);
  const empty = join(folder, "empty");
  mkdirSync(empty);
  const file = join(empty, "app");
  const options = ["--allow-fs=.", "--allow-net"];
  const made = spawnSync(process.execPath, [STD, "build", ...options, "app.std", "-o", file], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(made.stderr).toBe("");
  expect(made.stdout).toMatch(/: \d+\.\d MB\n$/);
  const child = spawn("./app", ["one", "--stack-size=1", "--help"], {
    cwd: empty,
    env: { PATH: "/nonexistent" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  let look = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes) => {
      output += String(bytes);
      look();
    });
  const status = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    look = () => output.includes("up ") && resolve();
    look();
    void status.then((code) => reject(new Error(`${code}: ${output}`)));
  });
  expect(output).toBe(`[${file}, one, --stack-size=1, --help]\n9000\ntrue\nup unix:app.sock\n`);
  const answer = new Promise<string>((resolve, reject) => {
    const asked = request({ socketPath: join(empty, "app.sock"), path: "/" }, (response) => {
      let text = "";
      response.on("data", (bytes) => (text += String(bytes))).on("end", () => resolve(text));
    });
    asked.on("error", reject);
    asked.end(() => setTimeout(() => child.kill("SIGTERM"), 100));
  });
  expect(await answer).toBe("served");
  expect(await status).toBe(0);
  expect(output.endsWith("down 1\n")).toBe(true);
});
