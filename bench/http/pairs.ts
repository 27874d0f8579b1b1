// Compares the server of this clone with that of another build: both take turns, with sixteen requests per
// write on four connections. Prints the CPU time of the server per request, and the ratio of each pair.
//
//     node bench/http/pairs.ts OTHER_STD_JS [ROUNDS] [ROUTE...]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { stdPeer } from "./std-peer.ts";

const ITEM = '{"id":7,"name":"a cup of tea","price":3.25,"tags":["hot","green","small"]}';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const ROUTES: Readonly<Record<string, string>> = {
  hello: get("/hello"),
  json: get("/json/7"),
  echo: `POST /items HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${ITEM.length}\r\n\r\n${ITEM}`,
  params: get("/users/ada/posts/42?color=green&page=2"),
};
const OWN = join(import.meta.dirname, "..", "..", "dist", "interpreter", "cli", "std.js");
const CONNECTIONS = 4;
const PER_WRITE = 16;
const WARMING = 8_000;
const MEASURED = 60_000;

let port = 20_000 + (process.pid % 20_000);

/** Microseconds of CPU time per request. */
async function measure(std: string, request: string): Promise<number> {
  const address = `127.0.0.1:${++port}`;
  const [node, , ...words] = stdPeer("server.std", address);
  const server = spawn(node, [std, ...words], { stdio: "ignore" });
  try {
    while (!(await accepts(port))) await new Promise((resume) => setTimeout(resume, 20));
    await send(request, WARMING);
    const before = cpuMicros(server.pid!);
    await Promise.all(Array.from({ length: CONNECTIONS }, () => send(request, MEASURED)));
    return (cpuMicros(server.pid!) - before) / (CONNECTIONS * MEASURED);
  } finally {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
}

/** Of all threads; exact, unlike the ticks of /proc/PID/stat. */
function cpuMicros(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const nanos = readdirSync(tasks).map((id) =>
    Number(readFileSync(join(tasks, id, "schedstat"), "latin1").split(" ")[0]),
  );
  return nanos.reduce((sum, each) => sum + each, 0) / 1000;
}

function accepts(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

function send(request: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const batch = request.repeat(PER_WRITE);
    let left = count;
    let answered = 0;
    socket.on("error", reject);
    socket.on("data", (data) => {
      answered += data.toString("latin1").split("HTTP/1.1 ").length - 1;
      if (answered < PER_WRITE) return;
      answered -= PER_WRITE;
      left -= PER_WRITE;
      if (left > 0) socket.write(batch);
      else {
        socket.destroy();
        resolve();
      }
    });
    socket.write(batch);
  });
}

const [other, rounds = "7", ...chosen] = process.argv.slice(2);
if (other === undefined) throw new Error("node bench/http/pairs.ts OTHER_STD_JS [ROUNDS] [ROUTE...]");
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const mean = (ratios: readonly number[]): number =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

const all: number[] = [];
for (const [name, request] of Object.entries(ROUTES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const pairs: { readonly before: number; readonly now: number }[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    const first = await measure(round % 2 === 0 ? other : OWN, request);
    const second = await measure(round % 2 === 0 ? OWN : other, request);
    pairs.push(round % 2 === 0 ? { before: first, now: second } : { before: second, now: first });
  }
  const ratios = pairs.map(({ before, now }) => now / before);
  all.push(...ratios);
  console.log(
    `${name.padEnd(8)} other ${median(pairs.map(({ before }) => before)).toFixed(2)} µs, own ` +
      `${median(pairs.map(({ now }) => now)).toFixed(2)} µs; ratios ${Math.min(...ratios).toFixed(2)}, ` +
      `${median(ratios).toFixed(2)}, ${Math.max(...ratios).toFixed(2)}, mean ${mean(ratios).toFixed(3)}`,
  );
}
console.log(`mean of ${all.length} pairs ${mean(all).toFixed(3)}`);
