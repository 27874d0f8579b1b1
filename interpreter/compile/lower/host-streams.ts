// Streams that cross the border: if a `dyn Reader` or `dyn Writer` of std/io may come from the host or go to
// it, the program includes the functions that wrap and use it.
import { type StandardItem, std, type Type } from "../../check/index.ts";
import { streamOf, type HostStream, type HostStreams, type Instance } from "../ir/index.ts";
import type { ProgramLowering } from "./program-lowering.ts";

/**
 * Call it when all instances are known; it adds instances to lower. `also`: the types in functions that the
 * host calls.
 */
export function hostStreams(lowering: ProgramLowering, also: readonly Type[]): HostStreams {
  const crossing = lowering.instances.flatMap((instance) => {
    const { native, symbol } = instance;
    return native !== null && symbol?.module.host === true
      ? [...lowering.parameterTypes(instance, symbol), instance.result]
      : [];
  });
  const found = new Set<HostStream>();
  const seen = new Set<Type>();
  const todo = [...also, ...crossing];
  for (let type = todo.pop(); type !== undefined; type = todo.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.kind === "Fun") todo.push(...type.params, type.result);
    if (type.kind === "Dyn") {
      const stream = streamOf(type.trait.trait);
      if (stream !== null) found.add(stream);
    }
    if (type.kind !== "Named") continue;
    todo.push(...type.args);
    if (type.symbol.kind === "Struct") todo.push(...lowering.struct(type).fields.map((field) => field.type));
    if (type.symbol.kind === "Enum")
      todo.push(...lowering.enum(type).variants.flatMap((variant) => variant.payload));
  }
  return new Map(
    [...found].map((stream) => [
      stream,
      { of: made(lowering, FUNCTIONS[stream][0]), use: made(lowering, FUNCTIONS[stream][1]) },
    ]),
  );
}

const FUNCTIONS = {
  reader: [std.io.__host_reader, std.io.__give_host],
  writer: [std.io.__host_writer, std.io.__take_host],
} as const;

function made(lowering: ProgramLowering, item: StandardItem): Instance {
  return lowering.instance(lowering.standard(item), [], null);
}
