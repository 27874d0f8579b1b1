// Scripts that compute without end, in loops and in single calls of natives.
import type { HostileScript, HostileTable } from "./script.ts";

const TIME_LIMIT = "panic: time limit exceeded";
/** What is large may exceed the limit of memory before that of time. */
const TOO_MUCH = [
  TIME_LIMIT,
  "panic: memory limit exceeded",
  "panic: string too large",
  "panic: list too large",
];

/** Each statement is repeated until the time is over. */
const REPEATED: readonly (readonly [does: string, before: string, statement: string])[] = [
  ["calculates", "let n = 0", "n += 1"],
  ["calls functions", "let n = 0", "n += n.to_string().len()"],
  ["loops within loops", "let n = 0", "for i in 0..1000 { for j in 0..1000 { n += i * j } }"],
  [
    "continues with a label",
    "let n = 0",
    "'a: for i in 0..10 { for _ in 0..10 { if i < 10 { continue 'a } } }\nn += 1",
  ],
  [
    "compares equal values of JSON",
    "let a = json_string(text(20000000))\nlet b = json_string(text(20000000))\nlet n = 0",
    "if a == b { n += 1 }",
  ],
  ["hashes a value of JSON", "let a = json_string(text(20000000))\nlet n = 0", "n += a.hash()"],
  [
    "compares values of JSON that share their parts",
    "let a = shared(40)\nlet b = shared(40)\nlet n = 0",
    "if a == b { n += 1 }",
  ],
  ["hashes a value of JSON that shares its parts", "let a = shared(40)\nlet n = 0", "n += a.hash()"],
  [
    "compares long lists of JSON",
    "let a = json_array(values(100000, 0))\nlet b = json_array(values(100000, 1))\nlet n = 0",
    "n += diff(a, b).length()",
  ],
  ["merges large objects of JSON", "let a = members(50000)\nlet n = 0", "n += merge_patch(a, a).length()"],
  [
    "applies many operations to a large object",
    "let a = members(20000)\nlet ops = replacements(20000)\nlet n = 0",
    "if patch(a, ops).is_ok() { n += 1 }",
  ],
  [
    "compiles a pattern of many large classes",
    'let p = "[\\\\w\\\\W]".repeat(20000)\nlet n = 0',
    "if compile(p).is_ok() { n += 1 }",
  ],
  [
    "follows a long pointer",
    'let p = "/a".repeat(10000000)\nlet n = 0',
    "if pointer(json_array([]), p).is_none() { n += 1 }",
  ],
  ["signs with a long key", "let key = text(30000000)\nlet n = 0", 'n += hmac_sha256(key, "").len()'],
  ["sorts long strings", 'let xs = strings(1000, "x".repeat(20000))', "let _ = xs.sorted()"],
  ["sorts strings that begin each other", "let xs = prefixes(1000)", "let _ = xs.sorted()"],
  ["sorts numbers", "let xs = numbers(100000)", "let _ = xs.sorted()"],
  [
    "sorts by a function",
    "let xs = numbers(20000)",
    "let _ = xs.sorted_by(fun(a: Int, b: Int) -> Int = b - a)",
  ],
  [
    "compares equal strings",
    "let a = text(20000000)\nlet b = text(20000000)\nlet n = 0",
    "if a == b { n += 1 }",
  ],
  [
    "orders equal strings",
    "let a = text(20000000)\nlet b = text(20000000)\nlet n = 0",
    "if a < b { n += 1 }",
  ],
  [
    "compares equal lists",
    "let a = numbers(200000)\nlet b = numbers(200000)\nlet n = 0",
    "if a == b { n += 1 }",
  ],
  [
    "compares lists of long strings",
    'let a = strings(500, "x".repeat(20000))\nlet b = strings(500, "x".repeat(20000))\nlet n = 0',
    "if a == b { n += 1 }",
  ],
  [
    "searches a list for a long string",
    'let xs = strings(500, "x".repeat(20000))\nlet n = 0',
    'if xs.contains("x".repeat(20000) + "12345") { n += 1 }',
  ],
  [
    "matches a new long string",
    'let s = "x".repeat(20000000)\nlet n = 0',
    'match s + "y" { "a" -> { n += 1 }, "b" -> { n += 2 }, "c" -> { n += 3 }, "d" -> { n += 4 }, _ -> { n += 5 } }',
  ],
  [
    "stores long keys",
    "let m: Map<String, Int> = Map.new()\nlet n = 0",
    'n += 1\nm["x".repeat(20000) + (n % 100).to_string()] = n',
  ],
  ["hashes long strings", "let s = text(20000000)\nlet n = 0", "if s.hash() == 1 { n += 1 }"],
  ["writes nested lists as text", "let xs = [numbers(2000), numbers(2000)]\nlet n = 0", 'n += "${xs}".len()'],
  [
    "catches panics",
    "let n = 0",
    "let _ = catch_panic(fun() -> Int {\n let xs: List<Int> = []\n xs[0] })\nn += 1",
  ],
  ["searches many short strings", "let n = 0", 'if "abc".contains("d") { n += 1 }'],
  ["folds many short strings", 'let s = "É".repeat(1000)\nlet n = 0', "n += unicode.fold(s).len()"],
  ["compiles patterns", "let n = 0", 'n += 1\nlet _ = compile("(a|b){1,50}" + n.to_string())'],
  ["reverses lists", "let xs = numbers(500000)", "let _ = xs.reversed()"],
  ["takes slices of lists", "let xs = numbers(500000)\nlet n = 0", "n += xs[1..].len()"],
  ["inserts at the start", "let xs = numbers(100000)\nlet n = 0", "xs.insert(0, n)\nlet _ = xs.remove_at(0)"],
  [
    "copies maps",
    "let m: Map<Int, Int> = Map.new()\nfor i in 0..10000 { m[i] = i }\nlet n = 0",
    "n += m.entries().len()",
  ],
  [
    "unites sets",
    "let a: Set<Int> = Set.new()\nfor i in 0..10000 { a.add(i) }\nlet n = 0",
    "n += a.union(a).len()",
  ],
  ["parses JSON", 'let t = "[" + "1,".repeat(100000) + "1]"', "let _ = parse(t)"],
  [
    "writes JSON",
    'let v = parse("[" + "[1],".repeat(50000) + "1]").unwrap()\nlet n = 0',
    "n += stringify(v).len()",
  ],
  ["encodes", "let s = text(1000000)\nlet n = 0", "n += base64_encode(s).len()"],
  ["hashes by SHA-256", "let s = text(1000000)\nlet n = 0", "n += sha256(s).len()"],
  ["compresses", "let s = text(1000000)\nlet n = 0", "n += gzip(s).len()"],
];

const X = 'let a = "x".repeat(100000000)\n';
/** Each is one call that would take longer than the limit, so the program ends within it or before it. */
const ONCE: readonly (readonly [does: string, script: string])[] = [
  ["folds a long string", 'let _ = unicode.fold("É".repeat(50000000))'],
  ["decomposes a long string", 'let _ = unicode.nfd("É".repeat(50000000))'],
  ["composes a long string", 'let _ = unicode.nfc("E\\u{301}".repeat(33000000))'],
  ["normalises millions of marks", 'let _ = unicode.nfd("e" + "\\u{301}\\u{323}".repeat(20000000))'],
  [
    "divides one grapheme of millions of marks",
    'let _ = unicode.graphemes("e" + "\\u{301}".repeat(40000000))',
  ],
  ["capitalises a long string", 'let _ = unicode.upper("é".repeat(50000000))'],
  [
    "searches a periodic needle",
    'let a = "a".repeat(100000000)\nlet _ = a.index_of("b" + "a".repeat(60))\nlet _ = a.last_index_of("a".repeat(60) + "b")',
  ],
  [
    "searches a periodic needle from the end",
    'let a = "a".repeat(100000000)\nlet _ = a.last_index_of("a".repeat(60) + "b")',
  ],
  ["trims a long string", 'let a = " ".repeat(100000000)\nloop { let _ = a.trim() }'],
  ["splits a long string of spaces", 'let a = " ".repeat(100000000)\nloop { let _ = a.split_whitespace() }'],
  ["parses a number of many digits", 'let a = "1".repeat(100000000)\nlet _ = a.parse_float()'],
  ["normalises a long path", 'let a = "a/../".repeat(20000000)\nlet _ = path.normalize(a)'],
  ["divides a long path", 'let a = "a/b".repeat(30000000)\nlet _ = path.components(a)'],
  ["parses a long URL", 'let a = "http://a/" + "%20/../".repeat(10000000)\nlet _ = url.parse(a)'],
  [
    "pads a string of many control characters",
    "let a = \"\\u{1}\".repeat(60000000)\nlet _ = a.pad_left(3, ' ')",
  ],
  ["writes control characters as JSON", 'let _ = stringify(json_string("\\u{1}".repeat(15000000)))\nloop {}'],
  ["parses escapes of JSON", 'let _ = parse("\\"" + "\\\\u0001".repeat(10000000) + "\\"")\nloop {}'],
  [
    "replaces every byte by a pattern",
    'let r = compile("a").unwrap()\nlet _ = r.replace_all("a".repeat(30000000), "bb")',
  ],
  [
    "matches a class without end",
    `let r = compile("[^b-z]+[0-9]").unwrap()\nlet a = "a".repeat(100000000)\nloop { let _ = r.is_match(a) }`,
  ],
  [
    "matches alternatives",
    'let r = compile("(a|b|ab)*c").unwrap()\nlet _ = r.is_match("ab".repeat(50000000))',
  ],
  [
    "parses dotted keys",
    'let xs: List<String> = []\nfor i in 0..100000 { xs.push("a.b.c.d.e.f.g.k${i} = 1") }\nlet _ = toml.parse(xs.join("\\n"))\nloop {}',
  ],
  ["parses CSV", 'let _ = csv.parse("a,b\\n".repeat(30000000))'],
  ["parses a long quoted cell", 'let _ = csv.parse("\\"" + "a\\"\\"".repeat(30000000) + "\\"")'],
  ["encodes percent signs", 'let _ = url_encode("%".repeat(50000000))\nloop {}'],
  ["escapes HTML", 'let _ = html.escape("<".repeat(30000000))\nloop {}'],
  ["counts in a long string", `${X}loop { let _ = a.count("xxy") }`],
  ["replaces in a long string", `${X}loop { let _ = a.replace("xxy", "") }`],
  ["splits a long string", 'let _ = "a,".repeat(50000000).split(",")\nloop {}'],
  ["reverses a long string", `${X}loop { let _ = a.reverse() }`],
  [
    "recurses without depth",
    "fun down(n: Int) -> Int = if n == 0 { 0 } else { down(n - 1) + down(n - 1) }\nfun main() { print(down(60)) }",
  ],
  ["waits for a long time", "sleep_millis(1000000)"],
  ["waits for a lock that it holds", "let m = mutex()\nspawn sleep_millis(1000000)\nm.lock()\nm.lock()"],
  ["derives keys", 'loop { let _ = pbkdf2_sha256("a", "b", 1000000, 32) }'],
];

const SCRIPTS: readonly HostileScript[] = [
  ...REPEATED.map(
    ([does, before, statement]): HostileScript => ({
      does,
      script: `${before}\nloop {\n${statement}\n}`,
      ends: TIME_LIMIT,
    }),
  ),
  ...ONCE.map(([does, script]): HostileScript => ({ does, script, ends: TOO_MUCH })),
];

export const TIME: HostileTable = {
  kind: "time",
  imports: `import std/string
import std/collections { Map, Set }
import std/compress { gzip }
import std/crypto { hmac_sha256, pbkdf2_sha256, sha256 }
import std/csv
import std/encoding { base64_encode, url_encode }
import std/error { catch_panic }
import std/html
import std/json { diff, json_array, json_int, json_object, json_string, merge_patch, parse, patch, pointer, stringify }
import std/path
import std/regex { compile }
import std/sync { mutex, sleep_millis }
import std/toml
import std/unicode
import std/url

// Each level has the one before it twice.
fun shared(levels: Int) -> JsonValue {
    let value = json_array([])
    for _ in 0..levels {
        value = json_array([value, value])
    }
    return value
}

fun values(count: Int, first: Int) -> List<JsonValue> {
    let all: List<JsonValue> = []
    for i in 0..count {
        all.push(json_int(first + i))
    }
    return all
}

fun members(count: Int) -> JsonValue {
    let all: Map<String, JsonValue> = Map.new()
    for i in 0..count {
        all["k\${i}"] = json_int(i)
    }
    return json_object(all)
}

fun replacements(count: Int) -> JsonValue {
    let all: List<JsonValue> = []
    for i in 0..count {
        all.push(["op": "replace", "path": "/k\${i}", "value": 1])
    }
    return json_array(all)
}

fun prefixes(count: Int) -> List<String> {
    let xs: List<String> = []
    for i in 0..count {
        xs.push("ab".repeat(i * 7919 % 10007))
    }
    return xs
}

fun text(size: Int) -> String = "x".repeat(size - 1) + "y"

fun strings(count: Int, start: String) -> List<String> {
    let xs: List<String> = []
    for i in 0..count {
        xs.push("\${start}\${i * 7919 % 10007}")
    }
    return xs
}

fun numbers(count: Int) -> List<Int> {
    let xs: List<Int> = []
    for i in 0..count {
        xs.push(i * 7919 % 1000003)
    }
    return xs
}

`,
  options: { limits: { wallMillis: 300, memory: 500_000_000, compileMillis: 20_000 } },
  scripts: SCRIPTS,
};
