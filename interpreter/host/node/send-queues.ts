// The bytes written to TCP sockets that the system still holds because their peers have not taken them. Node
// does not report them; Linux does in /proc/net. On other systems they are unknown.
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { SendQueues } from "../index.ts";

/** A snapshot of all sockets, taken by the first call of `of`. */
export class ProcSendQueues implements SendQueues {
  private queues: Map<string, number> | null = null;

  /** The bytes that the peer has not taken yet; null if the system does not report them. */
  of(socket: Socket): number | null {
    const { localAddress, localPort, remoteAddress, remotePort } = socket;
    if (
      localAddress === undefined ||
      localPort === undefined ||
      remoteAddress === undefined ||
      remotePort === undefined
    )
      return null;
    this.queues ??= readQueues();
    return (
      this.queues.get(`${hexEndpoint(localAddress, localPort)} ${hexEndpoint(remoteAddress, remotePort)}`) ??
      null
    );
  }
}

/** The columns of a line: number, local and remote end, state, `send:receive` queue, … all in hexadecimal. */
const LINE = /^ *\d+: ([0-9A-F]+:[0-9A-F]{4}) ([0-9A-F]+:[0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]+):/gm;

function readQueues(): Map<string, number> {
  const queues = new Map<string, number>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const [, local, remote, size] of readTable(table).matchAll(LINE))
      queues.set(`${local} ${remote}`, parseInt(size!, 16));
  }
  return queues;
}

function readTable(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** An endpoint as in these tables: words of four bytes in the byte order of the machine, and the port. */
function hexEndpoint(address: string, port: number): string {
  const bytes = address.includes(":") ? ipv6Bytes(address) : address.split(".").map(Number);
  const words: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) words.push(hex(wordOf(bytes.slice(at, at + 4)), 8));
  return `${words.join("")}:${hex(port, 4)}`;
}

function wordOf(bytes: readonly number[]): number {
  return new Uint32Array(Uint8Array.from(bytes).buffer)[0]!;
}

function ipv6Bytes(address: string): number[] {
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const before = groupBytes(head);
  const after = groupBytes(tail ?? "");
  return [...before, ...new Array<number>(16 - before.length - after.length).fill(0), ...after];
}

function groupBytes(groups: string): number[] {
  if (groups === "") return [];
  return groups.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
