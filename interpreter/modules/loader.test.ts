import { expect, test } from "vitest";
import type { ModuleDescriptor } from "../runtime/host.ts";
import { load, unitsOf, type Loaded } from "./loader.ts";
import { memoryReader } from "./reader.ts";

function descriptor(name: string, declaration: string, loads: string[] = []): ModuleDescriptor {
  return { name, declaration, load: null, loads };
}

const modules = [
  descriptor("core", ""),
  descriptor("error", "struct Error { kind: String, message: String }", ["string"]),
  descriptor("string", "fun is_space_byte(b: Int) -> Bool\n"),
  descriptor("collections", "struct Map<K, V> { size: Int }"),
  descriptor("fmt", "import std/string\ntrait Debug { fun debug(self) -> String }"),
  descriptor("json", "import std/error\n", ["collections"]),
];

function loadFiles(files: Record<string, string>, entry = "main.std"): Loaded {
  const packages = ({ owner, name }: { owner: string; name: string }) =>
    `${owner}/${name}` === "ann/tools" ? "/packages/tools" : null;
  const loaded = load([{ path: entry }], { modules, reader: memoryReader(files), packages });
  return loaded;
}

function ids(loaded: Loaded): string[] {
  return loaded.units.map((unit) => unit.id);
}

function messages(loaded: Loaded): string[] {
  return loaded.diagnostics.map(({ code, message, primary }) => {
    const { line, column } = primary.source.position(primary.span.start);
    return `${primary.source.name}:${line}:${column} ${code} ${message}`;
  });
}

test("dependencies precede dependents, each once", () => {
  const loaded = loadFiles({
    "main.std": 'import "./b"\nimport "./a"\nfun main() {}',
    "a.std": 'import "./sub/c"\n',
    "b.std": 'import "./a"\nimport "./sub/../sub/c.std"\n',
    "sub/c.std": "const X = 1",
  });
  expect(ids(loaded)).toEqual(["std/core", "sub/c.std", "a.std", "b.std", "main.std"]);
  expect(loaded.diagnostics).toEqual([]);
  expect([...loaded.units[3]!.imports.values()]).toEqual(["a.std", "sub/c.std"]);
  expect(loaded.files.map((file) => file.path)).toEqual(["main.std", "b.std", "a.std", "sub/c.std"]);
});

test("standard modules load the modules they import", () => {
  const standard = (text: string): string[] =>
    ids(loadFiles({ "main.std": text })).filter((id) => id.startsWith("std/"));
  expect(standard("import std/error")).toEqual(["std/core", "std/string", "std/error"]);
  expect(standard("import std/fmt/whatever")).toEqual(["std/core", "std/string", "std/fmt"]);
  expect(standard("@derive(Debug)\nstruct A {}")).toEqual(["std/core", "std/string", "std/fmt"]);
  expect(standard("@derive(ToJson)\nstruct A {}")).toContain("std/json");
  expect(standard("fun main() { let m = [1: 2] }")).toEqual(["std/core", "std/collections"]);
  expect(standard('fun main() { print("${{1,}}") }')).toEqual(["std/core", "std/collections"]);
  expect(standard("fun main() { print([1]) }")).toEqual(["std/core"]);
});

test("paths may contain any characters", () => {
  const loaded = loadFiles({
    "main.std": 'import "./größe/日 記" as g\nimport "./\\u{e9}"',
    "größe/日 記.std": "",
    "é.std": "",
  });
  expect(messages(loaded)).toEqual([]);
  expect(ids(loaded)).toEqual(expect.arrayContaining(["größe/日 記.std", "é.std", "main.std"]));
});

test("an import that cannot be resolved is reported there", () => {
  const loaded = loadFiles({
    "main.std": 'import "./gone"\nimport std/jsn\nimport "util"\nimport "github.com/bob/x"\n',
  });
  expect(messages(loaded)).toEqual([
    "main.std:1:8 R3 cannot resolve import `./gone`: no such file: gone.std",
    "main.std:2:8 R3 cannot resolve import `std/jsn`: no such standard module",
    "main.std:3:8 R3 cannot resolve import `util`: neither a local path (`./`, `../`), `std/…` nor a package",
    "main.std:4:8 R3 cannot resolve import `github.com/bob/x`: the package is not installed",
  ]);
  expect(loaded.diagnostics[1]!.hint).toBe("did you mean `std/json`?");
  expect(loaded.diagnostics[3]!.hint).toBe(
    "name its folder with `--package github.com/bob/x=DIR`, or put it at `github.com/bob/x` below a folder that STD_PACKAGES lists",
  );
});

test("a cycle is reported with its chain", () => {
  const loaded = loadFiles({
    "main.std": 'import "./a"',
    "a.std": 'import "./b"',
    "b.std": '\nimport "./a"',
  });
  expect(messages(loaded)).toEqual(["b.std:2:8 R4 cyclic import: a.std → b.std → a.std"]);
  expect(messages(loadFiles({ "main.std": 'import "./main"' }))).toEqual([
    "main.std:1:8 R4 cyclic import: main.std → main.std",
  ]);
});

test("packages load their files and do not import outside their folder", () => {
  const loaded = loadFiles({
    "main.std": 'import "github.com/Ann/Tools" { x }\nimport "github.com/ann/tools/sub/part"\n',
    "/packages/tools/lib.std": 'import "./sub/part"\nimport "../../secret"\n',
    "/packages/tools/sub/part.std": "const Y = 1",
    "/secret.std": "",
  });
  expect(ids(loaded)).toEqual([
    "std/core",
    "/packages/tools/sub/part.std",
    "/packages/tools/lib.std",
    "main.std",
  ]);
  expect(messages(loaded)).toEqual([
    "/packages/tools/lib.std:2:8 R3 cannot resolve import `../../secret`: it is outside the package",
  ]);
});

test("each of several entries has only its own units", () => {
  const reader = memoryReader({ "a.std": "import std/error", "b.std": 'import "./c"', "c.std": "" });
  const loaded = load([{ path: "a.std" }, { path: "b.std" }], { modules, reader, packages: () => null });
  expect(unitsOf(loaded, "b.std").map((unit) => unit.id)).toEqual(["std/core", "c.std", "b.std"]);
  expect(unitsOf(loaded, "a.std").map((unit) => unit.id)).toEqual([
    "std/core",
    "std/string",
    "std/error",
    "a.std",
  ]);
});

test("an entry that is missing or not text is a problem, an entry with a text needs no file", () => {
  const options = { modules, reader: memoryReader({}), packages: () => null };
  expect(load([{ path: "gone.std" }], options).entries).toEqual([{ problem: "no such file" }]);
  expect(ids(load([{ path: "<text>", text: "\uFEFFfun main() {}" }], options))).toEqual([
    "std/core",
    "<text>",
  ]);
});
