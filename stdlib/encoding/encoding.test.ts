import { expect, test } from "vitest";
import { Err, type ErrorValue } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";
import { urlDecode, urlEncode } from "./percent.ts";

const functions = create(idleRuntime()).functions as unknown as Readonly<
  Record<string, (text: string) => string | Err<ErrorValue>>
>;

function call(name: string, text: string): string {
  const result = functions[name]!(text);
  return result instanceof Err ? `${result.error._kind}: ${result.error._message}` : result;
}

test.each([
  ["hex_encode", "n\xc3\xa9", "6ec3a9"],
  ["hex_decode", "6EC3a9", "n\xc3\xa9"],
  ["hex_decode", "abc", "encoding: hex input has an odd length"],
  ["hex_decode", "zz", "encoding: hex input has a non-hex character"],
  ["base64_encode", "\xff\xfe\xfd", "//79"],
  ["base64_encode", "kiwi", "a2l3aQ=="],
  ["base64_decode", "a2l3aR==", "kiwi"],
  ["base64_decode", "a2l3aSE", "encoding: base64 input length is not a multiple of 4"],
  ["base64_decode", "a2l-", "encoding: base64 input has a non-alphabet character"],
  ["base64_decode", "a===", "encoding: base64 input has a non-alphabet character"],
  ["base64_decode", "=aaa", "encoding: base64 input has a non-alphabet character"],
  ["base64_decode", "aa==aaaa", "encoding: base64 padding before the final group"],
  ["base64_decode", "aa=aaaaa", "encoding: base64 padding before the final group"],
  ["base64_decode", "aa=!aaaa", "encoding: base64 input has a non-alphabet character"],
  ["base64_decode", "aa=a", "encoding: base64 padding is malformed"],
  ["base64_decode", "aa==a!aa", "encoding: base64 padding before the final group"],
  ["base64_decode", "aa\naa\n==", "encoding: base64 input has a non-alphabet character"],
  ["base32_encode", "kiwi", "NNUXO2I="],
  ["base32_encode", "\xff\xff\xff\xff\xff", "77777777"],
  ["base32_decode", "nnuxo2i=", "kiwi"],
  ["base32_decode", "AAAA", "encoding: base32 input length is not a multiple of 8"],
  ["base32_decode", "AA=AA===", "encoding: base32 data after padding"],
  ["base32_decode", "AA1AAAAA", "encoding: base32 input has a non-alphabet character"],
  ["base32_decode", "A=!=====", "encoding: base32 data after padding"],
  ["base32_decode", "AAAAAA==", "encoding: base32 padding is malformed"],
  ["base32_decode", "========", "encoding: base32 padding is malformed"],
  ["base32_decode", "AAAA====", "\0\0"],
  ["url_encode", "50% off/\xc3\xa9-_.~", "50%25%20off%2F%C3%A9-_.~"],
  ["url_decode", "1%2B1%3d2%zz+%", "1+1=2%zz+%"],
  ["url_decode", "%%41%4", "%A%4"],
])("%s(%j) is %j", (name, text, result) => {
  expect(call(name, text)).toBe(result);
});

const everyByte = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join("");

test.each(["hex", "base64", "base32", "url"])("%s restores any bytes of any length", (name) => {
  for (let size = 0; size <= 256; size++) {
    const bytes = everyByte.slice(256 - size);
    expect(call(`${name}_decode`, call(`${name}_encode`, bytes))).toBe(bytes);
  }
});

test("long text is encoded as short text is", () => {
  const all = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  const cases = [
    all.join("").repeat(2),
    "a b/c?d=\xc3\xa9&e=100%!'()*~".repeat(20),
    "\xff".repeat(200),
    "x".repeat(200),
    "%".repeat(150),
    "\xef\xbf\xbd".repeat(60),
  ];
  for (const bytes of cases) {
    const pieces = [...bytes].map((byte) => urlEncode(byte)).join("");
    expect(urlEncode(bytes)).toBe(pieces);
    expect(urlDecode(pieces)).toBe(bytes);
  }
  expect(urlDecode("%zz%41+".repeat(50))).toBe("%zzA+".repeat(50));
  expect(urlDecode("%ff%41".repeat(50))).toBe("\xffA".repeat(50));
  expect(urlDecode(`${"%41".repeat(50)}\xe9`)).toBe(`${"A".repeat(50)}\xe9`);
});

test("strings in several pieces give the same result as whole ones", () => {
  const all = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join("");
  for (const extra of ["", "a", "ab", "%41", "%"]) {
    const bytes = all.repeat(800) + extra;
    const buffer = Buffer.from(bytes, "latin1");
    expect(call("hex_encode", bytes)).toBe(buffer.toString("hex"));
    expect(call("hex_decode", buffer.toString("hex"))).toBe(bytes);
    expect(call("base64_encode", bytes)).toBe(buffer.toString("base64"));
    expect(call("base64_decode", buffer.toString("base64"))).toBe(bytes);
    expect(urlDecode(urlEncode(bytes))).toBe(bytes);
  }
  const long = all.repeat(40_000);
  expect(call("hex_encode", long) === Buffer.from(long, "latin1").toString("hex")).toBe(true);
  expect(call("hex_decode", call("hex_encode", long)) === long).toBe(true);
  expect(call("hex_decode", `${"00".repeat(100_000)}0x`)).toBe("encoding: hex input has a non-hex character");
  // Escapes across the boundaries of pieces.
  for (let shift = 0; shift < 4; shift++) {
    expect(urlDecode("x".repeat(shift) + "%41".repeat(20_000))).toBe("x".repeat(shift) + "A".repeat(20_000));
    expect(urlDecode("x".repeat(shift) + "%4%".repeat(20_000))).toBe(
      "x".repeat(shift) + "%4%".repeat(20_000),
    );
    expect(urlDecode(`${"x".repeat(16_380 + shift)}%41%4`)).toBe(`${"x".repeat(16_380 + shift)}A%4`);
  }
});
