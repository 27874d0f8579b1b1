// More attempts to escape and to exhaust resources: through the border, through threads, and with small
// inputs to expensive functions of the library. Each has an expected end; a timer of the host keeps firing
// where programs run in threads.
import { afterAll, describe, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine, createWorkerEngine, defineModule, type EngineOptions } from "./index.ts";
import { run } from "./testing/run.ts";

const LIMITS = { steps: 20_000_000, wallMillis: 400, memory: 60_000_000, compileMillis: 20_000 };
const TIMEOUT = 20_000;
const LIMIT = /^panic (?:(?:step|time|memory|output|goroutine) limit exceeded|stack overflow|\w+ too large)/;

async function endOf(text: string, options: Partial<EngineOptions> = {}): Promise<string> {
  const { exitReason, codes, stdout } = await run(text, { limits: LIMITS, ...options });
  if (exitReason === null) return `refused ${codes.join(" ")}`;
  return `${exitReason.kind} ${"message" in exitReason ? exitReason.message : "text" in exitReason ? exitReason.text : ""}|${stdout}`;
}

const HEAD = `import std/string
import std/json { parse, stringify, JsonValue }
import std/collections { Map, Set, Deque, Heap, SortedMap, Counter }
import std/regex { compile }
import std/sync { channel, select, task, sleep_millis, yield_now }
import std/error { catch_panic }
import std/compress { gzip, gunzip }
import std/crypto { sha256, password_hash, random_bytes }
import std/encoding { base64_encode, hex_encode, url_encode }
import std/csv
import std/toml
import std/url
import std/unicode
import std/bytes
import std/io { Buffer, reader, read_all, limited, copy }
`;
const main = (body: string): string => `${HEAD}fun main() {\n${body}\n}`;

describe("results of the library for small inputs are bounded", () => {
  test.each([
    ["a deque", "let d: Deque<Int> = Deque.new()\nloop { d.push_back(1) }"],
    ["a heap", "let h: Heap<Int> = Heap.new()\nlet n = 0\nloop { n += 1\nh.push(n) }"],
    ["a sorted map", "let m: SortedMap<Int, Int> = SortedMap.new()\nlet n = 0\nloop { n += 1\nm.set(n, n) }"],
    ["a counter", "let c: Counter<Int> = Counter.new()\nlet n = 0\nloop { n += 1\nc.add(n) }"],
    ["a buffer", 'let b = Buffer.new()\nlet s = "x".repeat(100000)\nloop { let _ = b.write(s) }'],
    ["compressing", 'let s = "x".repeat(5000000)\nloop { let _ = gzip(s) }'],
    [
      "decompressing",
      'let z = gzip("x".repeat(20000000))\nlet kept: List<String> = []\nloop { kept.push(gunzip(z).unwrap()) }',
    ],
    ["hashes", 'let s = "x".repeat(5000000)\nloop { let _ = sha256(s) }'],
    [
      "encodings",
      'let s = "x".repeat(5000000)\nlet kept: List<String> = []\nloop { kept.push(base64_encode(s)) }',
    ],
    ["hexadecimal", 'let s = "x".repeat(1000)\nloop { s = hex_encode(s) }'],
    ["percent signs", 'let s = "%"\nloop { s = url_encode(s) }'],
    ["random bytes", "let kept: List<String> = []\nloop { kept.push(random_bytes(1000000)) }"],
    ["CSV", 'let t = "a,b\\n".repeat(200000)\nloop { let _ = csv.parse(t) }'],
    ["TOML", 'let t = "[[a]]\\n".repeat(100000)\nloop { let _ = toml.parse(t) }'],
    ["nested TOML", 'let _ = toml.parse("a = " + "[".repeat(5000000))\nloop {}'],
    ["URLs", 'let t = "http://a/" + "../".repeat(1000000)\nloop { let _ = url.parse(t) }'],
    [
      "normal forms",
      'let t = "\\u{fdfa}".repeat(500000)\nlet kept: List<String> = []\nloop { kept.push(unicode.nfc(t)) }',
    ],
    ["graphemes", 'let t = "e\\u{301}".repeat(1000000)\nloop { print(unicode.graphemes(t).len()) }'],
    [
      "windows of a list",
      "let xs: List<Int> = []\nfor i in 0..100000 { xs.push(i) }\nprint(xs.windows(50000).len())\nloop {}",
    ],
    [
      "chunks",
      "let xs: List<Int> = []\nfor i in 0..1000000 { xs.push(i) }\nlet kept: List<List<List<Int>>> = []\nloop { kept.push(xs.chunks(1)) }",
    ],
    [
      "zips",
      "let xs: List<Int> = []\nfor i in 0..500000 { xs.push(i) }\nlet kept: List<List<(Int, Int)>> = []\nloop { kept.push(xs.zip(xs)) }",
    ],
    [
      "joins",
      'let xs: List<String> = []\nfor i in 0..10000 { xs.push("x".repeat(10000)) }\nlet kept: List<String> = []\nloop { kept.push(xs.join("")) }',
    ],
    ["padding by width", "let n = 1\nloop { n = n * 4\nprint(\"x\".pad_left(n, ' ').len()) }"],
    [
      "characters of text",
      'let s = "ab".repeat(1000000)\nlet kept: List<List<Char>> = []\nloop { kept.push(s.chars()) }',
    ],
    ["texts of a map", 'let m: Map<String, String> = Map.new()\nlet n = 0\nloop { n += 1\nm["k"] = "${m}" }'],
    ["structural text", 'let xs: List<List<Int>> = []\nloop { xs.push([1])\nlet _ = "${xs}" }'],
    [
      "writing JSON",
      'let v = parse("[" + "[1],".repeat(100000) + "1]").unwrap()\nlet kept: List<String> = []\nloop { kept.push(stringify(v)) }',
    ],
    [
      "a stream without an end",
      'let r = reader("x".repeat(1000000))\nlet b = Buffer.new()\nloop { let _ = copy(reader("x".repeat(1000000)), b)\nlet _ = r.read(1) }',
    ],
    [
      "channels of channels",
      "let cs: List<Channel<Int>> = []\nloop { cs.push(channel<Int>()) }"
        .replace("Channel<Int>", "fun() -> ()")
        .replace("channel<Int>()", "fun() {}"),
    ],
    ["tasks", "loop { let _ = task(fun() -> Int = 1) }"],
    ["tasks that wait", "loop { let _ = task(fun() -> Int {\n sleep_millis(100000)\n 1 }) }"],
    [
      "panics that are caught",
      "loop { let _ = catch_panic(fun() -> Int {\n let xs: List<Int> = []\n xs[0] }) }",
    ],
    ["labelled loops", "'a: loop { loop { continue 'a } }"],
    [
      "slices of slices",
      "let xs: List<Int> = []\nfor i in 0..1000000 { xs.push(i) }\nlet kept: List<List<Int>> = []\nloop { kept.push(xs[1..]) }",
    ],
    [
      "slices of text",
      'let s = "ab".repeat(1000000)\nlet n = 0\nlet kept: List<String> = []\nloop { n += 1\nkept.push(s[0..1000000].to_upper()) }',
    ],
    [
      "regular expressions made of input",
      'let n = 1\nloop { n += 1\nlet _ = compile("(a{1,50}){1,50}".repeat(n)) }',
    ],
    [
      "replacing by much",
      'let r = compile("").unwrap()\nlet s = "x".repeat(1000000)\nloop { s = r.replace_all(s, "yy") }',
    ],
    ["patterns of many states", 'loop { let _ = compile("(a{1000}){200}") }'],
    ["patterns of too many states", 'loop { let _ = compile("(a{1000}){1000}") }'],
    ["patterns of letters of all scripts", 'loop { let _ = compile("(\\\\pL{50}){100}") }'],
    [
      "updates of structs",
      "let m: Map<Int, List<Int>> = Map.new()\nlet n = 0\nloop { n += 1\nm.update(n % 3, [], fun(xs) = [n] ) }",
    ],
  ])(
    "%s",
    async (_, body) => {
      expect(await endOf(main(body), { stdout: () => {} })).toMatch(LIMIT);
    },
    TIMEOUT,
  );
});

describe("the border is no way around the limits", () => {
  const calls: string[] = [];
  const app = defineModule({
    name: "app",
    declaration:
      "fun keep(f: fun() -> ())\nfun again(f: fun(Int) -> Int) -> fun(Int) -> Int\nfun size(xs: List<Int>) -> Int\nfun text(s: String) -> Int\n@blocking fun never() -> Int\nfun list() -> List<Int>",
    functions: {
      keep: (f: () => unknown) => void calls.push(typeof f),
      again: (f) => f,
      size: (xs: number[]) => xs.length,
      text: (s: string) => s.length,
      never: () => new Promise<number>(() => {}),
      list: () => SHARED,
    },
  });
  const SHARED = [1, 2, 3];
  const modules = [...standardModules, app];
  const importing = (body: string): string =>
    `import std/string\nimport std/app { keep, again, size, text, never, list }\nfun main() {\n${body}\n}`;
  test.each([
    ["a loop of calls", "loop { size([1]) }"],
    [
      "large lists as arguments",
      "let xs: List<Int> = []\nfor i in 0..200000 { xs.push(i) }\nloop { size(xs) }",
    ],
    ["large text as argument", 'let s = "x".repeat(5000000)\nloop { text(s) }'],
    ["a promise that never settles", "never()"],
    ["functions that are handed back", "let f = fun(n: Int) -> Int = n\nloop { f = again(f) }"],
    ["functions that are kept", "loop { keep(fun() {}) }"],
  ])(
    "%s",
    async (_, body) => {
      expect(await endOf(importing(body), { modules, stdout: () => {} })).toMatch(LIMIT);
    },
    TIMEOUT,
  );

  test("lists of the host are copies", async () => {
    expect(
      await endOf(importing("let xs = list()\nxs.push(4)\nxs[0] = 9\nprint(list().len())"), { modules }),
    ).toBe("done |3\n");
    expect(SHARED).toEqual([1, 2, 3]);
  });

  test.each(["__proto__", "constructor", "toString", "then", "hasOwnProperty"])(
    "a key %s is a key",
    async (key) => {
      const { program } = await createEngine({ modules: standardModules, limits: LIMITS }).load({
        path: "a.std",
        text: `import std/collections { Map }\nimport std/json { JsonValue }\nfun map(m: Map<String, Int>) -> Map<String, Int> {\n    m["${key}"] = 1\n    m\n}\nfun json(v: JsonValue) -> JsonValue = v`,
      });
      expect([...((await program!.call("map", new Map())) as Map<string, number>)]).toEqual([[key, 1]]);
      const json = (await program!.call("json", JSON.parse(`{"${key}": {"polluted": 1}}`))) as object;
      expect(Object.hasOwn(json, key)).toBe(true);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
      program!.close();
    },
  );
});

describe("threads end, whatever their programs do", () => {
  const engine = createWorkerEngine({
    modules: standardModules,
    limits: { ...LIMITS, output: 1_000_000, goroutines: 10_000 },
    idle: 0,
    stdout: () => {},
  });
  afterAll(() => engine.close());
  test.each([
    ["a loop", "loop {}"],
    ["a sleep", "sleep_millis(1000000)"],
    ["a flood", 'loop { print("x".repeat(1000)) }'],
    ["goroutines", "loop { spawn(fun() { sleep_millis(100000) }) }"],
    [
      "a hoard of text",
      'let k: List<String> = []\nlet s = "ab".repeat(2000000)\nloop { k.push(s.to_upper()) }',
    ],
    ["a recursion", "main()"],
    [
      "a regular expression",
      'let r = compile("(a|a)*b").unwrap()\nlet s = "a".repeat(5000000)\nloop { print(r.is_match(s)) }',
    ],
    [
      "sorting",
      "let xs: List<Int> = []\nfor i in 0..2000000 { xs.push(2000000 - i) }\nloop { print(xs.sorted().len()) }",
    ],
    ["password hashes", 'loop { let _ = password_hash("x") }'],
  ])(
    "%s",
    async (_, body) => {
      let turns = 0;
      const timer = setInterval(() => turns++, 5);
      const { exitReason } = await engine.run({ path: "a.std", text: main(body) });
      clearInterval(timer);
      expect(exitReason?.kind === "panic" ? `panic ${exitReason.message}` : exitReason).toMatch(LIMIT);
      // A program in the thread of the host would block the timer.
      expect(turns).toBeGreaterThan(0);
    },
    TIMEOUT,
  );
});

test("nothing is left behind", () => {
  // No timer, socket or child process of the attempts is left.
  const left = process.getActiveResourcesInfo().filter((kind) => /TCP|UDP|ProcessWrap|FSReq/.test(kind));
  expect(left).toEqual([]);
});
