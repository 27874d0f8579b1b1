import { expect, test } from "vitest";
import { intFromBigInt, intText, intToBigInt, type Int } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const functions = create(idleRuntime()).functions as unknown as {
  fnv1a(text: string): Int;
  djb2(text: string): Int;
  crc32(text: string): Int;
  checksum(text: string): Int;
  hash_int(value: Int): Int;
  combine(seed: Int, value: Int): Int;
};

test.each([
  ["", "-3750763034362895579 5381 0 0"],
  ["a", "-5808556873153909620 177670 3904355907 97"],
  ["kiwi", "-1189374888649029063 6385404537 3732236668 436"],
  ["n\xc3\xa9", "2545276067845463277 193503391 4074086649 474"],
])("%j has its tabled hashes", (text, values) => {
  const { fnv1a, djb2, crc32, checksum } = functions;
  expect([fnv1a, djb2, crc32, checksum].map((hash) => intText(hash(text))).join(" ")).toBe(values);
});

test("hash_int and combine have their tabled values", () => {
  expect([0, 1, -1, 1000].map((value) => intText(functions.hash_int(value)))).toEqual([
    "2447048557682778308",
    "2748217288011717306",
    "6912774024768417792",
    "978400428601806626",
  ]);
  expect([functions.combine(7, 9), functions.combine(9, 7), functions.combine(-5, 3)]).toEqual([
    2654436228, 2654436363, -2654435455,
  ]);
});

test("agree with big integers on any bytes", () => {
  let text = "";
  let fnv = 0xcbf29ce484222325n;
  let djb = 5381n;
  for (let i = 0; i < 2000; i++) {
    const byte = (i * 7919) & 255;
    text += String.fromCharCode(byte);
    fnv = BigInt.asUintN(64, (fnv ^ BigInt(byte)) * 0x100000001b3n);
    djb = BigInt.asUintN(64, djb * 33n + BigInt(byte));
    if (i % 97 !== 0) continue;
    expect(intToBigInt(functions.fnv1a(text))).toBe(BigInt.asIntN(64, fnv));
    expect(intToBigInt(functions.djb2(text))).toBe(BigInt.asIntN(64, djb));
  }
});

test("hash_int and combine agree with big integers over the whole range", () => {
  const wrap = (value: bigint) => BigInt.asIntN(64, value);
  for (let i = 0; i < 500; i++) {
    const a = wrap(BigInt(i) * 0x9e3779b97f4a7c15n ** 3n);
    const b = i % 3 === 0 ? BigInt(i) : wrap(a * 31n);
    let mixed = wrap(a + 0x9e3779b97f4a7c15n);
    mixed = wrap((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = wrap((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    expect(intToBigInt(functions.hash_int(intFromBigInt(a)))).toBe(wrap(mixed ^ (mixed >> 31n)));
    const combined = wrap(a ^ wrap(b + 2654435769n + wrap(a << 6n) + (a >> 2n)));
    expect(intToBigInt(functions.combine(intFromBigInt(a), intFromBigInt(b)))).toBe(combined);
  }
});
