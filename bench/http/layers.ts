// Measures what a wrapper, the metrics of std/web and a mounted server add to the CPU time of a request. Two
// servers run at once and are loaded in turns, 16 requests per write, so that other work on the machine meets
// both. Needs Linux.
//
//     node bench/http/layers.ts [PAIRS]
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { microsPerRequest, quantile } from "./pipelined.ts";

const STD = join(import.meta.dirname, "../../dist/interpreter/cli/std.js");
const PAIRS = Number(process.argv[2] ?? 40);
/** Per connection. */
const REQUESTS = 12_000;
const WARM_UP = 4;
const REQUEST = "GET /items/7 HTTP/1.1\r\nHost: x\r\n\r\n";

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

function measured({ child, port }: Server): Promise<number> {
  return microsPerRequest(child.pid!, { port, request: REQUEST, end: "\r\n\r\nx", requests: REQUESTS });
}

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
