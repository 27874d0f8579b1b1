import { randomBytes } from "node:crypto";
import { constants, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { ZstdFrames } from "./zstd-frames.ts";

const skippable = Buffer.concat([Buffer.from([0x53, 0x2a, 0x4d, 0x18, 5, 0, 0, 0]), Buffer.from("hello")]);
const withChecksum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const frames: Readonly<Record<string, Buffer>> = {
  empty: zstdCompressSync(Buffer.alloc(0)),
  text: zstdCompressSync(Buffer.from("hello ".repeat(50))),
  "one byte repeated": zstdCompressSync(Buffer.alloc(300_000, 7)),
  incompressible: zstdCompressSync(randomBytes(3000)),
  "with a checksum": zstdCompressSync(Buffer.from("checked"), withChecksum),
  "several blocks": zstdCompressSync(randomBytes(300_000)),
  skippable,
};

test.each(Object.entries(frames))("a frame is complete at its end only: %s", (_, frame) => {
  const step = Math.max(1, Math.floor(frame.length / 500));
  for (let end = 1; end < frame.length; end += step) {
    const cut = new ZstdFrames();
    cut.add(frame.subarray(0, end));
    expect(cut.isComplete, `${end} of ${frame.length}`).toBe(false);
  }
  const whole = new ZstdFrames();
  whole.add(frame);
  expect(whole.isComplete).toBe(true);
});

test("several frames, in pieces of any size", () => {
  const all = Buffer.concat(Object.values(frames));
  for (const size of [1, 2, 3, 7, 1000, all.length]) {
    const found = new ZstdFrames();
    for (let at = 0; at < all.length; at += size) found.add(all.subarray(at, at + size));
    expect(found.isComplete, `${size}`).toBe(true);
    found.add(frames["text"]!.subarray(0, 5));
    expect(found.isComplete).toBe(false);
  }
});

test("what is no frame is left to the decoder", () => {
  const other = new ZstdFrames();
  other.add(Buffer.from("no frame at all"));
  expect(other.isComplete).toBe(true);
  expect(new ZstdFrames().isComplete).toBe(true);
});
