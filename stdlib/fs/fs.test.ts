import { nodeSystem } from "../../interpreter/host/node/index.ts";
import type { Files, OpenFile } from "../../interpreter/host/index.ts";
import { bareSystem } from "../../interpreter/host/testing/bare-system.ts";
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Err, type ErrorValue, grant, Panic } from "../../interpreter/runtime/index.ts";
import type { Runtime } from "../../interpreter/runtime/index.ts";
import { create } from "./index.ts";
import { FileFailure } from "./failure.ts";
import { linesOf, writeFile } from "./files.ts";
import { removeAll } from "./trees.ts";

type Native = (...args: unknown[]) => unknown;
const runtime = (fs: boolean) =>
  ({
    host: { capabilities: grant({ fs }, bareSystem.links), system: nodeSystem },
    atEnd: () => () => {},
    reserve() {},
    scheduler: { external: <T>(promise: Promise<T>) => promise },
  }) as unknown as Runtime;
const natives = create(runtime(true)).functions as unknown as Record<string, Native>;
const call = async (name: string, ...args: unknown[]): Promise<unknown> => {
  const result = await natives[name]!(...args);
  if (!(result instanceof Err)) return result;
  const error = result.error as ErrorValue;
  expect(error._kind).toBe("io");
  return error._message;
};

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "std-fs-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("files", () => {
  it("keep every byte", async () => {
    const bytes = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i))
      .join("")
      .repeat(5000);
    expect(await call("write", `${dir}/a`, bytes)).toBe(true);
    expect(await call("read", `${dir}/a`)).toBe(bytes);
    expect(await call("append", `${dir}/a`, "\xff")).toBe(true);
    expect(await call("size", `${dir}/a`)).toBe(bytes.length + 1);
    expect(await call("write", `${dir}/a`, "")).toBe(true);
    expect(await call("read", `${dir}/a`)).toBe("");
    expect(await call("append", `${dir}/new`, "x")).toBe(true);
  });

  it("are written piece by piece, so that others run while a large text is encoded", async () => {
    const pieces: number[] = [];
    const file = {
      write: async (_bytes: Buffer, _offset: number, length: number): Promise<number> => {
        pieces.push(length);
        return length;
      },
      close: async () => {},
    };
    const files = { ...nodeSystem.files, open: async () => file as unknown as OpenFile };
    await writeFile(files, "/large", "x".repeat(10_000_000), "truncate");
    expect(pieces.reduce((sum, length) => sum + length)).toBe(10_000_000);
    expect(Math.max(...pieces)).toBeLessThan(5_000_000);
    // Appends of several processes to a log must not interleave: each short string is one write.
    pieces.length = 0;
    await writeFile(files, "/log", "line\n".repeat(1000), "append");
    expect(pieces).toEqual([5000]);
  });

  it("are copied, also onto themselves", async () => {
    await call("write", `${dir}/a`, "text".repeat(200_000));
    await call("write", `${dir}/b`, "longer".repeat(300_000));
    expect(await call("copy", `${dir}/a`, `${dir}/b`)).toBe(true);
    expect(await call("read", `${dir}/b`)).toBe("text".repeat(200_000));
    expect(await call("copy", `${dir}/a`, `${dir}/a`)).toBe(true);
    expect(await call("size", `${dir}/a`)).toBe(800_000);
    expect(await call("copy", `${dir}/no`, `${dir}/c`)).toBe(
      `read: No such file or directory (os error 2) (${dir}/no)`,
    );
    expect(await call("copy", dir, `${dir}/c`)).toBe(`read: Is a directory (os error 21) (${dir})`);
    expect(await call("exists", `${dir}/c`)).toBe(false);
    expect(await call("copy", `${dir}/a`, `${dir}/no/c`)).toBe(
      `write: No such file or directory (os error 2) (${dir}/no/c)`,
    );
    expect(await call("copy", `${dir}/a`, "a\0")).toBe("write: path contains a NUL byte (a\0)");
  });

  it("fail with the system's words", async () => {
    expect(await call("read", `${dir}/no`)).toBe(`read: No such file or directory (os error 2) (${dir}/no)`);
    expect(await call("read", dir)).toBe(`read: Is a directory (os error 21) (${dir})`);
    expect(await call("write", `${dir}/no/x`, "")).toBe(
      `write: No such file or directory (os error 2) (${dir}/no/x)`,
    );
    expect(await call("write", dir, "")).toBe(`write: Is a directory (os error 21) (${dir})`);
    expect(await call("remove_file", `${dir}/no`)).toBe(
      `remove_file: No such file or directory (os error 2) (${dir}/no)`,
    );
    expect(await call("size", `${dir}/no`)).toBe(`size: No such file or directory (os error 2) (${dir}/no)`);
    expect(await call("read", "")).toBe("read: No such file or directory (os error 2) ()");
    expect(await call("write", `${dir}/${"x".repeat(300)}`, "")).toBe(
      `write: File name too long (os error 36) (${dir}/${"x".repeat(300)})`,
    );
    const endless = `${dir}/${"x".repeat(70_000)}`;
    expect(await call("write", endless, "")).toBe(
      `write: File name too long (os error 36) (${endless.slice(0, 4096)}...)`,
    );
    symlinkSync("loop", `${dir}/loop`);
    expect(await call("read", `${dir}/loop`)).toBe(
      `read: Too many levels of symbolic links (os error 40) (${dir}/loop)`,
    );
    expect(await call("write", "/dev/full", "x")).toBe(
      `write: No space left on device (os error 28) (/dev/full)`,
    );
  });

  it("read sizeless files whole and endless ones never", async () => {
    expect(await call("read", "/proc/self/status")).toContain("State:");
    expect(await call("read", "/dev/null")).toBe("");
    expect(await call("write", "/dev/null", "gone")).toBe(true);
  });

  it("refuse a file larger than any string before reading it", async () => {
    writeFileSync(`${dir}/sparse`, "");
    truncateSync(`${dir}/sparse`, 600_000_000);
    expect(await call("read", `${dir}/sparse`)).toBe(`read: string too large (${dir}/sparse)`);
    expect(await call("size", `${dir}/sparse`)).toBe(600_000_000);
  });

  it("refuse paths that no file can have", async () => {
    expect(await call("read", "a\0b")).toBe("read: path contains a NUL byte (a\0b)");
    for (const name of ["exists", "is_file", "is_dir", "is_symlink"]) {
      expect(await call(name, "a\0b")).toBe(false);
    }
  });

  it("have any bytes as their names", async () => {
    const name = `${dir}/\xff\xfe \n`;
    expect(await call("write", name, "x")).toBe(true);
    const [listed] = (await call("list_dir", dir)) as string[];
    expect(`${dir}/${listed}`).toBe(name);
    expect(await call("read", name)).toBe("x");
    expect(await call("append", name, "y")).toBe(true);
    expect(await call("copy", name, `${name}2`)).toBe(true);
    expect(await call("size", `${name}2`)).toBe(2);
    for (const query of ["exists", "is_file"]) expect(await call(query, name)).toBe(true);
    expect(await call("remove_file", name)).toBe(true);
    expect(await call("read", name)).toBe(`read: No such file or directory (os error 2) (${name})`);
    expect(await call("create_dir", `${dir}/d\xff/\xe9`)).toBe(true);
    expect(await call("remove_dir", `${dir}/d\xff`)).toBe(true);
  });

  it("split into lines", () => {
    expect(linesOf("")).toEqual([]);
    expect(linesOf("\n")).toEqual([""]);
    expect(linesOf("a\r\nb\r")).toEqual(["a", "b"]);
    expect(linesOf("a\n\nb\n")).toEqual(["a", "", "b"]);
    expect(linesOf("\r\r\n")).toEqual(["\r"]);
  });
});

describe("pipes", () => {
  it("wait for the other end without holding a thread", async () => {
    execFileSync("mkfifo", [
      `${dir}/in`,
      `${dir}/out`,
      `${dir}/idle1`,
      `${dir}/idle2`,
      `${dir}/idle3`,
      `${dir}/idle4`,
      `${dir}/idle5`,
    ]);
    for (let i = 1; i <= 5; i++) void natives.read!(`${dir}/idle${i}`);
    const received = call("read", `${dir}/in`);
    const sent = call("write", `${dir}/in`, "z".repeat(300_000));
    expect(await sent).toBe(true);
    expect(await received).toBe("z".repeat(300_000));
    for (let i = 1; i <= 5; i++) await call("write", `${dir}/idle${i}`, "end");
  });
});

describe("directories", () => {
  it("are created with their parents, also if they exist", async () => {
    expect(await call("create_dir", `${dir}/a/b//c/`)).toBe(true);
    expect(await call("create_dir_all", `${dir}/a/b/c`)).toBe(true);
    expect(await call("is_dir", `${dir}/a/b/c`)).toBe(true);
    writeFileSync(`${dir}/file`, "");
    expect(await call("create_dir", `${dir}/file`)).toBe(
      `create_dir: File exists (os error 17) (${dir}/file)`,
    );
    expect(await call("create_dir", `${dir}/file/x`)).toBe(
      `create_dir: Not a directory (os error 20) (${dir}/file/x)`,
    );
    symlinkSync("a", `${dir}/link`);
    expect(await call("create_dir", `${dir}/link`)).toBe(true);
    expect(await call("create_dir", "")).toBe("create_dir: No such file or directory (os error 2) ()");
    expect(await call("create_dir", "/")).toBe(true);
  });

  it("list raw names in the order of their bytes", async () => {
    for (const name of ["b", "a", "B", "é"]) writeFileSync(`${dir}/${name}`, "");
    writeFileSync(Buffer.from(`${dir}/\xff`, "latin1"), "");
    expect(await call("list_dir", dir)).toEqual(["B", "a", "b", "\xc3\xa9", "\xff"]);
    expect(await call("list_dir", `${dir}/a`)).toBe(`list_dir: Not a directory (os error 20) (${dir}/a)`);
    mkdirSync(`${dir}/empty`);
    expect(await call("list_dir", `${dir}/empty`)).toEqual([]);
  });

  it("are walked and removed with odd names, links untouched", async () => {
    mkdirSync(`${dir}/t/d`, { recursive: true });
    mkdirSync(`${dir}/outside`);
    writeFileSync(`${dir}/outside/kept`, "kept");
    writeFileSync(`${dir}/t/z`, "");
    writeFileSync(`${dir}/t/d/x`, "");
    mkdirSync(Buffer.from(`${dir}/t/\xfe`, "latin1"));
    writeFileSync(Buffer.from(`${dir}/t/\xfe/y`, "latin1"), "");
    symlinkSync("../outside", `${dir}/t/link`);
    expect(await call("walk", `${dir}/t/`)).toEqual(
      ["d", "d/x", "link", "z", "\xfe", "\xfe/y"].map((p) => `${dir}/t/${p}`),
    );
    expect(await call("remove_dir", `${dir}/t`)).toBe(true);
    expect(await call("exists", `${dir}/t`)).toBe(false);
    expect(readFileSync(`${dir}/outside/kept`, "utf8")).toBe("kept");
    expect(await call("remove_dir", `${dir}/t`)).toBe(
      `remove_dir: No such file or directory (os error 2) (${dir}/t)`,
    );
    expect(await call("remove_dir", `${dir}/outside/kept`)).toBe(
      `remove_dir: Not a directory (os error 20) (${dir}/outside/kept)`,
    );
    expect(await call("walk", `${dir}/no`)).toBe(
      `list_dir: No such file or directory (os error 2) (${dir}/no)`,
    );
  });

  it("are not removed where they are the root of a file system, or named by dots", async () => {
    // A machine that has only a root, where nothing may be touched.
    const untouchable = (): never => {
      throw new Error("touched");
    };
    const files = {
      properties: async () => ({ kind: "folder" }),
      realPath: async () => "/",
      entries: untouchable,
      removeFile: untouchable,
      removeFolder: untouchable,
    } as unknown as Files;
    const failure = (path: string): Promise<unknown> =>
      removeAll(files, path).catch((error: unknown) => (error instanceof FileFailure ? error.text : error));
    for (const path of ["/", "//", "/./", "a/../../..", "link/"])
      expect(await failure(path)).toMatch(/root of a file system|Invalid argument/);
    mkdirSync(join(dir, "full"));
    writeFileSync(join(dir, "full/kept"), "");
    for (const name of ["remove_all", "remove_dir"]) {
      const told = await call(name, `${dir}/full/.`);
      expect(told).toBe(`${name}: Invalid argument (os error 22) (${dir}/full/.)`);
      expect(await call(name, `${dir}/full/../`)).toContain("Invalid argument");
    }
    expect(await call("exists", `${dir}/full/kept`)).toBe(true);
    await call("remove_all", `${dir}/full/`);
    expect(await call("exists", `${dir}/full`)).toBe(false);
  });

  it("are distinguished from files and links", async () => {
    writeFileSync(`${dir}/f`, "");
    symlinkSync("f", `${dir}/l`);
    symlinkSync("gone", `${dir}/dead`);
    const kinds = async (p: string) =>
      Promise.all(["exists", "is_file", "is_dir", "is_symlink"].map((name) => call(name, p)));
    expect(await kinds(`${dir}/f`)).toEqual([true, true, false, false]);
    expect(await kinds(`${dir}/l`)).toEqual([true, true, false, true]);
    expect(await kinds(`${dir}/dead`)).toEqual([false, false, false, true]);
    expect(await kinds(dir)).toEqual([true, false, true, false]);
    expect(await kinds(`${dir}/no`)).toEqual([false, false, false, false]);
  });
});

it("needs the capability", () => {
  const denied = create(runtime(false)).functions as unknown as Record<string, Native>;
  expect((denied.read!("x") as Err<ErrorValue>).error._message).toBe(
    "read: permission denied: fs is not allowed here (--allow-read=x) (x)",
  );
  expect(() => denied.exists!("x")).toThrow(
    new Panic("permission denied: fs is not allowed here (--allow-read=x)"),
  );
  expect(denied.join!("a", "b")).toBe("a/b");
});
