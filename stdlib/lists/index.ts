// std/lists: the natives for methods of lists. Methods that call functions of the program are in lists.std.
import {
  asCount,
  ELEMENT_BYTES,
  inSteps,
  MAX_LIST,
  Panic,
  worksInSteps,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { assign } from "../prelude/index.ts";

/** The elements appended in each step. */
const STEP = 8192;

export function create(runtime: Runtime): NativeTable {
  return {
    functions: {
      __assign: assign,
      __resize(list: unknown[], count: Int, value: unknown): MaybePromise<void> {
        const length = asCount(count);
        if (length > MAX_LIST) throw new Panic("list too large");
        if (length <= list.length) {
          list.length = length;
          return;
        }
        const more = length - list.length;
        runtime.reserve(more * ELEMENT_BYTES);
        if (worksInSteps(runtime, more)) return inSteps(runtime, appendedInSteps(list, length, value));
        while (list.length < length) list.push(value);
      },
    },
  };
}

function* appendedInSteps(list: unknown[], length: number, value: unknown): Steps<void> {
  while (list.length < length) {
    const end = Math.min(length, list.length + STEP);
    while (list.length < end) list.push(value);
    yield;
  }
}
