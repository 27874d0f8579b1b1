// The standard modules, handed to the engine by whoever wants them. A module's TypeScript is loaded
// only by programs that use it. `loads` is the table "Also loads" of reference/library#loading.
import type { ModuleOffer, NativeModule } from "../interpreter/runtime/index.ts";

type Load = () => Promise<NativeModule>;

function offer(name: string, load: Load | null, loads: readonly string[] = [], methods: readonly string[] = []): ModuleOffer {
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

export const standardModules: readonly ModuleOffer[] = [
  offer("core", () => import("./core/index.ts")),
  offer("prelude", () => import("./prelude/index.ts"), [], PRELUDE_METHODS),
  offer("string", () => import("./string/index.ts")),
  offer("list", () => import("./list/index.ts")),
  offer("option", null),
  offer("iter", null, [], ITERATOR_METHODS),
  offer("collections", () => import("./collections/index.ts")),
  offer("grouping", null, [], GROUPING_METHODS),
  offer("cmp", () => import("./cmp/index.ts")),
  offer("hash", () => import("./hash/index.ts")),
  offer("fmt", () => import("./fmt/index.ts"), ["string", "math"]),
  offer("math", () => import("./math/index.ts")),
  offer("random", () => import("./random/index.ts")),
  offer("bytes", () => import("./bytes/index.ts")),
  offer("csv", () => import("./csv/index.ts"), ["error", "io", "row", "string"]),
  offer("crypto", () => import("./crypto/index.ts"), ["error", "io", "string"]),
  offer("uuid", () => import("./uuid/index.ts"), ["error", "string"]),
  offer("row", () => import("./row/index.ts"), ["error", "string"]),
  offer("sqlite", () => import("./sqlite/index.ts"), ["error", "row", "string", "sync"]),
  offer("unicode", () => import("./unicode/index.ts")),
  offer("url", () => import("./url/index.ts"), ["error", "string"]),
  offer("compress", () => import("./compress/index.ts"), ["error", "io", "string"]),
  offer("toml", () => import("./toml/index.ts"), ["error", "json", "string"]),
  offer("encoding", () => import("./encoding/index.ts"), ["error"]),
  offer("regex", () => import("./regex/index.ts"), ["collections", "error"]),
  offer("error", () => import("./error/index.ts"), ["string"]),
  offer("json", () => import("./json/index.ts"), ["collections", "error", "string"]),
  offer("io", () => import("./io/index.ts"), ["error"]),
  offer("env", () => import("./env/index.ts"), ["collections"]),
  offer("time", () => import("./time/index.ts"), ["error", "string", "sync"]),
  offer("path", () => import("./path/index.ts"), ["string"]),
  offer("fs", () => import("./fs/index.ts"), ["error", "io", "string", "sync"]),
  offer("process", () => import("./process/index.ts"), ["error", "io", "string", "sync"]),
  offer("sync", () => import("./sync/index.ts"), ["error"]),
  offer("net", () => import("./net/index.ts"), ["error", "io", "string"]),
  offer("http", () => import("./http/index.ts"), [
    "error", "io", "net", "string", "fmt", "math", "collections", "json", "fs", "sync", "encoding",
  ]),
  offer("web", () => import("./web/index.ts"), ["http", "collections", "crypto", "encoding", "error", "json", "string"]),
  offer("html", () => import("./html/index.ts"), ["collections", "error", "fs", "json", "string"]),
  offer("flags", () => import("./flags/index.ts"), ["collections", "env", "error", "io", "json", "prelude", "string"]),
  offer("log", () => import("./log/index.ts"), ["json", "prelude", "string"]),
  offer("term", () => import("./term/index.ts"), ["error", "io", "prelude", "string"]),
  offer("test", () => import("./test/index.ts")),
];
