// Scripts that hold more and more, or ask for much at once.
import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostileScript, HostileTable } from "./script.ts";

/** What is too large for a string or a list is refused before the limit is reached. */
const TOO_MUCH = ["panic: memory limit exceeded", "panic: string too large", "panic: list too large"];

/** Each statement is repeated until the limit is reached. */
const REPEATED: readonly (readonly [does: string, before: string, statement: string])[] = [
  ["doubles a string", 'let s = "x"', "s = s + s"],
  ["appends to a string", 'let s = ""', 's = s + "0123456789".repeat(1000)'],
  ["fills a list of numbers", "let xs: List<Int> = []", "xs.push(xs.len())"],
  ["fills a list of wide numbers", "let xs: List<Int> = []", "xs.push(9007199254740993 + xs.len())"],
  ["fills a list of floats", "let xs: List<Float> = []", "xs.push(xs.len().to_float() + 0.5)"],
  ["keeps strings", "let xs: List<String> = []", 'xs.push("x".repeat(1000) + xs.len().to_string())'],
  ["keeps lists", "let xs: List<List<Int>> = []", "xs.push([1, 2, 3])"],
  ["doubles a list", "let xs = [1]", "xs = xs.concat(xs)"],
  ["keeps copies of a list", "let xs = numbers(10000)\nlet all: List<List<Int>> = []", "all.push(xs[..])"],
  ["fills a map", "let m: Map<Int, Int> = Map.new()", "m[m.len()] = 1"],
  ["fills a map with strings", "let m: Map<String, Int> = Map.new()", 'm["key ${m.len()}"] = 1'],
  ["fills a set", "let s: Set<Int> = Set.new()", "s.add(s.len())"],
  ["fills a deque", "let d: Deque<Int> = Deque.new()", "d.push_back(1)"],
  ["fills a heap", "let h: Heap<Int> = Heap.new()", "h.push(1)"],
  ["fills a sorted map", "let m: SortedMap<Int, Int> = SortedMap.new()", "m.set(m.len(), 1)"],
  ["keeps functions", "let fs: List<fun() -> Int> = []", "let n = fs.len()\nfs.push(fun() -> Int = n)"],
  ["keeps tuples", "let xs: List<(Int, String)> = []", 'xs.push((xs.len(), "a"))'],
  ["links structs", "let x: Node? = None", "x = Some(Node { next: x, value: 1 })"],
  ["nests variants", "let t = Tree.Leaf", "t = Tree.Inner(t, t)"],
  ["keeps dynamic values", "let xs: List<Any> = []", "xs.push(to_any<Int>(xs.len()))"],
  ["writes to a buffer", "let b = Buffer.new()", 'b.write("0123456789".repeat(1000)).unwrap()'],
  [
    "keeps goroutines with strings",
    "let c: Channel<Int> = channel()",
    'let s = "x".repeat(100000) + "y"\nspawn fun() { let _ = c.recv() + s.len() }()\nyield_now()',
  ],
  [
    "keeps tasks",
    "let c: Channel<Int> = channel()\nlet ts: List<Task<Int>> = []",
    "ts.push(task(fun() -> Int = c.recv()))",
  ],
  [
    "fills a channel",
    "let c: Channel<String> = channel_buffered(100000000)",
    'c.send("x".repeat(1000) + "y")',
  ],
  ["keeps values of JSON", "let xs: List<JsonValue> = []", 'xs.push(parse("[1, {\\"a\\": 2}]").unwrap())'],
  ["keeps in a global", "", "kept.push(kept.len())"],
  [
    "catches the panic",
    "let xs: List<Int> = []",
    "let _ = catch_panic(fun() -> Int {\nloop { xs.push(1) }\n0 })",
  ],
  ["keeps patterns", "let rs: List<Regex> = []", 'rs.push(compile("a{1,20}b${rs.len()}").unwrap())'],
];

/** Each is one call that would hold more than the limit. */
const ONCE: readonly (readonly [does: string, script: string])[] = [
  ["repeats a string", 'print("x".repeat(300000000).len())\nloop {}'],
  ["pads a string", "print(\"x\".pad_left(300000000, ' ').len())"],
  ["splits a string", 'print("a,".repeat(5000000).split(",").len())'],
  ["takes the characters of a string", 'print("é".repeat(8000000).chars().len())'],
  ["takes the bytes of a string", 'print("a".repeat(15000000).bytes().len())'],
  ["encodes a string", 'let s = "x".repeat(15000000)\nprint(hex_encode(s).len() + hex_encode(s).len())'],
  ["decompresses a bomb", "let s = bomb()\nprint(gunzip(s).unwrap().len())"],
  ["finds all matches", 'print(compile("a").unwrap().find_all("a".repeat(3000000)).len())'],
  ["parses a long document", 'print(stringify(parse("[" + "[1],".repeat(2000000) + "1]").unwrap()).len())'],
  ["fills a range", "let xs: List<Int> = []\nfor i in 0..100000000 { xs.push(i * 2) }\nprint(xs.len())"],
  ["replaces by a long text", 'print("a".repeat(100000).replace("a", "x".repeat(1000)).len())'],
  ["joins long texts", 'let s = "x".repeat(3000000)\nprint([s, s, s, s, s, s, s, s, s, s].join(s).len())'],
];

/** A file of 300 MB that takes no space. */
const LARGE_FILE = join(tmpdir(), `hostile-${process.pid}`);

function withLargeFile(): () => void {
  writeFileSync(LARGE_FILE, "");
  truncateSync(LARGE_FILE, 300_000_000);
  return () => rmSync(LARGE_FILE);
}

/** Each waits for something that would hold more than the limit. */
const RECEIVED: readonly (readonly [does: string, script: string])[] = [
  ["reads a large file", `print(read(${JSON.stringify(LARGE_FILE)}).unwrap().len())`],
  ["reads an endless file", 'print(read("/dev/zero").unwrap().len())'],
  [
    "reads the large output of a program",
    'print(run("head", ["-c", "300000000", "/dev/zero"]).unwrap().stdout.len())',
  ],
  [
    "reads the large output of a command",
    'print(Command.new("head").args(["-c", "300000000", "/dev/zero"]).run().unwrap().stdout.len())',
  ],
  ["receives a large response", 'print(get("http://${flood()}/").unwrap().body.len())'],
  [
    "receives a large response to a request",
    'print(ClientRequest.new("GET", "http://${flood()}/").send().unwrap().body.len())',
  ],
];

const SCRIPTS: readonly HostileScript[] = [
  ...RECEIVED.map(
    ([does, script]): HostileScript => ({
      does,
      script,
      ends: TOO_MUCH,
      where: "process",
      options: { capabilities: { fs: true, net: true, process: true } },
      prepare: withLargeFile,
    }),
  ),
  ...REPEATED.map(
    ([does, before, statement]): HostileScript => ({
      does,
      script: `${before}\nloop {\n${statement}\n}`,
      ends: TOO_MUCH,
    }),
  ),
  ...ONCE.map(([does, script]): HostileScript => ({ does, script, ends: TOO_MUCH })),
  {
    does: "makes garbage",
    script: "let n = 0\nfor i in 0..3000 {\nlet xs = numbers(1000)\nn += xs.len()\n}\nprint(n)",
    ends: "done",
    prints: "3000000\n",
  },
  {
    does: "fills and clears a list again and again",
    script:
      "let xs: List<Int> = []\nfor _ in 0..50 {\nfor i in 0..200000 { xs.push(i) }\nxs = []\n}\nprint(xs.len())",
    ends: "done",
    prints: "0\n",
  },
];

export const MEMORY: HostileTable = {
  kind: "memory",
  imports: `import std/collections { Deque, Heap, Map, Set, SortedMap }
import std/compress { gunzip, gzip }
import std/encoding { hex_encode }
import std/error { catch_panic, Error }
import std/fs { read }
import std/http { get, BodyWriter, ClientRequest, Response, Server }
import std/io { write_all, Buffer }
import std/json { parse, stringify, JsonValue }
import std/process { run, Command }
import std/regex { compile, Regex }
import std/sync { channel, channel_buffered, task, yield_now, Channel, Task }

struct Node {
    next: Node?,
    value: Int,
}

enum Tree {
    Leaf,
    Inner(Tree, Tree),
}

let kept: List<Int> = []

fun numbers(count: Int) -> List<Int> {
    let xs: List<Int> = []
    for i in 0..count {
        xs.push(i)
    }
    return xs
}

fun endless(out: BodyWriter) -> Result<(), Error> {
    let piece = "x".repeat(100000)
    for _ in 0..3000 {
        write_all(out, piece)?
    }
    return Ok({})
}

// The address of a server whose responses have 300 MB.
fun flood() -> String {
    let app = Server.new()
    app.get("/", fun(req) = Response.stream("text/plain", endless))
    return app.start("127.0.0.1:0").unwrap()
}

// 300 MB, in pieces that the limit allows.
fun bomb() -> String {
    let piece = gzip("\\0".repeat(10000000))
    return piece.repeat(30)
}

`,
  options: { limits: { memory: 20_000_000, wallMillis: 20_000, compileMillis: 20_000 } },
  scripts: SCRIPTS,
};
