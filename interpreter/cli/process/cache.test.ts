import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ProgramCache, type CacheEntry } from "./cache.ts";

const none = (): null => null;
let folder: string;
let source: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "std-cache-")));
  source = join(folder, "app.std");
  writeFileSync(source, "one");
});
afterEach(() => rmSync(folder, { recursive: true }));

function entry(code = "code"): CacheEntry {
  const positions = { sources: [], functions: [], functionSources: [], marks: [], sites: [] };
  return {
    files: [{ path: source, bytes: new Uint8Array(Buffer.from("one")) }],
    paths: [[source, source]],
    absent: [],
    packages: [],
    program: {
      code,
      positions,
      natives: [],
      deep: false,
      unwatched: false,
      metered: true,
      countsCalls: true,
    },
    warnings: "",
  };
}

test("an entry is valid while its files keep their contents", () => {
  const cache = new ProgramCache(join(folder, "a", "b"), "1");
  const key = cache.key("app.std");
  expect(cache.load(key, none)).toBeNull();
  cache.store(key, entry());
  expect(cache.load(key, none)?.program).toEqual(entry().program);
  writeFileSync(source, "two");
  expect(cache.load(key, none)).toBeNull();
  writeFileSync(source, "one");
  expect(cache.load(key, none)).not.toBeNull();
  rmSync(source);
  expect(cache.load(key, none)).toBeNull();
});

test("an entry is valid while its paths lead to the same files, and its packages are the same", () => {
  const cache = new ProgramCache(join(folder, "c"), "1");
  const [link, copy] = [join(folder, "link.std"), join(folder, "copy.std")];
  writeFileSync(copy, "one");
  symlinkSync(source, link);
  const name = { host: "h", owner: "o", name: "n" };
  cache.store("k", { ...entry(), paths: [[link, source]], packages: [[name, "/first"]] });
  const load = (found: string | null) => cache.load("k", (asked) => (asked.name === "n" ? found : null));
  expect(load("/first")?.files).toHaveLength(1);
  expect(load("/second")).toBeNull();
  expect(load(null)).toBeNull();
  rmSync(link);
  symlinkSync(copy, link);
  expect(load("/first"), "a link to another file with the same content").toBeNull();
});

test.skipIf(process.platform === "win32")("pipes are neither stored nor read", () => {
  const cache = new ProgramCache(join(folder, "c"), "1");
  cache.store("k", entry());
  rmSync(source);
  // A read would wait for a writer.
  execFileSync("mkfifo", [source]);
  expect(cache.load("k", none)).toBeNull();
  cache.store("other", entry());
  expect(readdirSync(join(folder, "c"))).toHaveLength(2);
  const [name] = readdirSync(join(folder, "c")).filter((each) => each !== "secret");
  rmSync(join(folder, "c", name!));
  execFileSync("mkfifo", [join(folder, "c", name!)]);
  expect(cache.load("k", none)).toBeNull();
});

test("a secret that was not written whole, as on a full disk, is replaced", () => {
  const cache = new ProgramCache(join(folder, "c"), "1");
  cache.store("k", entry());
  writeFileSync(join(folder, "c/secret"), "half", { mode: 0o600 });
  expect(cache.load("k", none)).toBeNull();
  cache.store("k", entry());
  expect(cache.load("k", none)).not.toBeNull();
  expect(readdirSync(join(folder, "c"))).toHaveLength(2);
});

test("another compiler or path has another key", () => {
  const keys = [
    new ProgramCache(folder, "1").key("a"),
    new ProgramCache(folder, "2").key("a"),
    new ProgramCache(folder, "1").key("b"),
    new ProgramCache(folder, "1").key("a", ""),
  ];
  expect(new Set(keys).size).toBe(4);
});

test("a damaged entry is treated as absent", () => {
  const cache = new ProgramCache(join(folder, "c"), "1");
  cache.store("k", entry("x".repeat(300)));
  const path = join(folder, "c", readdirSync(join(folder, "c")).find((name) => name !== "secret")!);
  const good = readFileSync(path);
  for (const at of [0, 3, 4, 100, good.length - 1]) {
    const bad = Buffer.from(good);
    bad[at]! ^= 1;
    writeFileSync(path, bad);
    expect(cache.load("k", none), `damage at ${at}`).toBeNull();
  }
  for (const length of [0, 3, 4, 10, good.length - 1]) {
    writeFileSync(path, good.subarray(0, length));
    expect(cache.load("k", none)).toBeNull();
  }
});

test("a folder that cannot be written is not an error, and no file is left", () => {
  const cache = new ProgramCache(join(source, "below-a-file"), "1");
  cache.store("k", entry());
  expect(cache.load("k", none)).toBeNull();
  expect(readdirSync(folder)).toEqual(["app.std"]);
  new ProgramCache("/proc/self/nothing/at/all", "1").store("k", entry());
});

test("the oldest entries are removed when there are too many", () => {
  const cache = new ProgramCache(join(folder, "many"), "1");
  cache.store("first", entry());
  symlinkSync("nowhere", join(folder, "many/dangling"));
  for (let i = 0; i < 501; i++) cache.store(`k${i}`, entry());
  expect(readdirSync(join(folder, "many")).length).toBeLessThan(400);
  expect(cache.load("k500", none)).not.toBeNull();
});

test("files that other users may have written are not loaded", () => {
  const place = join(folder, "own");
  const cache = new ProgramCache(place, "1");
  const stored = (): string => join(place, readdirSync(place).find((name) => name !== "secret")!);
  const again = (): void => {
    rmSync(place, { recursive: true, force: true });
    cache.store("k", entry());
    expect(cache.load("k", none)).not.toBeNull();
  };
  again();
  chmodSync(stored(), 0o622);
  expect(cache.load("k", none), "a file that others may write").toBeNull();
  again();
  chmodSync(place, 0o777);
  expect(cache.load("k", none), "a folder that others may write").toBeNull();
  again();
  const bytes = readFileSync(stored());
  const path = stored();
  writeFileSync(join(folder, "elsewhere"), bytes, { mode: 0o600 });
  rmSync(path);
  symlinkSync(join(folder, "elsewhere"), path);
  expect(cache.load("k", none), "a link").toBeNull();
  again();
  writeFileSync(join(place, "secret"), "12345678");
  expect(cache.load("k", none), "an entry made with another secret").toBeNull();
  cache.store("k", entry());
  expect(cache.load("k", none)).not.toBeNull();
  writeFileSync(join(place, "secret"), "");
  expect(cache.load("k", none)).toBeNull();
});

test("a text is found with its key, unless its folder or its bytes come from elsewhere", () => {
  const path = join(folder, "cache");
  const cache = new ProgramCache(path, "1");
  const key = cache.key("check", "a.std");
  expect(cache.loadText(key)).toBeNull();
  cache.storeText(key, "one\ntwo é");
  expect(cache.loadText(key)).toBe("one\ntwo é");
  expect(cache.loadText(cache.key("check", "b.std"))).toBeNull();
  const [name] = readdirSync(path).filter((other) => other !== "secret");
  const file = join(path, name!);
  const bytes = readFileSync(file);
  for (const damaged of [
    bytes.subarray(0, 5),
    bytes.subarray(0, -1),
    Buffer.concat([Buffer.alloc(8), bytes.subarray(8)]),
  ]) {
    writeFileSync(file, damaged);
    expect(cache.loadText(key)).toBeNull();
  }
  writeFileSync(file, bytes);
  chmodSync(file, 0o666);
  expect(cache.loadText(key)).toBeNull();
});
