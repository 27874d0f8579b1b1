// The packed extension of Visual Studio Code has what its manifest names, needs nothing but Node and the editor, and
// reads what the command prints.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire, isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pack, snippets } from "./vscode.ts";

const root = dirname(import.meta.dirname);
const folder = mkdtempSync(join(tmpdir(), "std-vscode-"));
const files = new Map<string, string>();

beforeAll(async () => {
  const target = join(folder, "stdlang.vsix");
  await pack(target);
  for (const [name, text] of entriesOf(readFileSync(target))) files.set(name, text);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The entries of a ZIP archive, by its directory. */
function entriesOf(archive: Buffer): [string, string][] {
  const end = archive.lastIndexOf("PK\x05\x06");
  const found: [string, string][] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let i = archive.readUInt16LE(end + 10); i > 0; i--) {
    const [method, packed] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = archive.subarray(start, start + packed);
    found.push([
      archive.toString("utf8", at + 46, at + 46 + name),
      (method === 8 ? inflateRawSync(data) : data).toString(),
    ]);
    at += 46 + name + extra + comment;
  }
  return found;
}

const manifest = () =>
  JSON.parse(files.get("extension/package.json")!) as {
    readonly main: string;
    readonly version: string;
    readonly contributes: {
      readonly languages: readonly { readonly configuration: string }[];
      readonly grammars: readonly { readonly path: string }[];
      readonly snippets: readonly { readonly path: string }[];
      readonly commands: readonly { readonly command: string }[];
      readonly problemMatchers: readonly { readonly pattern: readonly { readonly regexp: string }[] }[];
    };
  };

test("all files that the manifest names are packed", () => {
  const { main, contributes } = manifest();
  const { languages, grammars, snippets: all } = contributes;
  const named = [main, languages[0]!.configuration, ...[...grammars, ...all].map(({ path }) => path)];
  for (const path of named) expect([...files.keys()]).toContain(`extension/${path.replace("./", "")}`);
  for (const [name, text] of files) if (name.endsWith(".json")) expect(() => JSON.parse(text)).not.toThrow();
});

test("the manifest of the archive agrees with that of the extension, and each extension has a type", () => {
  const xml = files.get("extension.vsixmanifest")!;
  expect(xml).toContain(`Id="stdlang" Version="${manifest().version}" Publisher="stdlang"`);
  for (const [, path] of xml.matchAll(/Path="([^"]+)"/g)) expect([...files.keys()]).toContain(path);
  const types = files.get("[Content_Types].xml")!;
  for (const name of files.keys())
    if (!name.startsWith("[")) expect(types).toContain(`Extension="${/\.\w+$/.exec(name)![0]}"`);
});

test("the code needs only Node and the editor, and registers every command", () => {
  const code = files.get("extension/dist/extension.js")!;
  const path = join(folder, "extension.cjs");
  writeFileSync(path, code);
  const asked = new Set<string>();
  const anything: unknown = new Proxy(class {}, {
    get: (target, key) => (key === "prototype" ? target.prototype : anything),
  });
  const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
  const load = loader._load;
  loader._load = (name, ...rest) => {
    asked.add(name);
    return name === "vscode" ? anything : load(name, ...rest);
  };
  try {
    const extension = createRequire(import.meta.url)(path) as object;
    expect(extension).toMatchObject({ activate: expect.any(Function), deactivate: expect.any(Function) });
  } finally {
    loader._load = load;
  }
  expect([...asked].filter((name) => name !== "vscode" && name !== path && !isBuiltin(name))).toEqual([]);
  for (const { command } of manifest().contributes.commands) expect(code).toContain(command);
});

test("the problem matcher reads what the command prints", () => {
  writeFileSync(join(folder, "bad.std"), "fun main() {\n    print(unknown)\n}\n");
  writeFileSync(join(folder, "idle.std"), "fun main() {\n    let n = 1\n}\n");
  const { stderr } = spawnSync(
    process.execPath,
    [join(root, "interpreter/cli/std.ts"), "check", "bad.std", "idle.std"],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  const [first, second] = manifest().contributes.problemMatchers[0]!.pattern.map(
    ({ regexp }) => new RegExp(regexp),
  );
  const lines = stderr.split("\n");
  const found = lines.flatMap((line, i) => {
    const [, severity, , code] = first!.exec(line) ?? [];
    const [, file, at] = second!.exec(lines[i + 1] ?? "") ?? [];
    return severity === undefined || file === undefined ? [] : [[severity, code, file, at]];
  });
  expect(found.toSorted()).toEqual([
    ["error", "R1", "bad.std", "2"],
    ["warning", "W2", "idle.std", "2"],
  ]);
});

test("the snippets are those of the language server", () => {
  expect(readFileSync(join(root, "editors/vscode/snippets/std.json"), "utf8")).toBe(snippets());
});
