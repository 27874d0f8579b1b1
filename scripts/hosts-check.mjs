// Checks the engine of the built package, without servers; `scripts/hosts.ts` runs it under each JavaScript
// runtime. Prints a line for each check, `ok` or what happened instead, and exits with 1 unless all are ok.
import { createEngine, createWorkerEngine, defineModule, Err, fail } from "stdlang";
import { standardModules } from "stdlang/stdlib";

class Account {
  balance = 0;
  deposit(amount) {
    return (this.balance += amount);
  }
}
const bank = defineModule({
  name: "bank",
  declaration: "import std/error { Error }\nstruct Account {}\nimpl Account {\n    fun deposit(self, amount: Int) -> Int\n}\nfun open(name: String) -> Result<Account, Error>\n@blocking fun ask(question: String) -> String",
  classes: { Account },
  functions: { open: (name) => (name === "ann" ? new Account() : fail("bank", `no ${name}`)), ask: async (question) => `${question} yes` },
});
const LIMITS = { steps: 5_000_000, wallMillis: 5000, memory: 50_000_000, compileMillis: 60_000 };
let output = "";
const engine = createEngine({ modules: [...standardModules, bank], limits: LIMITS, stdout: (bytes) => void (output += bytes) });

/** The exit reason of a program, and its output. */
async function run(text, by = engine) {
  output = "";
  const { exitReason, diagnostics } = await by.run({ path: "a.std", text });
  const how = exitReason === null ? diagnostics.map((one) => one.code).join(" ") : exitReason.kind === "panic" ? exitReason.message : exitReason.kind;
  return `${output.replaceAll("\n", "|")}${how}`;
}
const TYPES = "import std/collections { Map }\nenum Shape { Dot, Circle(Float), Line(Int, Int) }\nstruct Point { x: Int, name: String }\n";
const load = async (text) => (await engine.load({ path: "p.std", text })).program;

const CHECKS = {
  "a program runs": async () => [await run('fun main() { print("né ${6 * 7}") }'), "n\xc3\xa9 42|done"],
  "a wrong program is told": async () => [await run('fun main() { let x: Int = "a" }'), "T1"],
  "a panic has its message": async () => [await run("fun main() { let xs = [1]\n xs[4] = 1 }"), "list index out of bounds: index 4, length 1"],
  "and its trace": async () => [(await engine.run({ path: "a.std", text: "fun f() -> Int = [1][4]\nfun main() { print(f()) }" })).exitReason.text.includes("  at f (a.std:1:"), true],
  "64-bit integers": async () => [await run("fun main() { print(9223372036854775807 - 1)\n print(3037000500 * 3037000499) }"), "9223372036854775806|9223372033963249500|done"],
  "an endless loop": async () => [/^(?:step|time) limit exceeded$/.test(await run("fun main() { loop {} }")), true],
  "text that grows": async () => [await run('fun main() { let s = "x"\n loop { s = s + s } }'), "memory limit exceeded"],
  "endless recursion": async () => [/^(?:stack overflow|(?:step|time) limit exceeded)$/.test(await run("fun f() -> Int = 1 + f()\nfun main() { print(f()) }")), true],
  "goroutines and channels": async () => [await run("import std/sync { channel, sleep_millis }\nfun main() { let c = channel<Int>()\n spawn(fun() { for i in 0..3 { sleep_millis(1)\n c.send(i) } })\n for _ in 0..3 { print(c.recv()) } }"), "0|1|2|done"],
  "a deadlock": async () => [await run("import std/sync { channel }\nfun main() { let c = channel<Int>()\n c.recv() }"), "all goroutines are blocked: deadlock"],
  "JSON and regular expressions": async () => [await run('import std/json { parse, stringify }\nimport std/regex { compile }\nfun main() { print(stringify(parse("[1, 2.5]").unwrap()))\n print(compile("a+").unwrap().find_all("caaat")) }'), "[1,2.5]|[aaa]|done"],
  "hashes and compression": async () => [await run('import std/crypto { sha256 }\nimport std/encoding { hex_encode }\nimport std/compress { gzip, gunzip }\nfun main() { print(hex_encode(sha256("x")).len())\n print(gunzip(gzip("hello")).unwrap()) }'), "64|hello|done"],
  "closed capabilities": async () => [await run('import std/fs { read }\nfun main() { print(read("/etc/passwd").is_err()) }'), "true|done"],
  "host modules": async () => [await run('import std/bank { open, ask }\nfun main() { let a = open("ann").unwrap()\n a.deposit(5)\n print(a.deposit(7))\n print(open("bob").is_err())\n print(ask("tea?")) }'), "12|true|tea? yes|done"],
  "calls keep variables": async () => {
    const program = await load("let n = 0\nfun add(k: Int) -> Int {\n    n += k\n    n\n}");
    return [[await program.call("add", 2), program.callSync("add", 3)].join(), "2,5"];
  },
  "values both ways": async () => {
    const program = await load(`${TYPES}fun same(x: List<(Shape, Point, Map<String, Int?>)>) -> List<(Shape, Point, Map<String, Int?>)> = x`);
    const value = [["Dot", { x: 1, name: "é" }, new Map([["a", null]])], [{ Line: [1, 2] }, { x: 2, name: "" }, new Map([["b", 1]])]];
    const back = await program.call("same", value);
    return [JSON.stringify(back) + back[1][2].get("b"), JSON.stringify(value) + 1];
  },
  "results": async () => {
    const program = await load('import std/error { Error, error_kind }\nfun f(n: Int) -> Result<Int, Error> = if n > 0 { Ok(n) } else { Err(error_kind("k", "no")) }');
    return [`${await program.call("f", 1)} ${(await program.call("f", 0)) instanceof Err}`, "1 true"];
  },
  "reloading": async () => {
    const program = await load("let n = 0\nfun add() -> Int {\n    n += 1\n    n\n}");
    await program.call("add");
    await program.reload({ path: "p.std", text: "let n = 0\nfun add() -> Int {\n    n += 10\n    n\n}" });
    return [await program.call("add"), 11];
  },
  "a thread, and its limit": async () => {
    const threads = createWorkerEngine({ modules: standardModules, limits: { wallMillis: 500, compileMillis: 60_000 }, stdout: (bytes) => void (output += bytes) });
    const ends = [await run("fun main() { print(1) }", threads), await run("fun main() { loop {} }", threads)];
    threads.close();
    return [ends.join(), "1|done,time limit exceeded"];
  },
};

const only = process.argv.slice(2);
let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  let result;
  try {
    const [got, wanted] = await check();
    result = got === wanted ? "ok" : `got ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`;
  } catch (error) {
    result = `threw ${error?.stack ?? error}`;
  }
  if (result !== "ok") failed++;
  console.log(`${name}: ${result}`);
}
process.exit(failed === 0 ? 0 : 1);
