// Natives of std/fs. All of them ask whether the file may be read or written; paths are bytes without NUL.
import { lstat, stat, unlink } from "node:fs/promises";
import type { Stats } from "node:fs";
import { Panic } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { basename, components, dirname, join } from "../path/index.ts";
import { createDirectory, listDirectory, removeDirectory, walkDirectory } from "./directories.ts";
import { FileFailure, named, pathProblem } from "./failure.ts";
import { streamNatives } from "./stream-natives.ts";
import { copyFile, linesOf, readFile, writeFile } from "./files.ts";

export function create(runtime: Runtime): NativeTable {
  const { scheduler } = runtime;
  const { capabilities } = runtime.host;

  /** `body` once the paths are good; its failures as `Err`. */
  function attempt<T>(operation: string, path: string, body: () => Promise<T>, access: "read" | "write" = "read"): Promise<T | Err<ErrorValue>> | Err<ErrorValue> {
    const problem = pathProblem(path) ?? capabilities[access](path);
    if (problem !== null) return new FileFailure(operation, problem, path).toResult();
    return scheduler.external(body().catch((failure: unknown) => {
      if (failure instanceof FileFailure) return failure.toResult();
      throw failure;
    }));
  }

  const done = <T>(body: () => Promise<T>) => () => body().then(() => true as const);

  /** False where there is nothing to ask about. */
  function ask(look: (path: Buffer) => Promise<Stats>, answer: (stats: Stats) => boolean) {
    return (path: string): Promise<boolean> | boolean => {
      const denied = capabilities.read(path);
      if (denied !== null) throw new Panic(denied);
      if (pathProblem(path) !== null) return false;
      return scheduler.external(look(Buffer.from(path, "latin1")).then(answer, () => false));
    };
  }

  const createDir = (path: string) => attempt("create_dir", path, done(() => createDirectory(path)), "write");

  const streams = streamNatives(runtime);
  return {
    ...streams,
    functions: {
      ...streams.functions,
      read: (path: string) => attempt("read", path, () => readFile(path)),
      write: (path: string, contents: string) =>
        attempt("write", path, done(() => writeFile(path, contents, "truncate")), "write"),
      append: (path: string, contents: string) =>
        attempt("append", path, done(() => writeFile(path, contents, "append")), "write"),
      copy: (source: string, target: string) =>
        attempt("read", source, done(async () => {
          const problem = pathProblem(target) ?? capabilities.write(target);
          if (problem !== null) throw new FileFailure("write", problem, target);
          await copyFile(source, target);
        })),
      remove_file: (path: string) =>
        attempt("remove_file", path, done(() => named("remove_file", path, () => unlink(Buffer.from(path, "latin1")))), "write"),
      create_dir: createDir,
      create_dir_all: createDir,
      remove_dir: (path: string) => attempt("remove_dir", path, done(() => removeDirectory(path)), "write"),
      list_dir: (path: string) => attempt("list_dir", path, () => listDirectory(path)),
      walk: (path: string) => attempt("list_dir", path, () => walkDirectory(path)),
      size: (path: string) =>
        attempt("size", path, () => named("size", path, async () => (await stat(Buffer.from(path, "latin1"))).size)),
      exists: ask(stat, () => true),
      is_file: ask(stat, (stats) => stats.isFile()),
      is_dir: ask(stat, (stats) => stats.isDirectory()),
      is_symlink: ask(lstat, (stats) => stats.isSymbolicLink()),
      join, basename, dirname,
      split: components,
      __lines: linesOf,
    },
  };
}
