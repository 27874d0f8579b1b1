// Writes documents.jsonl, 300 documents: right ones for each type of src/types.rs, and changed ones, in which one part
// is replaced, removed or added. The same in each run.
//
//     node bench/serde/documents.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const RIGHT: readonly string[] = [
  "0",
  "-7",
  "9223372036854775807",
  "-9223372036854775808",
  "9223372036854775808",
  "9007199254740993",
  "0.5",
  "-1.25e-3",
  "1e300",
  "1e400",
  "true",
  "false",
  "null",
  '""',
  '"x"',
  '"é"',
  '"😀"',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"two words"',
  '"12"',
  "[]",
  "{}",
  "[1,2,3]",
  '[1,"x"]',
  "[1,null]",
  '[1,"x",2]',
  '{"x":1,"y":2}',
  '{"y":2,"x":1,"z":[{}]}',
  '{"a":null,"b":null}',
  '{"a":1,"b":"text"}',
  '{"a":1,"b":2}',
  '{"a":1}',
  '{"b":"text"}',
  '{"userId":1,"isActive":true,"id2fa":"code"}',
  '{"user_id":1,"is_active":true,"id_2fa":"code"}',
  '{"MAX_SIZE":10,"HTTP_URL":"/"}',
  '{"first-name":"Ada","last-name":"Lovelace"}',
  '{"first-name":"Ada"}',
  '{"first-name":"Ada","last-name":null}',
  '{"UnitPrice":2.5,"InStock":false}',
  '{"UnitPrice":2,"InStock":true}',
  '{"tags":["a","b"]}',
  '{"a":6,"tags":[]}',
  '{"a":1,"cache":9}',
  '{"id":1,"page":2,"size":20}',
  '{"id":1,"page":2,"size":20,"extra":{"deep":[true]}}',
  '{"id":1,"page":2}',
  '{"id":1}',
  '{"id":1,"page":{"page":1,"size":2}}',
  '{"id":"k7","page":null}',
  '{"id":"k7","page":{"page":1,"size":2}}',
  '{"name":"Ada"}',
  '{"old":"Ada"}',
  '{"older":"Ada","x":1}',
  '{"name":null,"a":null}',
  '{"name":null}',
  '{"name":"Ada","a":3}',
  '{"type":"book"}',
  '{"value":1,"kids":[]}',
  '{"value":1,"kids":[{"value":2,"kids":[]},{"value":3,"kids":[{"value":4,"kids":[]}]}]}',
  '{"value":1,"next":{"value":2,"next":{"value":3}}}',
  '{"value":1,"next":null}',
  '"queued"',
  '"in_progress"',
  '"i_o_error"',
  '"io_error"',
  '"low"',
  '"veryHigh"',
  '"off"',
  '"disabled"',
  '"A"',
  '{"B":4}',
  '{"C":[4,"x"]}',
  '{"C":[4]}',
  '{"D":{"x":1,"y":2}}',
  '{"D":{"x":1,"y":2},"B":1}',
  '"not-seen"',
  '{"seen-once":{"userId":1,"isActive":true}}',
  '{"seen-once":{"user_id":1,"is_active":true}}',
  '{"type":"Empty"}',
  '{"type":"Empty","more":1}',
  '{"type":"At","x":1,"y":2}',
  '{"x":1,"type":"At","y":2}',
  '{"x":1,"y":2,"z":3,"type":"At"}',
  '{"type":"Named","name":"Ada"}',
  '{"name":"Ada","type":"Named"}',
  '{"type":"named","name":"Ada"}',
  '{"t":"Empty"}',
  '{"t":"Empty","c":null}',
  '{"t":"One","c":5}',
  '{"c":5,"t":"One"}',
  '{"t":"Two","c":[5,"x"]}',
  '{"t":"Named","c":{"x":1,"y":2}}',
  '{"t":"Named","c":{"x":1,"y":2},"more":true}',
  '{"t":"New","c":5}',
  '{"t":"New"}',
  '{"type":"order_placed","id":7}',
  '{"type":"order_sent","id":7}',
  '{"type":"order_lost","id":7,"why":"?"}',
  '{"type":"point","x":1}',
  '{"type":"at","x":1}',
  '{"type":"nothing"}',
  '{"id":1,"state":"queued","items":[],"notes":{}}',
  '{"id":1,"state":"in_progress","items":[{"unitPrice":1.5,"event":{"type":"Empty"}}],"notes":{"a":"b"}}',
  '{"id":1,"state":"queued","items":[{"unitPrice":1,"tags":["t"],"event":{"type":"At","x":1,"y":2}},{"unitPrice":2,"event":{"name":"n","type":"Named"}}],"notes":{"a":"b","c":"d"}}',
  '{"a":1,"b":null,"c":2.5}',
  '{"a":1,"c":2}',
];
const MOST = 300;

/** Parts that replace others, or are added to them. */
const OTHERS = [
  "null",
  "1",
  "-3",
  "0.25",
  '"text"',
  '"x"',
  "true",
  "[]",
  "[1]",
  '["a",2]',
  "{}",
  '{"x":1}',
  '{"k":null}',
];
const NAMES = ["extra", "a", "x", "type", "name", "id", "t", "c"];

/** Pseudo-random numbers, the same in every run (mulberry32). */
let state = 31;
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

type Path = readonly (string | number)[];

function paths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, part]) =>
      paths(part, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

/** A copy in which one part is another. */
function changed(value: unknown, path: Path, change: (part: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const parts = copy as Record<string | number, unknown>;
  const part = changed(parts[first], rest, change);
  if (part === undefined) delete parts[first];
  else parts[first] = part;
  return Array.isArray(copy) ? copy.filter(() => true) : copy;
}

function mutation(): string {
  const value: unknown = JSON.parse(RIGHT[20 + random(RIGHT.length - 20)]!);
  const all = paths(value);
  const path = all[random(all.length)]!;
  const other: unknown = JSON.parse(OTHERS[random(OTHERS.length)]!);
  const name = NAMES[random(NAMES.length)]!;
  const kind = random(3);
  return JSON.stringify(
    changed(value, path, (part) => {
      const isObject = typeof part === "object" && part !== null && !Array.isArray(part);
      if (isObject && (kind < 2 || path.length === 0))
        return kind === 0 ? { [name]: other, ...part } : { ...part, [name]: other };
      return kind === 0 && path.length > 0 ? undefined : other;
    }),
  );
}

const documents = new Set(RIGHT);
while (documents.size < MOST) documents.add(mutation());
writeFileSync(join(import.meta.dirname, "documents.jsonl"), `${[...documents].join("\n")}\n`);
