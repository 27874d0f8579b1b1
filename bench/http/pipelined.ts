// What comparisons of servers share: requests that are sent sixteen per write on four connections, and the CPU time
// that a server takes for each. Needs Linux.
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

const CONNECTIONS = 4;
export const PER_WRITE = 16;

export interface Load {
  readonly port: number;
  readonly request: string;
  /** The end of each answer, which nothing before it contains. */
  readonly end: string;
  /** Per connection, a multiple of `PER_WRITE`. */
  readonly requests: number;
}

/** Microseconds of CPU time of the process `pid` for each request. */
export async function microsPerRequest(pid: number, load: Load): Promise<number> {
  const before = cpuMicros(pid);
  await Promise.all(Array.from({ length: CONNECTIONS }, () => send(load)));
  return (cpuMicros(pid) - before) / (CONNECTIONS * load.requests);
}

/** Of all threads; exact, unlike the ticks of /proc/PID/stat. */
function cpuMicros(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const nanos = readdirSync(tasks).map((id) =>
    Number(readFileSync(join(tasks, id, "schedstat"), "latin1").split(" ")[0]),
  );
  return nanos.reduce((sum, each) => sum + each, 0) / 1000;
}

/** Sends the next requests when the answers to those before are there. */
function send({ port, request, end, requests }: Load): Promise<void> {
  return new Promise((resolve, reject) => {
    const batch = request.repeat(PER_WRITE);
    const socket = connect(port, "127.0.0.1").setEncoding("latin1").once("error", reject);
    let [unread, left] = ["", requests];
    socket.on("data", (text: string) => {
      unread += text;
      if (unread.split(end).length <= PER_WRITE) {
        if (/^HTTP\/1.1 [345]/m.test(unread)) reject(new Error(unread.slice(0, 500)));
        return;
      }
      unread = "";
      left -= PER_WRITE;
      if (left > 0) socket.write(batch);
      else resolve(void socket.destroy());
    });
    socket.write(batch);
  });
}

/** Waits until a server listens. @throws Error after 20 seconds */
export async function listening(port: number, name: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await accepts(port))) {
    if (performance.now() > deadline) throw new Error(`${name} does not listen`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false)).once("connect", () => resolve(true));
    socket.once("connect", () => socket.destroy());
  });
}

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))]!;
