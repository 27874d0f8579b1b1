import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

// Every test starts processes.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string | Uint8Array): string {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
  return name;
}

interface Result {
  status: number | null;
  stdout: string;
  stderr: string;
}

function std(...args: string[]): Promise<Result> {
  return run(args, "");
}

function run(
  args: readonly string[],
  input: string,
  closeStdout = false,
  variables: Record<string, string> = {},
  cwd = folder,
): Promise<Result> {
  const command = [STD, ...args];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--stack-size=7200", ...command], {
      cwd,
      env: { ...process.env, NO_COLOR: "1", ...variables },
    });
    const result: Result = { status: null, stdout: "", stderr: "" };
    if (closeStdout) child.stdout.destroy();
    else child.stdout.on("data", (bytes) => (result.stdout += bytes));
    child.stderr.on("data", (bytes) => (result.stderr += bytes));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("close", (status) => resolve({ ...result, status }));
  });
}

/** A report of tests without times. */
function withoutTimes(result: Result): Result {
  return {
    ...result,
    stdout: result.stdout.replaceAll(/, [\d.]+ m?s\]$/gm, "]"),
    stderr: result.stderr.replaceAll(/\n(?:slow: .*\n)+/g, ""),
  };
}

describe("std run", () => {
  test("a bad NODE_EXTRA_CA_CERTS is ignored", async () => {
    file(
      "tls.std",
      `import std/env { get_env, has_env }
      import std/http { get }
      import std/net { listen }
      fun main() {
          let listener = listen("127.0.0.1:0").unwrap()
          spawn(fun() { listener.accept().unwrap().close() })
          match get("https://\${listener.local_addr()}/") { Ok(_) -> print("ok"), Err(e) -> print(e.kind) }
          print("\${get_env("NODE_EXTRA_CA_CERTS")} \${has_env("STD_NODE_EXTRA_CA_CERTS")}")
      }`,
    );
    file("bad.pem", "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n");
    for (const path of ["missing.pem", join(folder, "bad.pem")]) {
      expect(await run(["run", "tls.std"], "", false, { NODE_EXTRA_CA_CERTS: path })).toEqual({
        status: 0,
        stdout: `http\n${path} false\n`,
        stderr: "",
      });
    }
  });
  test("arguments after the file belong to the script", async () => {
    file("args.std", 'import std/env { args }\nfun main() { for a in args() { print("<${a}>") } }');
    expect(await std("run", "--sandbox", "args.std", "--x", "", "é", "--")).toEqual({
      status: 0,
      stdout: "<args.std>\n<--x>\n<>\n<é>\n<-->\n",
      stderr: "",
    });
  });

  // A shell can pass bytes that are not UTF-8, Node cannot.
  test.skipIf(process.platform !== "linux").each([["--stack-size=7200"], [""]])(
    "arguments are bytes, variables that are not UTF-8 are empty (started with %j)",
    async (flag) => {
      file(
        "bytes.std",
        `import std/env { args, get_env, has_env }
      import std/process { run }
      fun main() {
          print("\${args().len()} <\${args()[1]}> <\${args()[2]}> <\${get_env("BYTES")}> \${has_env("BYTES")} <\${get_env("TEXT")}>")
          print(has_env("STD_ARGUMENTS"))
          print(run("printf", ["%s", args()[1]]).unwrap().stdout == args()[1])
      }`,
      );
      const command = `BYTES=$(printf 'a\\377') TEXT=$(printf '\\357\\277\\275') exec ${process.execPath} ${flag} ${STD} run bytes.std "$(printf 'a\\377\\303\\251\\360\\237')" "$(printf '\\357\\277\\275')"`;
      const child = spawn("sh", ["-c", command], { cwd: folder });
      const stdout = Buffer.from(
        await new Response(Readable.toWeb(child.stdout) as ReadableStream).arrayBuffer(),
      ).toString("latin1");
      expect(stdout).toBe("3 <a\xff\xc3\xa9\xf0\x9f> <\xef\xbf\xbd> <> true <\xef\xbf\xbd>\nfalse\ntrue\n");
    },
  );

  test.skipIf(process.platform !== "linux")("folders of scripts need not be UTF-8", async () => {
    file("bytes-parts/main.std", 'import "./part" { name }\nfun main() = print(name())');
    file("bytes-parts/part.std", 'fun name() -> String = "found"');
    const command = [
      `name=$(printf 'a\\377\\303\\251')`,
      'cp -r bytes-parts "$name"',
      `${process.execPath} ${STD} run "$name/main.std"`,
      `${process.execPath} ${STD} run "$PWD/$name/main.std"`,
      'cd "$name"',
      `${process.execPath} ${STD} run main.std`,
      `${process.execPath} ${STD} run --sandbox main.std`,
    ].join(" && ");
    const child = spawn("sh", ["-c", command], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    expect(await new Response(Readable.toWeb(child.stdout) as ReadableStream).text()).toBe(
      "found\n".repeat(4),
    );
  });

  test("a panic exits with 101 and a trace, after the printed text", async () => {
    file(
      "panic.std",
      'fun at(xs: List<Int>) -> Int = xs[3]\nfun main() {\n    __io_print_str("no break")\n    print(at([1]))\n}',
    );
    const { status, stdout, stderr } = await std("run", "panic.std");
    expect([status, stdout]).toEqual([101, "no break"]);
    expect(stderr).toBe(
      "panic: list index out of bounds: index 3, length 1\n  at at (panic.std:1:32)\n  at main (panic.std:4:11)\n",
    );
  });

  test("exit sets the status", async () => {
    file("exit.std", 'import std/env { exit }\nfun main() { print("x") defer print("no") exit(7) }');
    expect(await std("run", "exit.std")).toEqual({ status: 7, stdout: "x\n", stderr: "" });
  });

  test("a deadlock names the locations of waiting goroutines", async () => {
    file("dead.std", "import std/sync { channel }\nfun main() {\n    channel().recv()\n}");
    const { status, stderr } = await std("run", "dead.std");
    expect(status).toBe(101);
    expect(stderr).toBe(
      "panic: all goroutines are blocked: deadlock\n  channel receive at main (dead.std:3:15)\n",
    );
  });

  test("a blocked select is reported at the line of the program, not at that of the library", async () => {
    file(
      "select.std",
      "import std/sync { channel, select_recv, Channel }\nfun either(a: Channel<Int>, b: Channel<Int>) -> Int {\n    let got = select_recv([a, b])\n    return got.value\n}\nfun main() {\n    print(either(channel(), channel()))\n}",
    );
    const { stderr } = await std("run", "select.std");
    expect(stderr).toBe(
      "panic: all goroutines are blocked: deadlock\n  select at either (select.std:3:15)\n",
    );
  });

  test("ten thousand nested calls work, endless recursion is a panic", async () => {
    file(
      "deep.std",
      "fun f(n: Int) -> Int = if n == 0 { 0 } else { 1 + f(n - 1) }\nfun main() { print(f(10000)) print(f(-1)) }",
    );
    const { status, stdout, stderr } = await std("run", "deep.std");
    expect([status, stdout]).toEqual([101, "10000\n"]);
    expect(stderr).toMatch(/^panic: stack overflow\n {2}at f \(deep\.std:1:\d+\)\n$/);
  });

  test("input is read line by line", async () => {
    file("input.std", 'fun main() { print("${__io_read_line()}|${__io_read_line()}|${__io_read_line()}") }');
    expect((await run(["run", "input.std"], "one\r\ntwo")).stdout).toBe("one|two|\n");
  });

  test("a closed standard output is not an error", async () => {
    file("endless.std", "fun main() { for i in 0..100000 { print(i) } }");
    expect(await run(["run", "endless.std"], "", true)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("a program that does not check prints diagnostics and does not run", async () => {
    file("wrong.std", 'fun main() {\n    print("x")\n    print(y)\n}');
    const { status, stdout, stderr } = await std("run", "wrong.std");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: .*`y`.*\n {2}┌─ wrong\.std:3:11\n/);
  });

  test("check reports warnings, run only on a terminal", async () => {
    file("warn.std", "import std/math\nfun main() { print(1) }");
    expect(await std("run", "warn.std")).toEqual({ status: 0, stdout: "1\n", stderr: "" });
    const { status, stdout, stderr } = await std("check", "warn.std");
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/^warning: unused module/);
  });

  test.each([
    ["gone.std", "error: cannot read gone.std: no such file\n"],
    [".", "error: cannot read .: it is a directory\n"],
    [
      file("latin1.std", new Uint8Array([0x66, 0xff])),
      "error: cannot read latin1.std: it is not valid UTF-8\n",
    ],
  ])("%s cannot be run", async (path, message) => {
    expect(await std("run", path)).toEqual({ status: 1, stdout: "", stderr: message });
  });

  test("a file without main is checked as a module", async () => {
    file("module.std", "fun double(n: Int) -> Int = n * 2\n");
    expect(await std("check", "module.std")).toEqual({ status: 0, stdout: "", stderr: "" });
    file("wrong-main.std", "fun main(n: Int) {}\n");
    expect(await std("check", "wrong-main.std")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("[T28]") as string,
    });
  });

  test("check, fmt and test without a path take the current folder", async () => {
    file("here/a.std", "fun main() {\n    let x = 1\n}\n");
    file("here/a_test.std", "fun test_nothing() {}\n");
    file("here/node_modules/money/b.std", "fun main( {\n");
    const here = (...args: string[]) => run(args, "", false, {}, join(folder, "here"));
    const checked = await here("check");
    expect([checked.status, checked.stderr.match(/\[\w+\]/g)]).toEqual([0, ["[W2]"]]);
    expect(await here("fmt", "--check")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect((await here("test")).stdout).toContain("1 passed; 0 failed");
  });

  test("an empty file has no main", async () => {
    file("empty.std", "");
    const { status, stderr } = await std("run", "empty.std");
    expect(status).toBe(1);
    expect(stderr).toContain("[T28]");
  });
});

describe("wrong command lines", () => {
  test.each([
    [["rnu"], "std: unknown command rnu; did you mean run?\n"],
    [["x.std"], "std: unknown command x.std; to run a script: std run x.std\n"],
    [["--bogus"], "std: unknown option --bogus\n"],
    [["run", "--sandbx", "x.std"], "std run: unknown option --sandbx; did you mean --sandbox?\n"],
    [["repl", "x.std"], "std repl: expected no file: std repl [OPTION...]\n"],
    [["help", "run", "x"], "std help: too many arguments: std help [COMMAND]\n"],
    [["--version", "x"], "std --version: too many arguments: std --version\n"],
    [["run"], "std run: expected a file: std run [OPTION...] FILE [ARG...]\n"],
    [["test", "--filter"], "std test: option --filter needs a value: --filter REGEX\n"],
  ])("%j", async (args, stderr) => {
    expect(await std(...args)).toEqual({ status: 2, stdout: "", stderr });
  });
});

describe("std check", () => {
  test("several files and folders, as JSON", async () => {
    file("many/main.std", 'import "./lib" { f }\nfun main() { print(f(1)) }');
    file("many/lib.std", "fun f(n: Int) -> Int = nn");
    file("many/other.std", "fun g() -> Int = true");
    const { status, stdout } = await std("check", "--json", "many");
    expect(status).toBe(1);
    const found = JSON.parse(stdout) as { code: string; file: string; line: number; column: number }[];
    expect(found.map((one) => [one.code, one.file, one.line, one.column])).toEqual([
      ["R1", "many/lib.std", 1, 24],
      ["T1", "many/other.std", 1, 18],
    ]);
  });

  test("the JSON has the edits of hints", async () => {
    file("typo.std", "fun main() {\n    let total = 1\n    print(totl)\n}\n");
    const { stdout } = await std("check", "--json", "typo.std");
    const found = JSON.parse(stdout) as { code: string; fixes?: unknown }[];
    expect(found.find(({ code }) => code === "R1")?.fixes).toEqual([
      {
        title: "did you mean `total`?",
        edits: [{ file: "typo.std", line: 3, column: 11, endLine: 3, endColumn: 15, text: "total" }],
      },
    ]);
  });

  test("a program without errors prints nothing", async () => {
    file("clean.std", "fun main() {}");
    expect(await std("check", "clean.std")).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

describe("scripts without a file", () => {
  test("statements and whole programs, with errors at their places", async () => {
    expect(await std("run", "-e", "let x = 3\nfun f(n: Int) -> Int = n * 2\nprint(f(x))")).toEqual({
      status: 0,
      stdout: "6\n",
      stderr: "",
    });
    expect(
      await std("run", "-e", "import std/env { args }\nfun main() { print(args()[1]) }", "one"),
    ).toMatchObject({
      status: 0,
      stdout: "one\n",
    });
    expect((await std("run", "-e", "print(1)\nprin(2)")).stderr).toContain("<command line>:2:1");
    expect((await std("run", "-e", "let xs = [1]\nprint(xs[4])")).stderr).toContain(
      "at main (<command line>:2:7)",
    );
    expect((await std("run", "-e", "1", "--watch")).status).toBe(2);
    expect((await std("run", "--dump-on", "SIGNOPE", "x.std")).status).toBe(2);
  });
});

test("documentation by name", async () => {
  expect((await std("doc", "std/json.stringify")).stdout).toContain(
    "fun stringify(value: JsonValue) -> String\n\n    Returns",
  );
  expect((await std("doc", "List.map")).stdout).toContain("std/prelude");
  expect((await std("doc", "std/jsn")).stderr).toContain("did you mean std/json?");
  file("documented.std", "/// Twice `n`.\nfun twice(n: Int) -> Int = n * 2\n");
  expect((await std("doc", "documented.std")).stdout).toContain("fun twice(n: Int) -> Int\n    Twice `n`.");
});

test("completions name every option", async () => {
  for (const shell of ["bash", "zsh", "fish"])
    expect((await std("completions", shell)).stdout).toContain(shell === "fish" ? "-l shuffle" : "--shuffle");
  expect((await std("completions", "csh")).status).toBe(2);
});

test("benchmarks are measured, stored and compared", async () => {
  file(
    "b/x_bench.std",
    "fun bench_sum() -> Int {\n    let n = 0\n    for i in 0..100 { n += i }\n    return n\n}\n",
  );
  expect((await std("bench", "b", "--save", "b/before.json")).stdout).toMatch(
    /^bench_sum .*\/op ± \d+ % .* B\/op\n$/,
  );
  const [before] = JSON.parse(readFileSync(join(folder, "b/before.json"), "utf8")) as { median: number }[];
  file("b/before.json", JSON.stringify([{ ...before, median: before!.median / 1000 }]));
  const slower = await std("bench", "b", "--compare", "b/before.json");
  expect(slower).toMatchObject({ status: 1, stderr: "slower than before by more than 10 %: bench_sum\n" });
  expect((await std("bench", "b", "--compare", "b/gone.json")).status).toBe(2);
}, 30_000);

describe("std test", () => {
  test("each test is a separate program, and the report is as specified", async () => {
    file("t/lib.std", "let n: Int = 0\nfun bump() -> Int { n += 1 return n }");
    file(
      "t/a_test.std",
      'import std/test { assert_eq }\nimport std/env { exit }\nimport "./lib" { bump }\n' +
        'fun test_one() { print("noise") assert_eq(bump(), 1) }\nfun test_two() { assert_eq(bump(), 2) }\n' +
        "fun test_exit() { exit(1) }\nfun helper() {}\nfun test_value() -> Int = bump()",
    );
    file("t/target/x_test.std", "fun test_x() {}");
    file("t/.git/x_test.std", "fun test_x() {}");
    expect(withoutTimes(await std("test", "t"))).toEqual({
      status: 1,
      stdout:
        "running 4 tests\n  ok   test_one [t/a_test.std]\n  FAIL test_two (panic: assertion failed: 1 != 2) [t/a_test.std]\n" +
        "  FAIL test_exit (it called exit(1)) [t/a_test.std]\n  ok   test_value [t/a_test.std]\n" +
        "test result: FAILED. 2 passed; 2 failed\n",
      stderr:
        "\ntest_two (t/a_test.std)\n  panic: assertion failed: 1 != 2\n    5 │ fun test_two() { assert_eq(bump(), 2) }\n    at test_two (t/a_test.std:5:18)\n\ntest_exit (t/a_test.std)\n  it called exit(1)\n    at test_exit (t/a_test.std:6:1)\n",
    });
    file("t/sub/b_test.std", "fun test_last() {}");
    const parallel = withoutTimes(await std("test", "--jobs", "2", "t"));
    expect(parallel.stdout).toMatch(
      /^running 5 tests\n {2}ok {3}test_one [^]*test_value .*\n {2}ok {3}test_last \[t\/sub\/b_test.std\]\ntest result: FAILED\. 3 passed; 2 failed\n$/,
    );
    expect(withoutTimes(await std("test", "t"))).toEqual(parallel);
    expect(withoutTimes(await std("test", "t/sub", "t/a_test.std", "--filter", "one")).stdout).toBe(
      "running 1 test\n  ok   test_one [t/a_test.std]\ntest result: ok. 1 passed; 0 failed\n",
    );
    expect(await std("test", "t", "--filter", "nope")).toEqual({
      status: 1,
      stdout: "no tests found\n",
      stderr: "no test name matches nope\n",
    });
    file("t/sub/c_test.std", "fun test_wrong() = missing()");
    const unchecked = await std("test", "t", "--filter", "wrong");
    expect(unchecked.stdout).toContain("FAIL t/sub/c_test.std (it does not check)");
    expect(unchecked.stderr).toContain("cannot find `missing`");
    expect(unchecked.stderr).not.toContain("no test name");
  });

  test("the start and the end of a long output are kept", async () => {
    file(
      "long_test.std",
      'fun test_a() {\n    for i in 0..5000 {\n        print("line ${i} é")\n    }\n    panic("x")\n}\n',
    );
    const { passed, tests } = JSON.parse((await std("test", "--json", "long_test.std")).stdout) as {
      passed: number;
      tests: { output: string }[];
    };
    expect(passed).toBe(0);
    expect(tests[0]!.output).toMatch(/^line 0 é\nline 1 é\n[^]*\n… \d+ bytes …\n[^]*\nline 4999 é\n$/);
    expect(tests[0]!.output.length).toBeLessThan(10_100);
  });

  test("files that reach the outside world run one after the other", async () => {
    const sharing = (own: string, other: string): string =>
      "import std/fs { write, exists }\nimport std/time { sleep_millis }\nimport std/test { assert_false }\n" +
      `fun test_${own}() {\n    assert_false(exists("shared/${other}.txt"))\n    let w = write("shared/${own}.txt", "")\n    sleep_millis(200)\n` +
      `    assert_false(exists("shared/${other}.txt"))\n    let r = fs.remove_file("shared/${own}.txt")\n}\nimport std/fs\n`;
    file("shared/a_test.std", sharing("a", "b"));
    file("shared/b_test.std", sharing("b", "a"));
    expect((await std("test", "shared")).stdout).toContain("2 passed; 0 failed");
  });

  test("no tests are not a failure, a file that does not check fails alone", async () => {
    file("none/a.std", "");
    expect(await std("test", "none")).toEqual({ status: 0, stdout: "no tests found\n", stderr: "" });
    file("broken/a_test.std", 'fun test_a() { print("ran") }');
    file("broken/b_test.std", "fun test_b() { x }");
    const { status, stdout, stderr } = withoutTimes(
      await std("test", "broken/a_test.std", "gone_test.std", "broken"),
    );
    expect([status, stdout]).toEqual([
      1,
      "running 1 test\n  ok   test_a [broken/a_test.std]\n  FAIL broken/b_test.std (it does not check)\n" +
        "  FAIL gone_test.std (it cannot be read)\ntest result: FAILED. 1 passed; 2 failed\n",
    ]);
    expect(stderr).toContain("b_test.std:1:16");
    expect(stderr).toContain("error: cannot read gone_test.std: no such file\n");
    expect(JSON.parse((await std("test", "--json", "broken")).stdout)).toMatchObject({
      passed: 1,
      failed: 1,
      tests: [
        { name: "test_a", passed: true, output: "ran\n" },
        { file: "broken/b_test.std", name: "broken/b_test.std", failure: "it does not check" },
      ],
    });
  });

  test("a test that does not end is reported with the locations of its goroutines, and the others run", async () => {
    file(
      "slow/a_test.std",
      `import std/sync { channel, sleep_millis, mutex }

fun sleeper() {
    sleep_millis(1000000)
}

fun spin(n: Int) -> Int {
    let i = n
    while i >= 0 {
        i = i ^ 1
    }
    return i
}

fun test_waits() {
    print("before")
    let c = channel<Int>()
    let m = mutex()
    m.lock()
    spawn(sleeper)
    spawn(fun() {
        m.lock()
    })
    let n = c.recv()
    print(n)
}

fun test_spins() {
    print(spin(3))
}

fun test_gives_way() {
    loop {
        sleep_millis(0)
    }
}

fun test_last() {}
`,
    );
    // A program without goroutines never gives way.
    file(
      "slow/b_test.std",
      "fun test_spins_alone() {\n    let i = 0\n    while i >= 0 {\n        i = i ^ 1\n    }\n}\nfun test_other() {}\n",
    );
    const { status, stdout, stderr } = withoutTimes(await std("test", "--timeout", "2", "slow"));
    expect([status, stdout]).toEqual([
      1,
      "running 6 tests\n  FAIL test_waits (timed out after 2 s) [slow/a_test.std]\n  FAIL test_spins (timed out after 2 s) [slow/a_test.std]\n" +
        "  FAIL test_gives_way (timed out after 2 s) [slow/a_test.std]\n  ok   test_last [slow/a_test.std]\n" +
        "  FAIL test_spins_alone (timed out after 2 s) [slow/b_test.std]\n  ok   test_other [slow/b_test.std]\ntest result: FAILED. 2 passed; 4 failed\n",
    ]);
    const [waits, spins, gives, alone] = stderr.trimStart().split("\n\n");
    expect(waits).toBe(
      "test_waits (slow/a_test.std)\n  timed out after 2 s\n    channel receive at test_waits (slow/a_test.std:24:15)\n" +
        "    mutex lock at test_waits.lambda (slow/a_test.std:22:11)\n    waiting at sleeper (slow/a_test.std:4:5)\n  it printed:\n    before",
    );
    expect(spins).toBe(
      "test_spins (slow/a_test.std)\n  timed out after 2 s\n    running at spin (slow/a_test.std:9:5)\n      called at test_spins (slow/a_test.std:29:11)",
    );
    expect(alone).toBe(
      "test_spins_alone (slow/b_test.std)\n  timed out after 2 s\n    running at test_spins_alone (slow/b_test.std:3:5)\n",
    );
    expect(gives).toMatch(/test_gives_way \(slow\/a_test.std:3[345]:\d+\)/);
    expect((await std("test", "--timeout", "soon")).stderr).toBe(
      "std test: option --timeout needs a number of seconds, not soon\n",
    );
  });

  test("a test whose deferred call does not end names the panic before it", async () => {
    file(
      "deferred/a_test.std",
      `import std/sync { channel, sleep_millis }
import std/test { assert_eq }
fun close() {
    let c = channel<Int>()
    spawn(fun() {
        sleep_millis(1000000)
        c.send(1)
    })
    print(c.recv())
}
fun test_closes() {
    print("before")
    defer close()
    assert_eq(1, 2)
}
`,
    );
    const { stdout, stderr } = withoutTimes(await std("test", "--timeout", "2", "deferred"));
    expect(stdout).toContain("  FAIL test_closes (timed out after 2 s) [deferred/a_test.std]\n");
    expect(stderr).toBe(
      "\ntest_closes (deferred/a_test.std)\n  timed out after 2 s\n    panic: assertion failed: 1 != 2\n" +
        "      at test_closes (deferred/a_test.std:14:5)\n" +
        "    channel receive at close (deferred/a_test.std:9:13)\n" +
        "    waiting at close.lambda (deferred/a_test.std:6:9)\n  it printed:\n    before\n",
    );
  });

  test("a test whose process dies fails, and the others run", async () => {
    file(
      "dies/a_test.std",
      'import std/process { run }\nfun test_kills_itself() {\n    let r = run("sh", ["-c", "kill -9 $PPID"])\n}\nfun test_last() {}\n',
    );
    const { stdout } = withoutTimes(await std("test", "dies"));
    expect(stdout).toBe(
      "running 2 tests\n  FAIL test_kills_itself (its process ended: signal SIGKILL) [dies/a_test.std]\n  ok   test_last [dies/a_test.std]\n" +
        "test result: FAILED. 1 passed; 1 failed\n",
    );
  });

  test("an Err fails with its text, an exit whatever its status", async () => {
    file(
      "ends_test.std",
      "import std/env { exit }\nimport std/error { Error, error_kind }\n" +
        'fun test_err() -> Result<(), Error> = Err(error_kind("io", "gone"))\nfun test_exit() { exit(0) }\nfun test_ok() -> Result<Int, Error> = Ok(1)\n' +
        'fun test_deep() { defer print("closed") let xs: List<Int> = [] print(xs[0]) }\n',
    );
    const { stdout, stderr } = withoutTimes(await std("test", "ends_test.std"));
    expect(stdout).toMatch(
      /^running 4 tests\n {2}FAIL test_err \(error: io: gone\) .*\n {2}FAIL test_exit \(it called exit\(0\)\) .*\n {2}ok {3}test_ok .*\n {2}FAIL test_deep \(panic: list index/,
    );
    expect(stderr).toContain("    at test_deep (ends_test.std:6:");
  });
});

describe("other commands", () => {
  test("fmt rewrites, or lists with --check", async () => {
    file("fmt/a.std", "fun main(){print( 1 )}");
    file("fmt/b.std", "fun main() {}\n");
    expect(await std("fmt", "--check", "fmt")).toEqual({
      status: 1,
      stdout: "fmt/a.std\n",
      stderr:
        "--- fmt/a.std\n+++ fmt/a.std\n@@ -1,1 +1,3 @@\n-fun main(){print( 1 )}\n\\ No newline at end of file\n+fun main() {\n+    print(1)\n+}\n1 of 2 files would change\n",
    });
    expect(await std("fmt", "fmt")).toEqual({ status: 0, stdout: "", stderr: "1 of 2 files changed\n" });
    expect(await std("fmt", "fmt/a.std")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(folder, "fmt/a.std"), "utf8")).toBe("fun main() {\n    print(1)\n}\n");
  });

  test("fmt does not change files that do not parse, and formats standard input", async () => {
    file("fmt2/bad.std", "fun main( {");
    file("fmt2/latin1.std", new Uint8Array([0x66, 0xff]));
    const { status, stdout, stderr } = await std("fmt", "fmt2", "fmt2/gone.std");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("fmt2/bad.std:1:11");
    expect(stderr).toContain("error: cannot format fmt2/gone.std: no such file\n");
    expect(stderr).toContain("error: cannot format fmt2/latin1.std: it is not valid UTF-8\n");
    expect(readFileSync(join(folder, "fmt2/bad.std"), "utf8")).toBe("fun main( {");
    expect(await run(["fmt", "-"], "fun main(){}")).toEqual({
      status: 0,
      stdout: "fun main() {}\n",
      stderr: "",
    });
    expect(await run(["fmt", "--check", "-"], "fun main(){}")).toMatchObject({
      status: 1,
      stdout: "<stdin>\n",
      stderr: expect.stringContaining("\n+fun main() {}\n"),
    });
    expect(await run(["fmt", "-"], "fun main(")).toMatchObject({ status: 1, stdout: "" });
  });

  test("colours are used if requested", async () => {
    file("color.std", "fun main() { print(y) }");
    expect((await std("check", "color.std")).stderr).not.toContain("\x1b[");
    expect((await std("check", "--color=always", "color.std")).stderr).toContain("\x1b[1;31merror");
    expect((await std("run", "--color", "never", "color.std")).stderr).not.toContain("\x1b[");
    expect(await std("check", "--color=on", "color.std")).toEqual({
      status: 2,
      stdout: "",
      stderr: "std check: option --color must be always, never or auto, not on\n",
    });
  });

  test("output that is not read is not an error", async () => {
    file("color.std", "fun main() { print(y) }");
    for (const args of [["help"], ["check", "--json", "color.std"], ["fmt", "-"], ["explain", "T1"]]) {
      const { stderr } = await run(args, "fun main() {}", true);
      expect(stderr).toBe("");
    }
  });

  test("warnings fail a check only with --deny-warnings", async () => {
    file("warned.std", "import std/math\nfun main() {}");
    expect((await std("check", "warned.std")).status).toBe(0);
    expect((await std("check", "--deny-warnings", "warned.std")).status).toBe(1);
  });

  test("one run reports ten errors of different kinds", async () => {
    file(
      "ten.std",
      [
        "import std/nope",
        "struct P { x: Int }",
        "fun a() -> Int = true",
        "fun b() { c() }",
        "fun d() { let x: Nope = 1 }",
        "fun e() { P { y: 1 } }",
        "fun f() { print(P { x: 1 }) }",
        "fun g(n: Int) -> Int { if n > 0 { return 1 } }",
        "fun h() { break }",
        "fun i() { match true { true -> 1 } }",
        "fun j() { a(1) }",
        "fun main() { let xs = [] }",
      ].join("\n"),
    );
    const { stderr } = await std("check", "ten.std");
    const codes = new Set([...stderr.matchAll(/^error: .* \[(\w+)\]$/gm)].map(([, code]) => code));
    expect([...codes].toSorted()).toEqual(["R1", "R3", "T1", "T10", "T14", "T19", "T2", "T3", "T6", "T8"]);
  });

  test("help, version and explain", async () => {
    expect((await std("help", "run")).stdout).toContain("--no-cache");
    expect(await std("help", "--help")).toEqual(await std("--help"));
    expect((await std("--version")).stdout).toMatch(/^std \d+\.\d+\.\d+\n$/);
    expect((await std("explain", "t1")).stdout).toMatch(/^T1 \(error\): /);
    expect(await std()).toMatchObject({ status: 2, stdout: "" });
  });
});
