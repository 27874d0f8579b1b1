// Serves two routes with every peer and loads them with wrk: 64 connections, plain and with sixteen
// requests per write. Prints requests per second and CPU time of the server per request; the peers
// take turns, the best of the rounds counts. Needs wrk and nginx (Debian), and `npm ci` in this folder.
//
//     node bench/http/run.ts [ROUNDS] [SECONDS] [PEER...]
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HERE = import.meta.dirname;
const STD = join(HERE, "..", "..", "dist", "interpreter", "cli", "std.js");
const PEERS: Readonly<Record<string, (address: string) => readonly [string, ...string[]]>> = {
  stdlang: (address) => [process.execPath, "--stack-size=7200", STD, "run", join(HERE, "peers", "server.std"), address],
  node: (address) => [process.execPath, join(HERE, "peers", "node.mjs"), address],
  fastify: (address) => [process.execPath, join(HERE, "peers", "fastify.mjs"), address],
  bun: (address) => [join(HERE, "node_modules", ".bin", "bun"), join(HERE, "peers", "bun.mjs"), address],
  deno: (address) => [join(HERE, "node_modules", ".bin", "deno"), "run", "--allow-net", join(HERE, "peers", "deno.mjs"), address],
  nginx: (address) => ["nginx", "-p", tmpdir(), "-c", nginxConfig(address)],
};
const LOADS = [
  { name: "hello", path: "/hello", args: [] },
  { name: "json", path: "/json/7", args: [] },
  { name: "hello x16", path: "/hello", args: ["-s", join(HERE, "pipeline.lua")] },
] as const;
const TICKS_PER_SECOND = 100;

interface Measure {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

function nginxConfig(address: string): string {
  const folder = mkdtempSync(join(tmpdir(), "stdlang-nginx-"));
  const file = join(folder, "nginx.conf");
  const text = readFileSync(join(HERE, "peers", "nginx.conf"), "utf8");
  // The pid file must be one of nginx's own: it removes that path when it stops.
  writeFileSync(file, text.replace("ADDRESS", address).replace("FOLDER", folder));
  return file;
}

async function start(peer: string, port: number): Promise<ChildProcess> {
  const [program, ...args] = PEERS[peer]!(`127.0.0.1:${port}`);
  const server = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  const deadline = performance.now() + 10_000;
  while (!(await accepts(port))) {
    if (performance.now() > deadline) throw new Error(`${peer} does not listen`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return server;
}

/** By the polite signal: nginx takes its worker along. */
function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGTERM");
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** CPU seconds of a process and its children, user and system. */
function cpuSeconds(pid: number): number {
  const children = execFileSync("sh", ["-c", `pgrep -P ${pid} || true`], { encoding: "utf8" }).split("\n").filter((line) => line !== "");
  return [String(pid), ...children].reduce((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}

function load(port: number, seconds: number, path: string, args: readonly string[]): number {
  const output = execFileSync("wrk", ["-t1", "-c64", `-d${seconds}s`, ...args, `http://127.0.0.1:${port}${path}`], { encoding: "utf8" });
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(output);
  return Number(/(\d+) requests in/.exec(output)?.[1]);
}

const [rounds = "3", seconds = "3", ...chosen] = process.argv.slice(2);
const peers = chosen.length === 0 ? Object.keys(PEERS) : chosen;
const best = new Map<string, Measure>();
let port = 18_400;
for (let round = 0; round < Number(rounds); round++) {
  for (const peer of peers) {
    const server = await start(peer, ++port);
    for (const { name, path, args } of LOADS) {
      load(port, 1, path, args);
      const before = cpuSeconds(server.pid!);
      const answered = load(port, Number(seconds), path, args);
      const measure = { perSecond: answered / Number(seconds), cpuMicros: ((cpuSeconds(server.pid!) - before) * 1e6) / answered };
      const key = `${name} ${peer}`;
      const known = best.get(key);
      if (known === undefined || measure.cpuMicros < known.cpuMicros) best.set(key, measure);
    }
    await stop(server);
  }
}
for (const { name } of LOADS) {
  console.log(`\n${name.padEnd(12)} ${"requests/s".padStart(11)} ${"CPU µs/request".padStart(15)}`);
  for (const peer of peers) {
    const { perSecond, cpuMicros } = best.get(`${name} ${peer}`)!;
    console.log(`${peer.padEnd(12)} ${perSecond.toFixed(0).padStart(11)} ${cpuMicros.toFixed(2).padStart(15)}`);
  }
}
process.exit();
