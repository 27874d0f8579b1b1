// Measures what a wrapper, the metrics of std/web and a mounted server add to the CPU time of a request. Two
// servers run at once and are loaded in turns, 16 requests per write, so that other work on the machine meets
// both. Needs Linux.
//
//     node bench/http/layers.ts [PAIRS]
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

const STD = join(import.meta.dirname, "../../dist/interpreter/cli/std.js");
const PAIRS = Number(process.argv[2] ?? 40);
const CONNECTIONS = 4;
const PER_WRITE = 16;
/** Per connection. */
const REQUESTS = 12_000;
const WARM_UP = 4;
const BATCH = "GET /items/7 HTTP/1.1\r\nHost: x\r\n\r\n".repeat(PER_WRITE);
const END_OF_ANSWER = "\r\n\r\nx";

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

async function start(kind: string): Promise<Server> {
  const script = join(import.meta.dirname, "peers", "layers.std");
  const child = spawn(process.execPath, [STD, "run", script, kind], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, port: Number(line.split(":").at(-1)) };
}

/** Nanoseconds of all threads. */
function cpuTime({ child }: Server): number {
  const tasks = `/proc/${child.pid}/task`;
  return readdirSync(tasks).reduce(
    (sum, task) => sum + Number(readFileSync(join(tasks, task, "schedstat"), "utf8").split(" ")[0]),
    0,
  );
}

/** Sends the next requests when the answers to those before are there. */
function load(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1").once("error", reject);
    let [unread, left] = ["", REQUESTS];
    socket.on("data", (text: string) => {
      unread += text;
      if (unread.split(END_OF_ANSWER).length <= PER_WRITE) return;
      unread = "";
      left -= PER_WRITE;
      if (left > 0) socket.write(BATCH);
      else resolve(void socket.destroy());
    });
    socket.write(BATCH);
  });
}

/** Returns the CPU microseconds per request. */
async function measured(server: Server): Promise<number> {
  const before = cpuTime(server);
  await Promise.all(Array.from({ length: CONNECTIONS }, () => load(server.port)));
  return (cpuTime(server) - before) / 1000 / (CONNECTIONS * REQUESTS);
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))]!;

/** Prints a row: the medians, and the median and the quartiles of the differences within pairs. */
async function compare(title: string, first: Server, second: Server): Promise<void> {
  const pairs: [number, number][] = [];
  for (let i = -WARM_UP; i < PAIRS; i++) {
    // The one that runs second takes turns.
    const early = i % 2 === 0 ? await measured(first) : null;
    const b = await measured(second);
    const a = early ?? (await measured(first));
    if (i >= 0) pairs.push([a, b]);
  }
  const differences = pairs.map(([a, b]) => b - a);
  const ratios = pairs.map(([a, b]) => b / a);
  const shown = [
    quantile(
      pairs.map(([a]) => a),
      0.5,
    ),
    quantile(
      pairs.map(([, b]) => b),
      0.5,
    ),
    ...[0.25, 0.5, 0.75].map((part) => quantile(differences, part)),
    quantile(ratios, 0.5),
  ];
  console.log(`| ${title} | ${shown.map((value) => value.toFixed(2)).join(" | ")} |`);
}

const ROWS: readonly (readonly [title: string, first: string, second: string])[] = [
  ["a wrapper, above a plain route", "plain", "wrapper"],
  ["metrics, above a wrapper", "wrapper", "metrics"],
  ["a mounted server, above a plain route", "plain", "mount"],
];

console.log("| CPU µs per request | first | second | quartile | median | quartile | ratio |");
console.log("|---|---:|---:|---:|---:|---:|---:|");
for (const [title, first, second] of ROWS) {
  const servers = [await start(first), await start(second)] as const;
  await compare(title, ...servers);
  for (const { child } of servers) child.kill("SIGKILL");
}
