// Measures what a typed operation of std/api costs above the same route by hand, and other typed frameworks on the same
// operation: an id, an optional flag, a header and a body with two checks, 16 requests per write. The servers run at
// once and are loaded in turns, so that other work on the machine meets all. Needs Linux; `npm ci` in this folder
// installs Fastify and Hono; FastAPI and Huma are measured where PYTHON names a Python that has FastAPI and uvicorn, and
// HUMA the built program of peers/operations/huma.
//
//     node bench/http/operations.ts [ROUNDS]
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { listening, microsPerRequest, PER_WRITE, quantile } from "./pipelined.ts";

const PEERS_FOLDER = join(import.meta.dirname, "peers", "operations");
const STD = join(import.meta.dirname, "../../dist/interpreter/cli/std.js");
const ROUNDS = Number(process.argv[2] ?? 20);
/** Per connection; those of the slow peers are fewer. */
const REQUESTS = 12_000;
const WARM_UP = 3;
const BODY = '{"text":"a cup of tea","tags":["hot","green"]}';
const REQUEST = `PUT /notes/7?notify=true HTTP/1.1\r\nHost: x\r\nX-Tenant: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
const END_OF_ANSWER = `\r\n\r\n${BODY}`;

interface Peer {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly requests: number;
}

const std = (kind: string, port: number): readonly [string, ...string[]] => [
  process.execPath,
  STD,
  "run",
  join(PEERS_FOLDER, "operations.std"),
  kind,
  `127.0.0.1:${port}`,
];

function peersFrom(port: number): readonly (Peer & { readonly port: number })[] {
  const { PYTHON, HUMA } = process.env;
  const script = (name: string): string => join(PEERS_FOLDER, name);
  const all: readonly (readonly [string, (port: number) => readonly [string, ...string[]], number])[] = [
    ["std/http, by hand", (at) => std("hand", at), REQUESTS],
    ["std/api, typed", (at) => std("typed", at), REQUESTS],
    ["Fastify, schemas", (at) => [process.execPath, script("fastify.mjs"), `${at}`], REQUESTS / 4],
    ["Hono, zod-openapi", (at) => [process.execPath, script("hono.mjs"), `${at}`], REQUESTS / 4],
    ...(HUMA === undefined
      ? []
      : [["Huma", (at: number): readonly [string, ...string[]] => [HUMA, `${at}`], REQUESTS / 4] as const]),
    ...(PYTHON === undefined
      ? []
      : [
          [
            "FastAPI, uvicorn",
            (at: number): readonly [string, ...string[]] => [
              PYTHON,
              script("fastapi_operations.py"),
              `${at}`,
            ],
            REQUESTS / 16,
          ] as const,
        ]),
  ];
  return all.map(([name, command, requests], i) => ({
    name,
    command: command(port + i),
    requests: Math.floor(requests / PER_WRITE) * PER_WRITE,
    port: port + i,
  }));
}

async function started({ command, port, name }: Peer & { readonly port: number }): Promise<ChildProcess> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  await listening(port, name);
  return child;
}

const peers = peersFrom(18_700);
const children = await Promise.all(peers.map(started));
try {
  const times: number[][] = peers.map(() => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // The first one takes turns.
    const order = peers.map((_, i) => (round & 1 ? peers.length - 1 - i : i));
    for (const i of order) {
      const { port, requests } = peers[i]!;
      const load = { port, request: REQUEST, end: END_OF_ANSWER, requests };
      const micros = await microsPerRequest(children[i]!.pid!, load);
      if (round >= 0) times[i]!.push(micros);
    }
  }
  console.log("| CPU µs per request | quartile | median | quartile |\n|---|---:|---:|---:|");
  const row = (name: string, values: readonly number[]): void =>
    console.log(
      `| ${name} | ${[0.25, 0.5, 0.75].map((part) => quantile(values, part).toFixed(2)).join(" | ")} |`,
    );
  peers.forEach(({ name }, i) => row(name, times[i]!));
  row(
    "typed above by hand, in pairs",
    times[1]!.map((typed, i) => typed - times[0]![i]!),
  );
} finally {
  for (const child of children) child.kill("SIGKILL");
}
