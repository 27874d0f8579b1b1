// Sends messages to WebSocket servers that echo them, and prints how many each sends back per second of its
// CPU time, in the best round. The client is one process with raw sockets and prepared frames, so that it is
// faster than all servers. `bare` only reads and writes: no server on Node can be cheaper. The peers take
// turns. Needs `npm ci` in this folder.
//
//     node bench/http/sockets.ts [ROUNDS] [SECONDS] [PEER...]
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { stdPeer } from "./std-peer.ts";

const HERE = import.meta.dirname;
const PEERS: Readonly<Record<string, (address: string) => readonly [string, ...string[]]>> = {
  stdlang: (address) => stdPeer("echo.std", address),
  bare: (address) => [process.execPath, join(HERE, "peers", "bare.mjs"), address],
  ws: (address) => [process.execPath, join(HERE, "peers", "ws.mjs"), address],
  bun: (address) => [
    join(HERE, "node_modules", ".bin", "bun"),
    join(HERE, "peers", "bun-sockets.mjs"),
    address,
  ],
};
const TEXT = 0x81;
const BINARY = 0x82;
const SHAPES = [
  { name: "16 bytes of text, one at a time", bytes: 16, opcode: TEXT, depth: 1 },
  { name: "16 bytes of text, 16 per write", bytes: 16, opcode: TEXT, depth: 16 },
  { name: "1 KB of text, one at a time", bytes: 1_024, opcode: TEXT, depth: 1 },
  { name: "64 KB binary, one at a time", bytes: 65_536, opcode: BINARY, depth: 1 },
] as const;
const CONNECTIONS = 64;
const TICKS_PER_SECOND = 100;
const KEY = "dGhlIHNhbXBsZSBub25jZQ==";

type Shape = (typeof SHAPES)[number];

const [rounds = 3, seconds = 4] = process.argv.slice(2, 4).map(Number);
const names = process.argv.length > 4 ? process.argv.slice(4) : Object.keys(PEERS);
let nextPort = 20_000 + (process.pid % 10_000);

async function measure(name: string, shape: Shape): Promise<{ perCpuSecond: number; perSecond: number }> {
  const port = nextPort++;
  const [program, ...args] = PEERS[name]!(`127.0.0.1:${port}`);
  const server = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  try {
    await reachable(port, name);
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => Client.open(port, shape)));
    await run(clients, 1);
    const cpu = cpuSeconds(server);
    const count = await run(clients, seconds);
    const used = cpuSeconds(server) - cpu;
    for (const client of clients) client.close();
    return { perCpuSecond: count / used, perSecond: count / seconds };
  } finally {
    server.kill("SIGKILL");
  }
}

/** The number of messages that the server returns within some seconds. */
async function run(clients: readonly Client[], duration: number): Promise<number> {
  const before = clients.reduce((sum, client) => sum + client.echoed, 0);
  for (const client of clients) client.go();
  await new Promise((resolve) => setTimeout(resolve, duration * 1000));
  return clients.reduce((sum, client) => sum + client.echoed, 0) - before;
}

class Client {
  echoed = 0;
  private readonly socket: Socket;
  private readonly request: Buffer;
  private readonly answerBytes: number;
  private readonly depth: number;
  private arrived = 0;
  private going = false;

  private constructor(socket: Socket, shape: Shape) {
    this.socket = socket;
    this.depth = shape.depth;
    const payload = Buffer.alloc(shape.bytes, "echo me! ");
    const mask = [0x37, 0xfa, 0x21, 0x3d];
    const masked = payload.map((byte, i) => byte ^ mask[i & 3]!);
    this.request = Buffer.concat(
      Array.from({ length: shape.depth }, () =>
        Buffer.from([...head(shape.opcode, 0x80, shape.bytes), ...mask, ...masked]),
      ),
    );
    this.answerBytes = (head(shape.opcode, 0, shape.bytes).length + shape.bytes) * shape.depth;
  }

  static open(port: number, shape: Shape): Promise<Client> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      const client = new Client(socket, shape);
      let answer = "";
      socket.once("error", reject);
      socket.on("data", (bytes: Buffer) => {
        if (answer.endsWith("\r\n\r\n")) client.received(bytes);
        else {
          answer += bytes.toString("latin1");
          if (!answer.endsWith("\r\n\r\n")) return;
          if (answer.startsWith("HTTP/1.1 101")) resolve(client);
          else reject(new Error(answer));
        }
      });
      socket.write(
        `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n\r\n`,
      );
    });
  }

  go(): void {
    if (this.going) return;
    this.going = true;
    this.socket.write(this.request);
  }

  private received(bytes: Buffer): void {
    this.arrived += bytes.length;
    if (this.arrived > this.answerBytes) throw new Error("more came back than was sent");
    if (this.arrived < this.answerBytes) return;
    this.arrived = 0;
    this.echoed += this.depth;
    this.socket.write(this.request);
  }

  close(): void {
    this.socket
      .removeAllListeners("error")
      .on("error", () => {})
      .destroy();
  }
}

function head(opcode: number, mask: number, length: number): number[] {
  if (length < 126) return [opcode, mask | length];
  return length < 65_536
    ? [opcode, mask | 126, length >> 8, length & 0xff]
    : [
        opcode,
        mask | 127,
        0,
        0,
        0,
        0,
        length >>> 24,
        (length >> 16) & 0xff,
        (length >> 8) & 0xff,
        length & 0xff,
      ];
}

function cpuSeconds(server: ChildProcess): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "latin1")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function reachable(port: number, name: string): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; ) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1")
        .once("connect", () => resolve(true))
        .once("error", () => resolve(false));
      socket.once("close", () => {}).setTimeout(500, () => socket.destroy());
      socket.once("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} does not listen`);
}

for (const shape of SHAPES) {
  const best = new Map<string, { readonly perCpuSecond: number; readonly perSecond: number }>();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const measured = await measure(name, shape);
      if (measured.perCpuSecond > (best.get(name)?.perCpuSecond ?? 0)) best.set(name, measured);
    }
  }
  console.log(`\n${shape.name}`);
  for (const [name, { perCpuSecond, perSecond }] of best) {
    console.log(
      `  ${name.padEnd(8)} ${Math.round(perCpuSecond).toLocaleString("en").padStart(10)} per CPU second, ${Math.round(perSecond).toLocaleString("en").padStart(9)} per second`,
    );
  }
}
