// The grammar of tree-sitter agrees with the language: it has the same words and signs, its queries name its nodes, and
// where the command `tree-sitter` is installed (or $TREE_SITTER_COMMAND names it), it accepts every script that the
// parser accepts.
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeSource, isProblem } from "../interpreter/modules/index.ts";
import { Source } from "../interpreter/source/index.ts";
import { parse } from "../interpreter/syntax/index.ts";
import { kinds, keywords } from "../interpreter/syntax/tokens.ts";

const root = dirname(import.meta.dirname);
const folder = join(root, "editors/tree-sitter-std");
const read = (path: string): string => readFileSync(join(folder, path), "utf8");

/** The strings of a grammar in JSON. */
function stringsOf(rule: unknown): string[] {
  if (typeof rule !== "object" || rule === null) return [];
  const { type, value } = rule as { readonly type?: string; readonly value?: unknown };
  return type === "STRING" && typeof value === "string" ? [value] : Object.values(rule).flatMap(stringsOf);
}

const strings = new Set(stringsOf((JSON.parse(read("src/grammar.json")) as { rules: unknown }).rules));

test("it has the words of the token table, and those that are names elsewhere", () => {
  const words = [...strings].filter((text) => /^[A-Za-z]+$/.test(text));
  expect(words.toSorted()).toEqual([...keywords, "dyn", "macro", "type"].toSorted());
});

test("it has the signs of the token table", () => {
  // The signs of macros and of errors are tokens of macros only.
  const unused = ["$", "=>", "::"];
  const signs = kinds.filter((kind) => /^[^A-Za-z]+$/.test(kind) && !unused.includes(kind));
  for (const sign of signs) expect(strings, sign).toContain(sign);
});

test("the rules of grammar.js are those of the generated files", () => {
  const source = read("grammar.js");
  const rules = [...source.slice(source.indexOf("  rules: {")).matchAll(/^ {4}(\w+): \(/gm)];
  const generated = JSON.parse(read("src/grammar.json")) as { rules: Record<string, unknown> };
  expect(rules.map(([, name]) => name)).toEqual(Object.keys(generated.rules));
});

test("Zed has the same colours", () => {
  expect(read("../zed/languages/std/highlights.scm")).toBe(read("queries/highlights.scm"));
});

test("its queries name its nodes and fields", () => {
  const types = JSON.parse(read("src/node-types.json")) as { type: string }[];
  const nodes = new Set(types.map(({ type }) => type));
  const fields = new Set(read("src/grammar.json").match(/(?<="type": "FIELD",\s+"name": ")\w+/g));
  for (const query of globSync(["queries/*.scm", "../zed/languages/std/*.scm"], { cwd: folder })) {
    const text = read(query)
      .replaceAll(/^;.*$/gm, "")
      .replaceAll(/\(#(?:"(?:[^"\\]|\\.)*"|[^()"])*\)/g, "");
    for (const [, name] of text.matchAll(/\(([a-z][a-z_]*)/g)) expect(nodes, query).toContain(name);
    for (const [, name] of text.matchAll(/([a-z_]+):/g)) expect(fields, query).toContain(name);
    for (const [, sign] of text.matchAll(/(?<!\\)"((?:[^"\\]|\\.)*)"/g)) expect(nodes, query).toContain(sign);
  }
});

const COMMAND = process.env["TREE_SITTER_COMMAND"] ?? "tree-sitter";
/** The command runs, has the options that are used here, and finds a compiler of C. */
const [major = 0, minor = 0] =
  /(\d+)\.(\d+)/
    .exec(spawnSync(COMMAND, ["--version"], { encoding: "utf8" }).stdout ?? "")
    ?.slice(1)
    .map(Number) ?? [];
const isInstalled = (major > 0 || minor >= 25) && spawnSync("cc", ["--version"]).status === 0;

describe.skipIf(!isInstalled)("with the command tree-sitter", { timeout: 180_000 }, () => {
  const inCopy = <T>(work: (copy: string, run: (...args: string[]) => string) => T): T => {
    const copy = mkdtempSync(join(tmpdir(), "std-tree-sitter-"));
    const env = {
      ...process.env,
      XDG_CACHE_HOME: join(copy, "cache"),
      TREE_SITTER_LIBDIR: join(copy, "lib"),
    };
    try {
      cpSync(folder, join(copy, "grammar"), { recursive: true });
      return work(copy, (...args) => {
        const { stdout, stderr } = spawnSync(COMMAND, args, {
          cwd: join(copy, "grammar"),
          env,
          encoding: "utf8",
          maxBuffer: 1 << 28,
        });
        return stdout + stderr;
      });
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  };
  const wrong = (output: string): string[] => output.split("\n").filter((line) => /ERROR|MISSING/.test(line));

  test("it accepts every script that the parser accepts", () => {
    const accepted = globSync("{conformance,examples,stdlib}/**/*.std", { cwd: root }).filter((path) => {
      const text = decodeSource(readFileSync(join(root, path)));
      return (
        !isProblem(text) &&
        parse(new Source(path, text)).diagnostics.every(({ severity }) => severity !== "error")
      );
    });
    expect(accepted.length).toBeGreaterThan(1_000);
    inCopy((copy, run) => {
      const list = join(copy, "list");
      writeFileSync(list, accepted.map((path) => `${join(root, path)}\n`).join(""));
      expect(wrong(run("parse", "--quiet", "--paths", list))).toEqual([]);
    });
  });

  test("broken texts have errors", () => {
    const broken = ["fun f( {}", "let a = (1", "fun f() { match x { -> 1 } }", "struct A { b }", "enum { }"];
    inCopy((copy, run) => {
      for (const text of broken) {
        writeFileSync(join(copy, "broken.std"), text);
        expect(wrong(run("parse", "--quiet", join(copy, "broken.std"))), text).toHaveLength(1);
      }
    });
  });

  test("line breaks end statements as they do for the parser", () => {
    const text = "fun f() {\n    a\n    (b)\n    c\n        .d()\n        || e\n    -g\n}\n";
    inCopy((copy, run) => {
      writeFileSync(join(copy, "lines.std"), text);
      const nodes = run("parse", "--no-ranges", join(copy, "lines.std")).replaceAll(/\s+/g, " ");
      expect(nodes).toContain(
        "(block (identifier) (paren (identifier)) (binary left: (call callee: (member receiver: (identifier) name: (identifier)) arguments: (arguments)) right: (identifier)) (unary (identifier)))",
      );
    });
  });
});
