// Compares the server of this clone with that of another build: both take turns, with sixteen requests per
// write on four connections. Prints the CPU time of the server per request, and the ratio of each pair.
//
//     node bench/http/pairs.ts OTHER_STD_JS [ROUNDS] [ROUTE...]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { listening, microsPerRequest, quantile } from "./pipelined.ts";
import { stdPeer } from "./std-peer.ts";

const ITEM = '{"id":7,"name":"a cup of tea","price":3.25,"tags":["hot","green","small"]}';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const ROUTES: Readonly<Record<string, readonly [request: string, answer: string]>> = {
  hello: [get("/hello"), "hello, world"],
  json: [get("/json/7"), '{"message":"hello","number":7}'],
  echo: [
    `POST /items HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${ITEM.length}\r\n\r\n${ITEM}`,
    ITEM,
  ],
  params: [get("/users/ada/posts/42?color=green&page=2"), "ada 42 green 2"],
};
const OWN = join(import.meta.dirname, "..", "..", "dist", "interpreter", "cli", "std.js");
/** Per connection. */
const WARM_UP = 3_200;
const MEASURED = 60_000;

let port = 20_000 + (process.pid % 20_000);

/** Microseconds of CPU time per request. */
async function measure(std: string, [request, answer]: readonly [string, string]): Promise<number> {
  const address = `127.0.0.1:${++port}`;
  const [node, , ...words] = stdPeer("server.std", address);
  const server = spawn(node, [std, ...words], { stdio: "ignore" });
  try {
    await listening(port, std);
    const load = { port, request, end: `\r\n\r\n${answer}` };
    await microsPerRequest(server.pid!, { ...load, requests: WARM_UP });
    return await microsPerRequest(server.pid!, { ...load, requests: MEASURED });
  } finally {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
}

const [other, rounds = "7", ...chosen] = process.argv.slice(2);
if (other === undefined) throw new Error("node bench/http/pairs.ts OTHER_STD_JS [ROUNDS] [ROUTE...]");
const median = (values: readonly number[]): number => quantile(values, 0.5);
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
