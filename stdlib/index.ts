// The standard modules, handed to the engine by whoever wants them. A module's TypeScript is loaded
// only by programs that use it. `loads` is the table "Also loads" of reference/library#loading.
import type { ModuleDescriptor, NativeModule } from "../interpreter/runtime/index.ts";

type Load = () => Promise<NativeModule>;

function descriptor(name: string, load: Load | null, loads: readonly string[] = [], methods: readonly string[] = []): ModuleDescriptor {
  return { name, declaration: new URL(`./${name}/${name}.std`, import.meta.url), load, loads, methods };
}

/** `stdlib.test.ts` holds these lists against the declarations. */
const PRELUDE_METHODS = [
  "all", "and_then", "any", "bytes", "center", "char_count", "chars", "chunks", "clear", "contains", "dedup", "drop", "each",
  "err", "extend", "filter", "find", "first", "flat_map", "fold", "index_of", "insert", "is_alphabetic", "is_digit",
  "is_whitespace", "join", "last", "map", "map_err", "max", "min", "ok", "ok_or", "or_else", "pad_left", "pad_right", "pop_first",
  "remove_at", "reversed", "rsplit_once", "slice", "sort", "sort_by", "sorted", "sorted_by", "split_n", "split_once",
  "strip_prefix", "strip_suffix", "sum", "take", "to_char", "to_int", "to_lower", "to_upper", "unwrap_or_else", "width", "windows",
  "zip",
];


const ITERATOR_METHODS = [
  "all", "any", "chain", "collect", "count", "enumerate", "filter", "find", "flat_map", "fold", "for_each", "iter", "last", "map",
  "max", "min", "nth", "partition", "position", "product", "skip", "skip_while", "step_by", "sum", "take", "take_while", "zip",
];

const GROUPING_METHODS = ["entries_sorted", "entries_sorted_by", "group_by", "to_map", "to_set"];

export const standardModules: readonly ModuleDescriptor[] = [
  descriptor("core", () => import("./core/index.ts")),
  descriptor("prelude", () => import("./prelude/index.ts"), [], PRELUDE_METHODS),
  descriptor("string", () => import("./string/index.ts")),
  descriptor("list", () => import("./list/index.ts")),
  descriptor("option", null),
  descriptor("iter", null, [], ITERATOR_METHODS),
  descriptor("collections", () => import("./collections/index.ts")),
  descriptor("grouping", null, [], GROUPING_METHODS),
  descriptor("cmp", () => import("./cmp/index.ts")),
  descriptor("hash", () => import("./hash/index.ts")),
  descriptor("fmt", () => import("./fmt/index.ts"), ["string", "math"]),
  descriptor("math", () => import("./math/index.ts")),
  descriptor("random", () => import("./random/index.ts")),
  descriptor("bytes", () => import("./bytes/index.ts")),
  descriptor("csv", () => import("./csv/index.ts"), ["error", "io", "row", "string"]),
  descriptor("crypto", () => import("./crypto/index.ts"), ["error", "io", "string"]),
  descriptor("uuid", () => import("./uuid/index.ts"), ["error", "string"]),
  descriptor("row", () => import("./row/index.ts"), ["error", "string"]),
  descriptor("sqlite", () => import("./sqlite/index.ts"), ["error", "row", "string", "sync"]),
  descriptor("unicode", () => import("./unicode/index.ts")),
  descriptor("url", () => import("./url/index.ts"), ["error", "string"]),
  descriptor("compress", () => import("./compress/index.ts"), ["error", "io", "string"]),
  descriptor("toml", () => import("./toml/index.ts"), ["error", "json", "string"]),
  descriptor("encoding", () => import("./encoding/index.ts"), ["error"]),
  descriptor("regex", () => import("./regex/index.ts"), ["collections", "error"]),
  descriptor("error", () => import("./error/index.ts"), ["string"]),
  descriptor("json", () => import("./json/index.ts"), ["collections", "error", "string"]),
  descriptor("io", () => import("./io/index.ts"), ["error"]),
  descriptor("env", () => import("./env/index.ts"), ["collections"]),
  descriptor("time", () => import("./time/index.ts"), ["error", "string", "sync"]),
  descriptor("path", () => import("./path/index.ts"), ["string"]),
  descriptor("fs", () => import("./fs/index.ts"), ["error", "io", "string", "sync"]),
  descriptor("process", () => import("./process/index.ts"), ["error", "io", "string", "sync"]),
  descriptor("sync", () => import("./sync/index.ts"), ["error"]),
  descriptor("net", () => import("./net/index.ts"), ["error", "io", "string"]),
  descriptor("http", () => import("./http/index.ts"), [
    "error", "io", "net", "string", "fmt", "math", "collections", "json", "fs", "sync", "encoding",
  ]),
  descriptor("web", () => import("./web/index.ts"), ["http", "collections", "crypto", "encoding", "error", "json", "string"]),
  descriptor("html", () => import("./html/index.ts"), ["collections", "error", "fs", "json", "string"]),
  descriptor("flags", () => import("./flags/index.ts"), ["collections", "env", "error", "io", "json", "prelude", "string"]),
  descriptor("log", () => import("./log/index.ts"), ["json", "prelude", "string"]),
  descriptor("term", () => import("./term/index.ts"), ["error", "io", "prelude", "string"]),
  descriptor("test", () => import("./test/index.ts")),
];
