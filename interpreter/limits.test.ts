// Limits of output, goroutines, call depth and open sockets, set by the engine and by options of the command.
import { execFileSync, spawnSync } from "node:child_process";
import * as crypto from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Limits } from "./index.ts";
import { run } from "./testing/run.ts";
import { STD } from "./testing/command.ts";

async function under(limits: Limits, text: string): Promise<string> {
  const { exitReason, stdout, codes } = await run(text, { limits, capabilities: { net: true } });
  expect(codes).toEqual([]);
  return `${stdout}${exitReason?.kind === "panic" ? exitReason.message : exitReason?.kind}`;
}

test.each([
  [
    "print",
    'fun main() {\n    loop {\n        print("hello")\n    }\n}',
    "hello\nhello\nhello\noutput limit exceeded",
  ],
  [
    "standard error",
    'import std/io { eprint }\nfun main() {\n    loop {\n        eprint("hello")\n    }\n}',
    "output limit exceeded",
  ],
  [
    "a writer",
    'import std/io { stdout, write_all }\nfun main() {\n    loop {\n        let _ = write_all(stdout(), "hello\\n")\n    }\n}',
    "hello\nhello\nhello\noutput limit exceeded",
  ],
  ["what fits", 'fun main() {\n    print("hello")\n    print("hello")\n}', "hello\nhello\ndone"],
])("bytes of output, by %s", async (_, text, ends) => {
  expect(await under({ output: 20 }, text)).toBe(ends);
});

describe("steps of loops", () => {
  const loop = (body: string): string =>
    `fun main() {\n    let sum = 0\n    for i in 0..100_000 {\n        ${body}\n    }\n}`;

  test.each([
    ["calculations", "sum += i * i % 7"],
    ["calls", "sum += square(i)"],
    ["lists", "if sum >= 0 { sum += [i].len() }"],
  ])("each iteration counts: %s", async (_, body) => {
    const text = `fun square(n: Int) -> Int = n * n\n${loop(body)}`;
    expect(await under({ steps: 100_100 }, text)).toBe("done");
    expect(await under({ steps: 99_900 }, text)).toBe("step limit exceeded");
  });

  test("few iterations are counted together where they have effects, or leave the loop", async () => {
    const printed = (await under({ steps: 1000 }, loop("print(sum)"))).split("\n").length;
    expect(printed).toBeGreaterThan(1000 - 64);
    expect(printed).toBeLessThanOrEqual(1001);
    expect(await under({ steps: 100 }, loop("if i == 9 { break }"))).toBe("done");
    expect(await under({ steps: 100 }, loop("if i == 9 { return }"))).toBe("done");
  });
});

const LONG_NATIVES: readonly (readonly [what: string, text: string])[] = [
  ["characters", 'import std/string\nfun main() = print("é".repeat(20_000_000).chars().len())'],
  ["a hash", 'import std/string\nfun main() = print("x".repeat(40_000_000).hash())'],
  [
    "an encoding",
    'import std/encoding { base32_encode }\nimport std/string\nfun main() = print(base32_encode("x".repeat(40_000_000)).len())',
  ],
  ["a range", "import std/list\nfun main() = print(list.range(0, 30_000_000).len())"],
  [
    "JSON",
    'import std/json { parse }\nimport std/string\nfun main() = print(parse("[${"{}, ".repeat(10_000_000)}1]").is_ok())',
  ],
];

test.each(LONG_NATIVES)("work of natives, as %s of a long text, in steps and time", async (_, text) => {
  expect(await under({ steps: 50_000 }, text)).toBe("step limit exceeded");
  expect(await under({ wallMillis: 20, compileMillis: 60_000 }, text)).toBe("time limit exceeded");
});

// Each takes about 30,000 iterations, however short the loops are and however they are left.
test.each([
  ["a while loop", "let i = 0\n    while i < 30_000 { i += 1 }"],
  ["short ones", "for _ in 0..3_000 {\n        let i = 0\n        while i < 10 { i += 1 }\n    }"],
  [
    "one left by break",
    "for _ in 0..3_000 {\n        let i = 0\n        loop {\n            i += 1\n            if i == 10 { break }\n        }\n    }",
  ],
  ["one left by return", "for _ in 0..3_000 { let _ = tenth() }"],
  [
    "one left by a label",
    "'rounds: for _ in 0..3_000 {\n        let i = 0\n        loop {\n            i += 1\n            if i == 10 { continue 'rounds }\n        }\n    }",
  ],
  [
    "one that continues",
    "let i = 0\n    while i < 30_000 {\n        i += 1\n        if i % 3 == 0 { continue }\n        if i % 2 == 0 { continue }\n    }",
  ],
  [
    "one with an Int past 2^53",
    "let i = 9_223_372_036_854_745_807\n    while i != 9_223_372_036_854_775_807 { i += 1 }",
  ],
  ["one left by ?", "for _ in 0..3_000 { let _ = tried() }"],
  ["iterators", "let n = 0\n    let up = Up { n: 0 }\n    for x in up { n += x % 3 }"],
  ["iterations that call", "let i = 0\n    while i < 15_000 { i = next(i) }"],
])("steps of %s", async (_, body) => {
  const text = `fun tenth() -> Int {
    let i = 0
    loop {
        i += 1
        if i == 10 { return i }
    }
}
fun tried() -> Option<Int> {
    let i = 0
    loop {
        i += 1
        if i == 10 { let n: Option<Int> = None
            return Some(n? + 1) }
    }
}
fun next(i: Int) -> Int {
    let j = i
    while j < i + 1 { j += 1 }
    j
}
struct Up { n: Int }
impl Up {
    fun next(self) -> Option<Int> {
        self.n += 1
        if self.n > 30_000 { None } else { Some(self.n) }
    }
}
fun main() {
    ${body}
}`;
  expect(await under({ steps: 25_000 }, text)).toBe("step limit exceeded");
  expect(await under({ steps: 60_000 }, text)).toBe("done");
});

/** Newer than the oldest supported Node. */
const ARGON: [string, Limits, string][] = [
  ['password_verify("a", "$argon2id$v=19$m=1000000,t=99,p=1$c2FsdHNhbHQ$" + "A".repeat(43))', { wallMillis: 20_000 }, "time"], // biome-ignore format: one row
];
test.each<[string, Limits, string]>([
  ['pbkdf2_sha256("a", "b", 400000000, 32)', { wallMillis: 30_000 }, "time"],
  ['pbkdf2_sha256("a", "b", 400000000, 32)', { steps: 1_000_000 }, "step"],
  ['scrypt("a", "b", 262144, 8, 100, 32)', { wallMillis: 30_000 }, "time"],
  ['scrypt("a", "b", 2, 1, 1000000, 32)', { memory: 50_000_000 }, "memory"],
  ['password_hash("a")', { steps: 100_000 }, "step"],
  ...("argon2" in crypto ? ARGON : []),
])("keys whose derivation nothing could end: %s within %o", async (call, limits, which) => {
  const text = `import std/crypto ${"{ password_hash, password_verify, pbkdf2_sha256, scrypt }"}
fun derive() {
    let _ = ${call}
}

fun main() {
    for i in 0..20 {
        spawn derive()
    }
    derive()
}`;
  expect(await under({ compileMillis: 600_000, ...limits }, text)).toBe(`${which} limit exceeded`);
  // The threads of the process are free for others.
  expect((await stat("/")).isDirectory()).toBe(true);
});

test("a part of a long text or list costs as much as the part", async () => {
  const text = `import std/string
import std/bytes { get_u8 }
fun main() {
    let s = "key = value; ".repeat(200_000)
    let xs = s.bytes()
    let n = 0
    for i in 0..20_000 {
        if s.char_at(i) == ";" && s.matches_at("; ", i) { n += get_u8(s, i) }
        if s[i..].starts_with("key") { n += s.substring(i, i + 3).len() + s[i..i + 2].len() }
        n += xs.slice(i, i + 2).len() + xs[i..i + 2].len()
    }
    print(n)
}`;
  expect(await under({ steps: 1_000_000, wallMillis: 60_000 }, text)).toMatch(/^\d+\ndone$/);
});

test("derived types with strings are decoded under limits as without them", async () => {
  const text = `import std/json { decode }
@derive(FromJson, ToString)
struct Note { title: String, tags: List<String>, by: String? }
@derive(FromJson, ToString)
enum Event { Said(String), Wrote(Note) }
fun main() {
    print(decode<Note>("{\\"title\\": \\"a\\", \\"tags\\": [\\"b\\"], \\"by\\": null}"))
    print(decode<Note>("{\\"tags\\": [1]}"))
    print(decode<Event>("{\\"tag\\": \\"Said\\", \\"values\\": [\\"b\\"]}"))
    print(decode<Event>("{\\"tag\\": \\"Wrote\\", \\"values\\": [{}]}"))
    print(decode<(String, List<String>)>("[\\"c\\"]"))
}`;
  const free = (await run(text)).stdout;
  expect(free).toContain("Ok(Note { title: a, tags: [b], by: None })\n");
  for (const limits of [{ steps: 1_000_000 }, { memory: 1e9 }, { wallMillis: 600_000 }]) {
    expect(await under(limits, text)).toBe(`${free}done`);
  }
});

test("a native that panics under limits reports the same location", async () => {
  const text =
    'import std/string\nimport std/fmt { repeat }\nfun f(n: Int) -> String = repeat("x", n)\nfun main() = print(f(-1 << 62).len() + "x".substring(0, 1).len() + [1][2])';
  const [free, limited] = [await run(text), await run(text, { limits: { steps: 1_000_000, memory: 1e9 } })];
  expect(limited.stderr).toContain("at ");
  expect(limited.stderr).toBe(free.stderr);
  const long = 'import std/string\nfun main() = print("x".repeat(9_000_000_000_000).len())';
  expect((await run(long, { limits: { steps: 1_000_000 } })).stderr).toBe((await run(long)).stderr);
});

test("no script catches it", async () => {
  expect(
    await under(
      { output: 3 },
      'import std/error { catch_panic }\nfun main() {\n    let _ = catch_panic(fun() -> Int {\n        print("hello")\n        1\n    })\n    print("on")\n}',
    ),
  ).toBe("output limit exceeded");
});

test("goroutines that exist at the same time, not all that ever existed", async () => {
  expect(
    await under(
      { goroutines: 10 },
      "import std/sync { sleep_millis }\nfun main() {\n    loop {\n        spawn(fun() { sleep_millis(100000) })\n    }\n}",
    ),
  ).toBe("goroutine limit exceeded");
  expect(
    await under(
      { goroutines: 2 },
      'import std/sync { yield_now }\nfun main() {\n    for _ in 0..100 {\n        spawn(fun() {})\n        yield_now()\n    }\n    print("ok")\n}',
    ),
  ).toBe("ok\ndone");
});

test("goroutines that a handler of a server starts end the program", async () => {
  const text = `
import std/http { Request, Response, Server, get }
import std/sync { sleep_millis }
fun main() {
    let s = Server.new()
    s.get("/", fun(r: Request) -> Response {
        for _ in 0..1000 {
            spawn(fun() { sleep_millis(100000) })
        }
        Response.text("")
    })
    let a = s.start("127.0.0.1:0").unwrap()
    let _ = get("http://\${a}/")
    print("lived on")
}
`;
  expect(await under({ goroutines: 50 }, text)).toBe("goroutine limit exceeded");
});

describe("nested calls", () => {
  const COUNTS = "fun count(n: Int) -> Int = if n == 0 { 0 } else { count(n - 1) + 1 }\n";
  const WAITS =
    "import std/sync { yield_now }\nfun waits(n: Int) -> Int {\n    yield_now()\n    if n == 0 { 0 } else { waits(n - 1) + 1 }\n}\n";
  test.each([
    ["of a function", `${COUNTS}fun main() = print(count(-1))`],
    [
      "of several functions",
      "fun even(n: Int) -> Bool = n == 0 || odd(n - 1)\nfun odd(n: Int) -> Bool = n != 0 && even(n - 1)\nfun main() = print(even(-1))",
    ],
    [
      "of a lambda",
      "struct Calls { f: fun(Int) -> Int }\nfun main() {\n    let c = Calls { f: fun(n: Int) -> Int = n }\n    c.f = fun(n: Int) -> Int = (c.f)(n + 1)\n    print((c.f)(0))\n}",
    ],
    [
      "of methods of trait objects",
      "trait Deep { fun go(self) -> Int }\nstruct D {}\nimpl Deep for D { fun go(self) -> Int { let d: dyn Deep = D {}; d.go() + 1 } }\nfun main() = print(D {}.go())",
    ],
    ["of functions that wait", `${WAITS}fun main() = print(waits(-1))`],
    [
      "in a goroutine",
      `${WAITS}fun main() {\n    spawn(fun() { let _ = waits(-1) })\n    loop { yield_now() }\n}`,
    ],
    [
      "by a callback of a native",
      "import std/list\nfun f(n: Int) -> Int {\n    let xs = [2, 1]\n    xs.sort_by(fun(a, b) = (f(n + 1)).compare(b))\n    n\n}\nfun main() = print(f(0))",
    ],
    [
      "in a handler of a server",
      `import std/http { Request, Response, Server, get }\n${COUNTS}fun main() {\n    let s = Server.new()\n    s.get("/", fun(r: Request) -> Response = Response.text("\${count(-1)}"))\n    let a = s.start("127.0.0.1:0").unwrap()\n    let _ = get("http://\${a}/")\n    print("lived on")\n}`,
    ],
  ])("%s end the program", async (_, text) => {
    expect(await under({ depth: 200 }, text)).toBe("recursion limit exceeded");
  });

  test("are counted for each goroutine, until they return or panic", async () => {
    const text = `
import std/error { catch_panic }
${WAITS}${COUNTS}
fun fails(n: Int) -> Int = if n == 0 { panic("deep") } else { fails(n - 1) + 1 }
fun main() {
    for _ in 0..500 {
        let _ = count(90)
        let _ = catch_panic(fun() -> Int = fails(90))
    }
    for _ in 0..5 { spawn(fun() { print(waits(90)) }) }
    print(count(90) + waits(90))
    for _ in 0..200 { yield_now() }
}
`;
    const lines = (await under({ depth: 100 }, text)).split("\n");
    expect(lines.toSorted()).toEqual(["180", "90", "90", "90", "90", "90", "done"]);
  });

  test("no script catches it", async () => {
    const text = `import std/error { catch_panic }\n${COUNTS}fun main() {\n    let _ = catch_panic(fun() -> Int = count(-1))\n    print("on")\n}`;
    expect(await under({ depth: 100 }, text)).toBe("recursion limit exceeded");
  });

  test("by an option of the command, from the compile cache too", () => {
    const folder = mkdtempSync(join(tmpdir(), "stdlang-depth-"));
    const file = join(folder, "deep.std");
    writeFileSync(file, `${COUNTS}fun main() = print(count(1000))`);
    const start = (...options: string[]) =>
      spawnSync(process.execPath, [STD, "run", ...options, file], {
        encoding: "utf8",
        env: { ...process.env, XDG_CACHE_HOME: folder },
      });
    const refused = "panic: recursion limit exceeded\n  at count (deep.std:1:51)\n";
    for (let round = 0; round < 2; round++) {
      expect(start().stdout).toBe("1000\n");
      expect(start("--max-depth", "2000").stdout).toBe("1000\n");
      expect(start("--max-depth", "100").stderr.replace(folder, "").replace("(/", "(")).toBe(refused);
    }
    rmSync(folder, { recursive: true });
  });
});

describe("sockets", () => {
  test("that are open at the same time: connecting and listening are an Err until others are closed", async () => {
    const text = `
import std/net { TcpStream, connect, listen, udp_bind }
fun main() {
    let l = listen("127.0.0.1:0").unwrap()
    let at = l.local_addr()
    let kept: List<TcpStream> = []
    for _ in 0..3 {
        match connect(at) {
            Ok(c) -> kept.push(c),
            Err(e) -> print(e.message.starts_with("connect: too many open sockets: the limit is 3 (127.0.0.1:")),
        }
    }
    print(kept.len())
    print(listen("127.0.0.1:0").is_err() && udp_bind("127.0.0.1:0").is_err())
    for c in kept {
        c.close()
    }
    print(connect(at).is_ok())
}
`;
    const { exitReason, stdout } = await run(`import std/string\n${text}`, {
      limits: { sockets: 3 },
      capabilities: { net: true },
    });
    expect([stdout, exitReason]).toEqual(["true\ntrue\n1\ntrue\ntrue\n", { kind: "done" }]);
  });

  test("of servers and clients", async () => {
    const text = (most: string): string => `
import std/http { Request, Response, Server, get }
fun main() {
    let s = Server.new()
    s.get("/", fun(r: Request) -> Response = Response.text("${most}"))
    let a = s.start("127.0.0.1:0").unwrap()
    for _ in 0..3 {
        match get("http://\${a}/") {
            Ok(r) -> print(r.body),
            Err(_) -> print("refused"),
        }
    }
}
`;
    expect(await under({ sockets: 3 }, text("fits"))).toBe("fits\nfits\nfits\ndone");
    expect(await under({ sockets: 1 }, text("fits"))).toBe("refused\nrefused\nrefused\ndone");
  });
});

describe.skipIf(!("execve" in process))(
  "the command exits although a thread computes what nothing can end:",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "std-endless-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    const ENDLESS = 'db.query_one<Int>("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c", [])'; // biome-ignore format: one line
    test.each([
      ["a statement at the limit of time", ["--max-time=1000"], `let _ = ${ENDLESS}`, 101],
      [
        "a statement of a goroutine",
        [],
        `spawn(fun() { let _ = ${ENDLESS} })\n    sleep_millis(100)\n    exit(7)`,
        7,
      ],
      [
        "a key",
        [],
        'spawn(fun() { let _ = pbkdf2_sha256("a", "b", 480000000, 32) })\n    sleep_millis(1)',
        0,
      ],
    ] as const)(
      "%s",
      (_, options, body, status) => {
        // biome-ignore format: a table
        const path = join(folder, "endless.std");
        const text = `import std/crypto { pbkdf2_sha256 }
import std/env { exit }
import std/sqlite { open }
import std/sync { sleep_millis }

fun main() {
    let db = open(":memory:").unwrap()
    ${body}
}
`;
        writeFileSync(path, text);
        const run = spawnSync(process.execPath, [STD, "run", "--no-cache", ...options, path], { encoding: "utf8", timeout: 100_000 }); // biome-ignore format: one line
        expect(run).toMatchObject({ signal: null, status });
      },
      120_000,
    );
  },
);

describe("options of std run", () => {
  const folder = mkdtempSync(join(tmpdir(), "std-limits-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const command = (...args: string[]): { status: number | null; stdout: string; stderr: string } => {
    writeFileSync(join(folder, "a.std"), 'fun main() {\n    loop {\n        print("x")\n    }\n}\n');
    return spawnSync(process.execPath, [STD, "run", "--no-cache", ...args, "a.std"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1e9,
    });
  };

  test.each([
    ["--max-output", "5", "output"],
    ["--max-steps=100", "", "step"],
  ])("%s %s", (option, value, limit) => {
    const { status, stderr } = command(...[option, value].filter((arg) => arg !== ""));
    expect([status, stderr.split("\n")[0]]).toEqual([101, `panic: ${limit} limit exceeded`]);
  });

  test("hold for a program from the cache as well", () => {
    writeFileSync(join(folder, "b.std"), "fun main() {\n    print(1)\n}\n");
    const options = {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
    } as const;
    for (const args of [[], ["--max-steps=100"], ["--max-steps=100"], []]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [STD, "run", ...args, "b.std"], options);
      expect([status, stdout, stderr]).toEqual([0, "1\n", ""]);
    }
  });

  test("take whole numbers only", () => {
    expect(command("--max-time", "1s")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        "option --max-time needs a whole number: --max-time MS, not 1s",
      ) as string,
    });
    expect(() =>
      execFileSync(process.execPath, [STD, "run", "--max-nothing", "a.std"], { stdio: "pipe" }),
    ).toThrow();
  });
});
