import { expect, test } from "vitest";
import { keyedSum } from "./keyed-sum.ts";

const secret = Uint8Array.from({ length: 8 }, (_, i) => i);
const sumOf = (length: number): string => {
  const [low, high] = keyedSum(
    Uint8Array.from({ length }, (_, i) => i),
    secret,
  );
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(low, 0);
  bytes.writeUInt32LE(high, 4);
  return bytes.toString("hex");
};

test("the vectors of the reference implementation", () => {
  expect([sumOf(0), sumOf(1), sumOf(2)]).toEqual([
    "218d1f59b9b83cc8",
    "be552412f8387315",
    "064f39ef7c50eb57",
  ]);
  expect(new Set(Array.from({ length: 64 }, (_, i) => sumOf(i))).size).toBe(64);
});

test("every bit of the bytes and the secret changes the sum", () => {
  const bytes = Uint8Array.from({ length: 13 }, (_, i) => 7 * i);
  const sums = new Set([keyedSum(bytes, secret).join()]);
  for (let bit = 0; bit < 8 * 13; bit++) {
    const other = bytes.slice();
    other[bit >> 3]! ^= 1 << (bit & 7);
    sums.add(keyedSum(other, secret).join());
  }
  for (let bit = 0; bit < 64; bit++) {
    const other = secret.slice();
    other[bit >> 3]! ^= 1 << (bit & 7);
    sums.add(keyedSum(bytes, other).join());
  }
  expect(sums.size).toBe(1 + 8 * 13 + 64);
});
