// Serves four routes with every peer and loads them with wrk: with 64 and with 512 connections, and
// with sixteen requests per write. Prints requests per second, CPU time of the server per request, and
// how busy the server was (below 100 %, wrk was the limit), in the round with the least CPU time. The
// peers take turns. Needs wrk and nginx (Debian), and `npm ci` in this folder.
//
//     node bench/http/run.ts [ROUNDS] [SECONDS] [PEER...]
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stdPeer } from "./std-peer.ts";

const HERE = import.meta.dirname;
const PEERS: Readonly<Record<string, (address: string) => readonly [string, ...string[]]>> = {
  stdlang: (address) => stdPeer("server.std", address),
  node: (address) => [process.execPath, join(HERE, "peers", "node.mjs"), address],
  fastify: (address) => [process.execPath, join(HERE, "peers", "fastify.mjs"), address],
  bun: (address) => [join(HERE, "node_modules", ".bin", "bun"), join(HERE, "peers", "bun.mjs"), address],
  deno: (address) => [
    join(HERE, "node_modules", ".bin", "deno"),
    "run",
    "--allow-net",
    join(HERE, "peers", "deno.mjs"),
    address,
  ],
  nginx: (address) => ["nginx", "-p", tmpdir(), "-c", nginxConfig(address)],
};
const ITEM = '{"id":7,"name":"a cup of tea","price":3.25,"tags":["hot","green","small"]}';

interface Route {
  readonly name: string;
  readonly path: string;
  readonly body: string | null;
  readonly answer: string;
}

const ROUTES: readonly Route[] = [
  { name: "hello", path: "/hello", body: null, answer: "hello, world" },
  { name: "JSON encode", path: "/json/7", body: null, answer: '{"message":"hello","number":7}' },
  { name: "JSON echo with typed decode and encode", path: "/items", body: ITEM, answer: ITEM },
  {
    name: "params and query",
    path: "/users/ada/posts/42?color=green&page=2",
    body: null,
    answer: "ada 42 green 2",
  },
];
const SHAPES = [
  { name: "64 connections", connections: 64, depth: 1 },
  { name: "512 connections", connections: 512, depth: 1 },
  { name: "64 connections, 16 requests per write", connections: 64, depth: 16 },
] as const;
/** nginx cannot decode a body. */
const serves = (peer: string, route: Route): boolean => peer !== "nginx" || route.body === null;
const TICKS_PER_SECOND = 100;

interface Measure {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly busy: number;
}

function nginxConfig(address: string): string {
  const folder = mkdtempSync(join(tmpdir(), "stdlang-nginx-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "nginx.conf");
  const text = readFileSync(join(HERE, "peers", "nginx.conf"), "utf8");
  // The pid file must be in this folder: nginx removes its path when it stops.
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

/** SIGTERM, so that nginx also ends its worker. */
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

async function expectAnswer(peer: string, port: number, route: Route): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const init = route.body === null ? {} : { method: "POST", body: route.body, headers };
  const answer = await (await fetch(`http://127.0.0.1:${port}${route.path}`, init)).text();
  if (answer !== route.answer) throw new Error(`${peer} answers ${route.path} with ${answer}`);
}

/** CPU seconds of a process and its children, user and system. */
function cpuSeconds(pid: number): number {
  const children = execFileSync("sh", ["-c", `pgrep -P ${pid} || true`], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");
  return [String(pid), ...children].reduce((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}

/** The number of requests that were answered. */
function load(port: number, seconds: number, route: Route, connections: number, depth: number): number {
  const args = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "-s",
    join(HERE, "load.lua"),
    `http://127.0.0.1:${port}${route.path}`,
  ];
  const output = execFileSync(
    "wrk",
    [...args, "--", String(depth), ...(route.body === null ? [] : [route.body])],
    { encoding: "utf8" },
  );
  // Late answers on a busy machine are not errors.
  if (/Non-2xx|(?:connect|read|write) [1-9]/.test(output)) throw new Error(output);
  return Number(/(\d+) requests in/.exec(output)?.[1]);
}

const [rounds = "3", seconds = "3", ...chosen] = process.argv.slice(2);
const peers = chosen.length === 0 ? Object.keys(PEERS) : chosen;
const best = new Map<string, Measure>();
let port = 18_400;
for (let round = 0; round < Number(rounds); round++) {
  for (const route of ROUTES) {
    for (const peer of peers) {
      if (!serves(peer, route)) continue;
      const server = await start(peer, ++port);
      try {
        await expectAnswer(peer, port, route);
        load(port, 1, route, 64, 1);
        for (const shape of SHAPES) {
          const before = cpuSeconds(server.pid!);
          const answered = load(port, Number(seconds), route, shape.connections, shape.depth);
          const cpu = cpuSeconds(server.pid!) - before;
          const measure = {
            perSecond: answered / Number(seconds),
            cpuMicros: (cpu * 1e6) / answered,
            busy: cpu / Number(seconds),
          };
          const key = `${route.name}, ${shape.name}, ${peer}`;
          const known = best.get(key);
          if (known === undefined || measure.cpuMicros < known.cpuMicros) best.set(key, measure);
        }
      } finally {
        await stop(server);
      }
    }
  }
}
for (const route of ROUTES) {
  for (const shape of SHAPES) {
    console.log(`\n${route.name}, ${shape.name}`);
    console.log(
      `${"".padEnd(12)} ${"requests/s".padStart(11)} ${"CPU µs/request".padStart(15)} ${"busy".padStart(6)}`,
    );
    for (const peer of peers.filter((one) => serves(one, route))) {
      const { perSecond, cpuMicros, busy } = best.get(`${route.name}, ${shape.name}, ${peer}`)!;
      console.log(
        `${peer.padEnd(12)} ${perSecond.toFixed(0).padStart(11)} ${cpuMicros.toFixed(2).padStart(15)} ${`${(busy * 100).toFixed(0)} %`.padStart(6)}`,
      );
    }
  }
}
process.exit();
