// Files behind symbolic links: their imports are resolved from the folder of the real file, whichever path
// was followed first.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { isProblem, load } from "./index.ts";
import { fileReader } from "./reader.ts";

let dir = "";

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "std-links-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function file(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

/** The shown paths of the files of a program, dependencies first, and the errors of its imports. */
function loaded(
  entry: string,
  packages: Record<string, string> = {},
): { shown: string[]; problems: string[] } {
  const { units, entries, diagnostics } = load([{ path: join(dir, entry) }], {
    modules: standardModules,
    reader: fileReader,
    packages: ({ host, owner, name }) => packages[`${host}/${owner}/${name}`] ?? null,
  });
  expect(entries.filter(isProblem)).toEqual([]);
  return {
    shown: units.filter(({ standard }) => !standard).map(({ source }) => relative(dir, source.name)),
    problems: diagnostics.map(({ message }) => message.replaceAll(`${dir}/`, "")),
  };
}

test.each([
  ["./real/mod", "./link/mod"],
  ["./link/mod", "./real/mod"],
])("a linked module imports the same: %s first", (first, second) => {
  file("shared/real/mod.std", 'import "../beside"\nfun a() -> Int = beside.b()\n');
  file("shared/beside.std", "fun b() -> Int = 1\n");
  file("app/beside.std", "fun wrong() -> Int = 2\n");
  symlinkSync("../shared/real", join(dir, "app/real"));
  symlinkSync("../shared/real", join(dir, "app/link"));
  file(
    "app/main.std",
    `import "${first}" as x\nimport "${second}" as y\nfun main() { print(x.a() + y.a()) }\n`,
  );
  const { shown, problems } = loaded("app/main.std");
  expect(problems).toEqual([]);
  expect(shown).toEqual(["shared/beside.std", join("app", `${first}.std`), "app/main.std"]);
});

test("a program that is started through a link finds its modules", () => {
  file("lib/tool.std", 'import "./part"\nfun main() { print(part.p()) }\n');
  file("lib/part.std", "fun p() -> Int = 1\n");
  mkdirSync(join(dir, "bin"));
  symlinkSync("../lib/tool.std", join(dir, "bin/tool"));
  expect(loaded("bin/tool")).toEqual({ shown: ["lib/part.std", "bin/tool"], problems: [] });
});

test("files are shown by the written path if it leads to the same file", () => {
  file("real/a.std", 'import "./b"\nfun f() -> Int = b.g()\n');
  file("real/b.std", "fun g() -> Int = 1\n");
  symlinkSync("real", join(dir, "link"));
  file("main.std", 'import "./link/a"\nfun main() { print(a.f()) }\n');
  expect(loaded("main.std")).toEqual({ shown: ["link/b.std", "link/a.std", "main.std"], problems: [] });
});

test("a file that is missing beside the real file is missing", () => {
  file("real/a.std", 'import "./b"\n');
  file("app/b.std", "fun g() -> Int = 1\n");
  symlinkSync("../real/a.std", join(dir, "app/a.std"));
  file("app/main.std", 'import "./a"\nfun main() {}\n');
  expect(loaded("app/main.std").problems).toEqual(["cannot resolve import `./b`: no such file: real/b.std"]);
});

test("a package that is a link may import within itself, not out of it", () => {
  file("store/pack/lib.std", 'import "./inner/part"\nfun f() -> Int = part.p()\n');
  file("store/pack/inner/part.std", 'import "../lib2"\nfun p() -> Int = lib2.q()\n');
  file("store/pack/lib2.std", "fun q() -> Int = 1\n");
  file("store/pack/bad.std", 'import "../secret"\n');
  file("store/secret.std", "fun s() -> Int = 1\n");
  symlinkSync("store/pack", join(dir, "linked"));
  const packages = { "h.org/o/n": join(dir, "linked") };
  file("main.std", 'import "h.org/o/n" as n\nfun main() { print(n.f()) }\n');
  expect(loaded("main.std", packages)).toEqual({
    shown: ["linked/lib2.std", "linked/inner/part.std", "linked/lib.std", "main.std"],
    problems: [],
  });
  file("bad.std", 'import "h.org/o/n/bad"\nfun main() {}\n');
  expect(loaded("bad.std", packages).problems).toEqual([
    expect.stringContaining("it is outside the package"),
  ]);
});
