// Natives of std/fs. All of them check the capabilities to read or write the path first; paths are bytes
// without NUL.
import type { FileProperties } from "../../interpreter/host/index.ts";
import { foreseen, Panic } from "../../interpreter/runtime/index.ts";
import type { NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { basename, components, dirname, join, NANOS } from "../path/index.ts";
import { Attempts } from "./attempts.ts";
import { enums, FileEvent, Metadata, TempFile } from "./changes.ts";
import { createDirectory, listDirectory, removeDirectory, walkDirectory } from "./directories.ts";
import { FileFailure, named, pathProblem } from "./failure.ts";
import { fileNatives } from "./file-natives.ts";
import { copyFile, linesOf, readFile, writeFile } from "./files.ts";
import { File, OpenFiles } from "./open-files.ts";
import { temporaryNatives } from "./temporary-natives.ts";
import { treeNatives } from "./tree-natives.ts";

/** For each byte of a pattern, on a slow machine. */
const NANOS_OF_GLOB = 200;

export function create(runtime: Runtime): NativeTable {
  const {
    scheduler,
    host: {
      capabilities,
      system: { files },
    },
  } = runtime;
  const attempts = new Attempts(runtime);
  const open = new OpenFiles(runtime);

  const attempt = <T>(
    operation: string,
    path: string,
    body: () => Promise<T>,
    access: "read" | "write" | "entry" = "read",
  ) => attempts.begun(operation, [[path, access]], body);

  const done =
    <T>(body: () => Promise<T>) =>
    () =>
      body().then(() => true as const);

  /**
   * Returns false for a path that does not exist or is invalid. @throws Panic if the path may not be read.
   */
  function ask(followLinks: boolean, answer: (found: FileProperties) => boolean) {
    return (path: string): Promise<boolean> | boolean => {
      // Nothing has such a path, whatever may be read.
      if (pathProblem(path) !== null) return false;
      const denied = capabilities.read(path);
      if (denied !== null) throw new Panic(denied);
      return scheduler.external(files.properties(path, followLinks).then(answer, () => false));
    };
  }

  const createDir = (path: string) =>
    attempt(
      "create_dir",
      path,
      done(() => createDirectory(files, "create_dir", path)),
      "write",
    );

  return {
    structs: { File, Metadata, FileEvent, TempFile },
    enums,
    functions: {
      ...fileNatives(runtime, attempts, open),
      ...temporaryNatives(runtime, attempts, open),
      ...foreseen(runtime, { glob: NANOS_OF_GLOB }, treeNatives(runtime, attempts)),
      read: (path: string) => attempt("read", path, () => readFile(files, path, runtime.reserve)),
      write: (path: string, contents: string) =>
        attempt(
          "write",
          path,
          done(() => writeFile(files, path, contents, "truncate")),
          "write",
        ),
      append: (path: string, contents: string) =>
        attempt(
          "append",
          path,
          done(() => writeFile(files, path, contents, "append")),
          "write",
        ),
      copy: (source: string, target: string) =>
        attempt(
          "read",
          source,
          done(async () => {
            const problem = pathProblem(target) ?? capabilities.write(target);
            if (problem !== null) throw new FileFailure("write", problem, target);
            await copyFile(files, source, target);
          }),
        ),
      remove_file: (path: string) =>
        attempt(
          "remove_file",
          path,
          done(() => named("remove_file", path, () => files.removeFile(path))),
          "entry",
        ),
      create_dir: createDir,
      create_dir_all: createDir,
      remove_dir: (path: string) =>
        attempt(
          "remove_dir",
          path,
          done(() => removeDirectory(files, "remove_dir", path)),
          "entry",
        ),
      list_dir: (path: string) => attempt("list_dir", path, () => listDirectory(files, path)),
      walk: (path: string) => attempt("list_dir", path, () => walkDirectory(files, path)),
      size: (path: string) =>
        attempt("size", path, () =>
          named("size", path, async () => (await files.properties(path, true)).size),
        ),
      exists: ask(true, () => true),
      is_file: ask(true, ({ kind }) => kind === "file"),
      is_dir: ask(true, ({ kind }) => kind === "folder"),
      is_symlink: ask(false, ({ kind }) => kind === "link"),
      join,
      basename,
      dirname,
      ...foreseen(runtime, { split: NANOS.components }, { split: components }),
      __lines: linesOf,
    },
  };
}
