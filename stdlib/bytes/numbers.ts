// The layout of numbers in bytes: one entry for each pair of `put_NAME` and `get_NAME`. The halves of a
// 64-bit number are written separately, which avoids a BigInt.
import {
  asCount,
  highHalf,
  intText,
  lowHalf,
  makeInt,
  Panic,
  type Int,
  type NativeTable,
} from "../../interpreter/runtime/index.ts";
import type { Builder } from "./builder.ts";

interface Layout<T> {
  readonly size: number;
  /** @throws Panic if the value does not fit. */
  put(bytes: Buffer, value: T, at: number): void;
  get(bytes: Buffer, at: number): T;
}

type Method =
  | "UInt8"
  | "Int8"
  | `${"UInt16" | "Int16" | "UInt32" | "Int32" | "Float" | "Double"}${"BE" | "LE"}`;

/** Integers of at most 32 bits, whose values are JavaScript numbers. */
function small(name: string, size: number, signed: boolean, method: Method): Layout<Int> {
  const low = signed ? -(2 ** (size * 8 - 1)) : 0;
  const high = low + 2 ** (size * 8) - 1;
  return {
    size,
    put(bytes, value, at) {
      if (typeof value !== "number" || value < low || value > high)
        throw new Panic(`number out of range: ${intText(value)} as ${name}`);
      bytes[`write${method}`](value, at);
    },
    get: (bytes, at) => bytes[`read${method}`](at),
  };
}

/** The 64 bits of an Int; signed and unsigned formats are the same. */
function wide(order: "BE" | "LE"): Layout<Int> {
  const [high, low] = order === "BE" ? [0, 4] : [4, 0];
  return {
    size: 8,
    put(bytes, value, at) {
      bytes[`writeInt32${order}`](highHalf(value), at + high);
      bytes[`writeInt32${order}`](lowHalf(value), at + low);
    },
    get: (bytes, at) => makeInt(bytes[`readInt32${order}`](at + high), bytes[`readInt32${order}`](at + low)),
  };
}

function float(size: number, method: Method): Layout<number> {
  return {
    size,
    put: (bytes, value, at) => void bytes[`write${method}`](value, at),
    get: (bytes, at) => bytes[`read${method}`](at),
  };
}

const integers: Readonly<Record<string, Layout<Int>>> = {
  u8: small("u8", 1, false, "UInt8"),
  i8: small("i8", 1, true, "Int8"),
  u16_be: small("u16", 2, false, "UInt16BE"),
  u16_le: small("u16", 2, false, "UInt16LE"),
  i16_be: small("i16", 2, true, "Int16BE"),
  i16_le: small("i16", 2, true, "Int16LE"),
  u32_be: small("u32", 4, false, "UInt32BE"),
  u32_le: small("u32", 4, false, "UInt32LE"),
  i32_be: small("i32", 4, true, "Int32BE"),
  i32_le: small("i32", 4, true, "Int32LE"),
  u64_be: wide("BE"),
  u64_le: wide("LE"),
  i64_be: wide("BE"),
  i64_le: wide("LE"),
};

const floats: Readonly<Record<string, Layout<number>>> = {
  f32_be: float(4, "FloatBE"),
  f32_le: float(4, "FloatLE"),
  f64_be: float(8, "DoubleBE"),
  f64_le: float(8, "DoubleLE"),
};

/** The natives `Builder.put_NAME` and `get_NAME`. */
export function numberNatives(reserve: (bytes: number) => void): NativeTable["functions"] {
  const window = Buffer.alloc(8);
  return Object.fromEntries([...entries(integers), ...entries(floats)]);

  function entries<T>(layouts: Readonly<Record<string, Layout<T>>>) {
    return Object.entries(layouts).flatMap(([name, layout]) => [
      [
        `Builder.put_${name}`,
        (builder: Builder, value: T): Builder => {
          // Before the builder grows: a value that does not fit must leave it unchanged.
          layout.put(window, value, 0);
          const at = builder.extend(layout.size, reserve);
          window.copy(builder.bytes, at, 0, layout.size);
          return builder;
        },
      ] as const,
      [
        `get_${name}`,
        (text: string, at: Int): T => {
          const start = asCount(at);
          if (start < 0 || start + layout.size > text.length) {
            throw new Panic(`bytes out of bounds: ${layout.size} at ${intText(at)}, length ${text.length}`);
          }
          for (let i = 0; i < layout.size; i++) window[i] = text.charCodeAt(start + i);
          return layout.get(window, 0);
        },
      ] as const,
    ]);
  }
}
