// A peer over a wire simulated by the test.
import { afterEach, expect, it, vi } from "vitest";
import { nodeSystem } from "../../../interpreter/host/node/index.ts";
import { testRuntime } from "../testing/test-runtime.ts";
import { frameHead, PING, PONG, TEXT_FRAME } from "./frames.ts";
import { Peer, type Wire } from "./peer.ts";

class PlayedWire implements Wire {
  full = false;
  readonly sent: string[] = [];
  add(head: string, payload: string): void {
    this.sent.push(`${head.charCodeAt(0) & 15} ${payload}`);
  }
  flow(): void {}
  finish(): void {}
  isCut = false;
  cut(): void {
    this.isCut = true;
  }
  hurry(): void {}
}

afterEach(() => void vi.useRealTimers());

it("drops a side that is silent, and keeps one whose messages wait for the program", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { runtime } = testRuntime();
  Object.assign(runtime.host.system, { compression: nodeSystem.compression });
  const wire = new PlayedWire();
  const peer = new Peer(runtime, wire, { isClient: false, deflates: false, windowBits: 15 });
  const later = (): boolean => {
    vi.advanceTimersByTime(30_000);
    peer.expired();
    return wire.isCut;
  };
  const message = `${frameHead(TEXT_FRAME, 1, false, "\0\0\0\0")}x`;
  while (!peer.full) peer.received(message);
  // Its pongs wait behind the messages.
  expect([later(), later(), later(), later()]).toEqual([false, false, false, false]);
  peer.recv();
  expect(peer.full).toBe(false);
  expect([later(), later()]).toEqual([false, true]);
});

it("answers only the last ping while the other side does not read the answers", () => {
  const { runtime } = testRuntime();
  Object.assign(runtime.host.system, { compression: nodeSystem.compression });
  const wire = new PlayedWire();
  const peer = new Peer(runtime, wire, { isClient: false, deflates: false, windowBits: 15 });
  const ping = (text: string): void => peer.received(frameHead(PING, text.length, false, "\0\0\0\0") + text);
  ping("a");
  wire.full = true;
  for (let i = 0; i < 1_000; i++) ping(`b${i}`);
  expect(wire.sent).toEqual([`${PONG} a`]);
  peer.released();
  expect(wire.sent).toHaveLength(1);
  wire.full = false;
  peer.released();
  peer.released();
  ping("c");
  expect(wire.sent).toEqual([`${PONG} a`, `${PONG} b999`, `${PONG} c`]);
});
