// std/bytes: numbers as bytes. `numbers.ts` has one entry for each format.
import {
  asCount,
  MAX_STRING,
  Panic,
  type Int,
  type NativeTable,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { Builder } from "./builder.ts";
import { numberNatives } from "./numbers.ts";

export function create(runtime: Runtime): NativeTable {
  const reserve = (bytes: number): void => runtime.reserve(bytes);
  return {
    functions: {
      "Builder.new": () => new Builder(),
      "Builder.len": (builder: Builder) => builder.size,
      "Builder.text": (builder: Builder) => builder.text(),
      "Builder.clear"(builder: Builder) {
        builder.clear();
        return builder;
      },
      "Builder.put"(builder: Builder, text: string) {
        const at = builder.extend(text.length, reserve);
        builder.bytes.write(text, at, "latin1");
        return builder;
      },
      "Builder.put_zeros"(builder: Builder, count: Int) {
        const size = Math.max(0, asCount(count));
        if (size > MAX_STRING) throw new Panic("string too large");
        const at = builder.extend(size, reserve);
        builder.bytes.fill(0, at, at + size);
        return builder;
      },
      ...numberNatives(reserve),
    },
    structs: { Builder },
  };
}
