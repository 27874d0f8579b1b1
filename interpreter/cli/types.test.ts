// `std types`: the TypeScript declarations for a file, and their use with code of a host.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { STD } from "../testing/command.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "std-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BANK = `import std/error { Error }
import std/json { JsonValue }
import std/collections { Map, Set }

/// An account.
struct Account {}

impl Account {
    /// Puts money in.
    fun deposit(self, amount: Int) -> Int
    fun twice(self) -> Int = self.deposit(1) * 2
}

/// Where money goes,
/// and what for.
struct Transfer<T> { to: String, tags: List<String?>, default: T }

enum Move { Stay, Go(Int), Jump(Int, Float), Named(size: Int, label: String) }

type Pair = (Int, Char)

fun open(name: String) -> Result<Account, Error>
@blocking fun ask(default: JsonValue?) -> String
fun transfer(t: Transfer<Pair>, moves: List<Move>) -> Map<String, Set<Int>>
fun on(f: fun(Int) -> Bool) -> fun(Int) -> ()
fun first<T>(xs: List<T>) -> T?
fun helper(a: Int) -> Int = a + 1
`;
const RULES =
  "struct Order { item: String, count: Int }\nimpl Order { fun big(self) -> Bool = self.count > 3 }\n/// The price.\nfun price(order: Order, units: List<Float>) -> Float = units[0]\nfun each(f: fun(Order) -> Bool) {}\nfun id<T>(x: T) -> T = x\n";

function types(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [STD, "types", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
}

test("for a host module: the functions that the host supplies, with the types they name", () => {
  writeFileSync(join(folder, "bank.std"), BANK);
  expect(types("bank.std").stdout).toBe(`import type { Err, ErrorValue } from "stdlang";

/** An account. */
export interface Account {
  /** Puts money in. */
  deposit(amount: number): number;
}

/**
 * Where money goes,
 * and what for.
 */
export interface Transfer<T> {
  to: string;
  tags: (string | null)[];
  default: T;
}

export type Move =
  | "Stay"
  | { Go: number }
  | { Jump: [number, number] }
  | { Named: { size: number; label: string } };

export type Pair = [number, string];

/** What the host supplies: \`functions\` of \`defineModule\`. */
export type Functions = {
  open(name: string): Account | Err<{ readonly kind: string; readonly message: string; readonly code?: string } | ErrorValue>;
  ask(default_: unknown | null): string | Promise<string>;
  transfer(t: Transfer<Pair>, moves: Move[]): ReadonlyMap<string, ReadonlySet<number>>;
  on(f: ((a0: number) => Promise<boolean>)): ((a0: number) => void);
  first<T>(xs: T[]): T | null;
};
`);
});

test("for a script: the functions that the host may call", () => {
  writeFileSync(join(folder, "rules.std"), RULES);
  expect(types("rules.std").stdout).toBe(`export interface Order {
  item: string;
  count: number;
}

/** What the host may call: \`engine.load<Api>(…)\`. */
export type Api = {
  /** The price. */
  price(order: Order, units: readonly number[]): number;
  each(f: ((a0: Order) => boolean)): void;
};
`);
});

const ODD = `import std/collections { Map, Set }
import std/error { Error }
import std/io { Reader, Writer }

struct Rule { test: fun(Int) -> Bool, source: dyn Reader, outcome: Outcome, constructor: Int }
enum Outcome { Fails(Result<Int, String>), Calls(fun(Rule) -> Rule?), Fine }
struct Promise { x: Int }
struct Api { y: Int }
struct Err { code: Int }
struct string { a: Int }
struct Box<T> { value: T, next: Box<T>? }
type Both = (Rule, Err)

fun new(promise: Promise, api: Api) -> Promise = promise
fun delete(default: Int, default_: Int) -> string = string { a: default }
fun add(rule: Rule, rules: List<Rule>, both: Both) -> Rule = rule
fun deep(xs: List<List<Int?>?>, ys: List<Result<Error, String>>) -> List<List<Int?>?> = xs
fun code(e: Err) -> Result<Err, Error> = Ok(e)
fun boxes(b: Box<fun(Int) -> Int>) -> Box<Int> = Box { value: 1, next: None }
fun streams(r: dyn Reader?, w: List<dyn Writer>) -> dyn Reader? = r
fun arguments(this: Int, _: Int, _: Int) -> (Int, (String, Char)) = (this, ("", 'x'))
fun async(await: Map<String, Set<Int>>) -> Map<String, Set<Int>> = await
`;

test("names that TypeScript uses itself, and values that the host gives in another form", () => {
  writeFileSync(join(folder, "odd.std"), ODD);
  expect(types("odd.std").stdout).toBe(`import type { ByteSink, ByteSource, Err, ErrorValue } from "stdlang";

export interface Rule {
  test: ((a0: number) => Promise<boolean>);
  source: ReadableStream<Uint8Array>;
  outcome: Outcome;
  constructor: number;
}

/** \`Rule\` as the host passes it to the script. */
export interface GivenRule {
  test: ((a0: number) => boolean);
  source: ByteSource;
  outcome: GivenOutcome;
  constructor: number;
}

export type Outcome =
  | { Fails: number | Err<string> }
  | { Calls: ((a0: GivenRule) => Promise<Rule | null>) }
  | "Fine";

/** \`Outcome\` as the host passes it to the script. */
export type GivenOutcome =
  | { Fails: number | Err<string | ErrorValue> }
  | { Calls: ((a0: Rule) => GivenRule | null) }
  | "Fine";

export interface Promise_ {
  x: number;
}

export interface Api_ {
  y: number;
}

export interface Err_ {
  code: number;
}

export interface string_ {
  a: number;
}

export interface Box<T> {
  value: T;
  next: Box<T> | null;
}

export type Both = [Rule, Err_];

/** \`Both\` as the host passes it to the script. */
export type GivenBoth = [GivenRule, Err_];

/** What the host may call: \`engine.load<Api>(…)\`. */
export type Api = {
  "new"(promise: Promise_, api: Api_): Promise_;
  delete(default_: number, default__: number): string_;
  add(rule: GivenRule, rules: readonly GivenRule[], both: GivenBoth): Rule;
  deep(xs: readonly ((readonly (number | null)[]) | null)[], ys: readonly ({ readonly kind: string; readonly message: string; readonly code?: string } | Err<string | ErrorValue>)[]): ((number | null)[] | null)[];
  code(e: Err_): Err_ | Err<{ readonly kind: string; readonly message: string; readonly code?: string }>;
  boxes(b: Box<((a0: number) => number)>): Box<number>;
  streams(r: ByteSource | null, w: readonly ByteSink[]): ReadableStream<Uint8Array> | null;
  arguments(this_: number, _: number, __: number): [number, [string, string]];
  async(await_: ReadonlyMap<string, ReadonlySet<number>>): Map<string, Set<number>>;
};
`);
});

test("TypeScript checks a host against them", () => {
  writeFileSync(join(folder, "odd.std"), ODD);
  writeFileSync(join(folder, "odd.d.ts"), types("odd.std").stdout);
  writeFileSync(join(folder, "bank.std"), BANK);
  writeFileSync(join(folder, "rules.std"), RULES);
  writeFileSync(join(folder, "bank.d.ts"), types("bank.std").stdout);
  writeFileSync(join(folder, "rules.d.ts"), types("rules.std").stdout);
  const host = (
    age: string,
  ): string => `import { createEngine, createWorkerEngine, defineModule, fail } from "stdlang";
import type * as bank from "./bank.d.ts";
import type { Api } from "./rules.d.ts";
import type * as odd from "./odd.d.ts";
class Account implements bank.Account {
  deposit(amount: number): number { return amount; }
}
const functions: bank.Functions = {
  open: (name) => (name === "" ? fail("bank", "no name") : new Account()),
  ask: async () => "yes",
  transfer: (t, moves) => new Map([[t.to, new Set([moves.length])]]),
  on: (f) => (n) => void f(n),
  first: (xs) => xs[0] ?? null,
};
const descriptor = defineModule({ name: "bank", declaration: new URL("bank.std", import.meta.url), classes: { Account }, functions });
const { program } = await createEngine({ modules: [descriptor] }).load<Api>("rules.std");
const price: number = await program!.call("price", { item: "tea", count: ${age} }, [1.5]);
const now: number = program!.callSync("price", { item: "tea", count: 1 }, [price]);
const other = await createWorkerEngine({ modules: [descriptor] }).load<Api>("rules.std");
await other.program!.call("each", (order) => order.count > now);
const third = (await createEngine({ modules: [] }).load<odd.Api>("odd.std")).program!;
const rule: odd.GivenRule = { test: (n) => n > 1, source: "text", outcome: { Calls: (r) => (r.constructor > 1 ? rule : null) }, constructor: 1 };
const added = await third.call("add", rule, [rule], [rule, { code: 1 }]);
const passed: boolean = await added.test(3);
const named: odd.Promise_ = await third.call("new", { x: 1 }, { y: passed ? 1 : 2 });
const [[first]] = (await third.call("deep", [[named.x, null], null], [{ kind: "", message: "" }])) as [number[]];
await third.call("arguments", first!, 2, 3);
`;
  const settings = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: "nodenext",
      target: "es2024",
      lib: ["es2024", "esnext", "dom"],
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      skipLibCheck: false,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      paths: { stdlang: [join(root, "dist/interpreter/index.d.ts")] },
    },
    files: ["host.ts", "odd.d.ts"],
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const tsc = (): string =>
    spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], {
      encoding: "utf8",
    }).stdout;
  writeFileSync(join(folder, "host.ts"), host("1"));
  expect(tsc()).toBe("");
  writeFileSync(join(folder, "host.ts"), host('"1"'));
  expect(tsc()).toMatch(/TS2322: Type 'string' is not assignable to type 'number'/);
}, 120_000);

test("a file that does not parse, and none at all", () => {
  writeFileSync(join(folder, "bad.std"), "fun f( {");
  expect(types("bad.std")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("[P1]") as string,
  });
  expect(types("none.std")).toMatchObject({
    status: 1,
    stderr: "std types: cannot read none.std: no such file\n",
  });
  expect(types()).toMatchObject({ status: 2 });
  expect(
    execFileSync(process.execPath, [STD, "help", "types"], {
      encoding: "utf8",
    }),
  ).toContain("usage: std types [OPTION...] FILE");
});
