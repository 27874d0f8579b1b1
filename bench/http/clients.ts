// Requests a short string from nginx with every client, with one request in flight and with 64. Prints
// requests per second and CPU time of the client per request, in the best round. The clients take turns.
// Needs nginx (Debian), and `npm ci` in this folder.
//
//     node bench/http/clients.ts [ROUNDS] [REQUESTS] [CLIENT...]
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HERE = import.meta.dirname;
const STD = join(HERE, "..", "..", "dist", "interpreter", "cli", "std.js");
const BUN = join(HERE, "node_modules", ".bin", "bun");
const program = (name: string): string => join(HERE, "clients", name);
const CLIENTS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  stdlang: [process.execPath, STD, "run", program("client.std")],
  undici: [process.execPath, program("undici.mjs")],
  "node agent": [process.execPath, program("node.mjs")],
  "node fetch": [process.execPath, program("fetch.mjs")],
  "bun fetch": [BUN, program("fetch.mjs")],
};
const LOADS = [
  { name: "one after the other", workers: 1 },
  { name: "64 at once", workers: 64 },
] as const;
const TICKS_PER_SECOND = 100;
const PORT = 18_790;

interface Measure {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** CPU seconds of a process, user and system. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Runs a client, which prints `start` and `end` around the measured part. */
function measure(client: string, workers: number, requests: number): Promise<Measure> {
  const [command, ...args] = CLIENTS[client]!;
  const child = spawn(
    command,
    [...args, `http://127.0.0.1:${PORT}/hello`, String(workers), String(requests)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  return new Promise((resolve, reject) => {
    let start = { time: 0, cpu: 0 };
    let result: Measure | null = null;
    child.stdout.on("data", (bytes: Buffer) => {
      const now = { time: performance.now(), cpu: cpuSeconds(child.pid!) };
      if (String(bytes).includes("start")) start = now;
      // The pause after `start` is not part of the work.
      else
        result = {
          perSecond: (requests * 1000) / (now.time - start.time - 50),
          cpuMicros: ((now.cpu - start.cpu) * 1e6) / requests,
        };
    });
    child.on("close", () => (result === null ? reject(new Error(`${client} has failed`)) : resolve(result)));
  });
}

async function listening(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(PORT, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx does not listen");
}

const [rounds = "3", requests = "64000", ...chosen] = process.argv.slice(2);
const clients = chosen.length === 0 ? Object.keys(CLIENTS) : chosen;
const folder = mkdtempSync(join(tmpdir(), "stdlang-nginx-"));
const config = readFileSync(join(HERE, "peers", "nginx.conf"), "utf8")
  .replace("FOLDER", folder)
  .replace("ADDRESS", `127.0.0.1:${PORT}`);
writeFileSync(join(folder, "nginx.conf"), config);
const nginx = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "inherit" });
try {
  await listening();
  for (const { name, workers } of LOADS) {
    const best = new Map<string, Measure>();
    for (let round = 0; round < Number(rounds); round++) {
      for (const client of clients) {
        const one = await measure(client, workers, Number(requests));
        const known = best.get(client);
        if (known === undefined || one.cpuMicros < known.cpuMicros) best.set(client, one);
      }
    }
    console.log(`\n${name.padEnd(20)} ${"requests/s".padStart(11)} ${"CPU µs/request".padStart(15)}`);
    for (const [client, { perSecond, cpuMicros }] of best) {
      console.log(
        `${client.padEnd(20)} ${perSecond.toFixed(0).padStart(11)} ${cpuMicros.toFixed(2).padStart(15)}`,
      );
    }
  }
} finally {
  nginx.kill();
  await new Promise((resolve) => nginx.once("close", resolve));
  rmSync(folder, { recursive: true });
}
