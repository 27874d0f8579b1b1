// The reader of derived types while other goroutines wait: it leaves long texts to the way that works in
// steps.
import { expect, it } from "vitest";
import { GoroutineScheduler } from "../../interpreter/runtime/host.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const MUCH = JSON.stringify(Array.from({ length: 40_000 }, (_, at) => at));
const ESCAPED = JSON.stringify('a"\n'.repeat(100_000));

/** Whether `text` is read in one step into a struct with the string `a`. */
function readsAtOnce(text: string, shared: boolean): boolean {
  const scheduler = new GoroutineScheduler();
  scheduler.shared = shared;
  const natives = create({ ...idleRuntime(), scheduler }).functions as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  const reader = natives.__reader!(text);
  const members = natives.__open_struct!(reader, '["a"]');
  for (let last = -1; ; ) {
    last = Number(natives.__next_member!(reader, members, last));
    if (last < 0) break;
    natives.__read_string!(reader);
  }
  return natives.__finish!(reader) as boolean;
}

it.each([
  ["a long member that no field reads", `{"z":${MUCH},"a":""}`],
  ["many members that no field reads", `{${`"z":[1,2],`.repeat(20_000)}"a":""}`],
  ["a long key with escapes", `{${ESCAPED}:1,"a":""}`],
  ["a long string with escapes", `{"a":${ESCAPED}}`],
])("leaves %s to the other way only where others wait", (_, text) => {
  expect(readsAtOnce(text, true)).toBe(false);
  expect(readsAtOnce(text, false)).toBe(true);
});

it.each([
  ["short texts", `{"z":[1,2,3],"a":"\\n"}`],
  ["long strings without escapes", `{"a":"${"a".repeat(1_000_000)}"}`],
  ["much that is read after little that is not", `{"a":"${"a".repeat(100_000)}","z":[1],"y":"\\t"}`],
])("reads %s at one go where others wait, too", (_, text) => {
  expect(readsAtOnce(text, true)).toBe(true);
});
