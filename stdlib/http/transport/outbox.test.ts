// An outbox with sockets that take data immediately, and with sockets that hold it back.
import { expect, it } from "vitest";
import type { Socket } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import { Outbox } from "./outbox.ts";

/** Takes all data, but only after `take` while `holds` is set; data held back is read when it is taken. */
class KeepingSocket {
  holds = false;
  taken = "";
  /** The size of each write. */
  readonly writes: number[] = [];
  writableLength = 0;
  private kept: (string | Uint8Array)[] = [];
  private accept: (() => void) | null = null;

  write(data: string | Uint8Array, _encoding?: string, done?: () => void): void {
    if (done !== undefined) this.accept = done;
    else this.writes.push(data.length);
    this.kept.push(data);
    if (this.holds) this.writableLength += data.length;
    else this.take();
  }

  take(): void {
    this.writableLength = 0;
    for (const data of this.kept.splice(0))
      this.taken += typeof data === "string" ? data : Buffer.from(data).toString("latin1");
    const tell = this.accept;
    this.accept = null;
    tell?.();
  }
}

function outboxOf(socket: KeepingSocket): Outbox {
  return new Outbox(socket as unknown as Socket, () => {});
}

it("sends texts and bytes of all sizes in their order", () => {
  const socket = new KeepingSocket();
  const outbox = outboxOf(socket);
  let expected = "";
  for (const size of [1, 100, 16_383, 16_384, 65_536, 66_560, 200_000, 3]) {
    const head = `<${size}>`;
    const body = String.fromCharCode(200 + (size % 50)).repeat(size);
    outbox.add(head, body);
    outbox.addBytes(Buffer.from("bytes"));
    expected += `${head}${body}bytes`;
    if (size % 2 === 0) outbox.flush();
  }
  outbox.flush();
  expect(socket.taken === expected).toBe(true);
  expect(outbox.size).toBe(0);
});
it("writes a body of a slice together with its head", () => {
  const socket = new KeepingSocket();
  const outbox = outboxOf(socket);
  outbox.add("head", "x".repeat(LIMITS.writeSlice));
  outbox.flush();
  expect(socket.writes).toEqual([LIMITS.writeSlice + 4]);
});
it("does not overwrite data that a socket has not taken, whatever others send", () => {
  const slow = new KeepingSocket();
  const quick = new KeepingSocket();
  slow.holds = true;
  const [behind, other] = [outboxOf(slow), outboxOf(quick)];
  behind.add("", "s".repeat(100_000));
  behind.flush();
  expect(behind.blocked).toBe(true);
  for (let i = 0; i < 3; i++) {
    other.add("", "q".repeat(60_000));
    other.flush();
  }
  slow.holds = false;
  slow.take();
  expect(slow.taken === "s".repeat(100_000)).toBe(true);
  expect(quick.taken === "q".repeat(180_000)).toBe(true);
  // The buffer of a socket that has taken it is used again.
  other.add("", "r".repeat(60_000));
  other.flush();
  expect(quick.taken.endsWith(`q${"r".repeat(60_000)}`)).toBe(true);
});
