// Natives of std/fs for open files, changes of the tree, and questions about it.
import type { OpenMode } from "../../interpreter/host/index.ts";
import { asCount } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, Int, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { systemText } from "../error/index.ts";
import { join } from "../path/index.ts";
import { openSource } from "../sync/index.ts";
import { changeValue, enums, FileEvent, kindValue, Metadata, TempFile } from "./changes.ts";
import { FileFailure, named, pathProblem } from "./failure.ts";
import { glob } from "./glob.ts";
import { File, OpenFiles } from "./open-files.ts";
import type { OpenStream } from "./open-stream.ts";
import { replaceFile } from "./replace.ts";
import { copyAll, removeAll } from "./trees.ts";
import { Watch, type ChangeKind } from "./watch.ts";

type Access = "read" | "write";
/** A path that an operation is about, and what it does to it. */
type Use = readonly [path: string, ...access: Access[]];

interface Options {
  readonly _read: boolean;
  readonly _write: boolean;
  readonly _append: boolean;
  readonly _create: boolean;
  readonly _create_new: boolean;
  readonly _truncate: boolean;
  readonly _mode: Int;
}

const NEW_FILE = 0o666;
const MOST_PERMISSIONS = 0o7777;
/** Changes that wait to be received; more wait outside of the channel, each path once. */
const EVENTS = 256;

export function streamNatives(runtime: Runtime): NativeTable {
  const {
    scheduler,
    host: { system, capabilities, ownsProcess },
  } = runtime;
  const { files } = system;
  const open = new OpenFiles(runtime);

  function settled<T>(work: Promise<T>): Promise<T | Err<ErrorValue>> {
    return scheduler.external(
      work.catch((failure: unknown) => {
        if (failure instanceof FileFailure) return failure.toResult();
        throw failure;
      }),
    );
  }

  /** `body` once the paths are good and allowed; what fails in it is about `about`, the first path if nothing else is said. */
  function attempt<T>(
    operation: string,
    uses: readonly Use[],
    body: () => Promise<T>,
    about = uses[0]![0],
  ): Promise<T | Err<ErrorValue>> | Err<ErrorValue> {
    for (const [path, ...accesses] of uses) {
      let problem = pathProblem(path);
      for (const access of accesses) problem ??= capabilities[access](path);
      if (problem !== null) return new FileFailure(operation, problem, path).toResult();
    }
    return settled(named(operation, about, body));
  }

  const READING: OpenMode = {
    read: true,
    write: false,
    append: false,
    create: false,
    exclusive: false,
    truncate: false,
    permissions: NEW_FILE,
  };
  const WRITING: OpenMode = { ...READING, read: false, write: true, create: true };

  function openAs(operation: string, path: string, mode: OpenMode) {
    const use: Use = [
      path,
      ...(mode.read ? ["read" as const] : []),
      ...(mode.write || mode.append || mode.create || mode.exclusive ? ["write" as const] : []),
    ];
    return attempt(operation, [use], async () => {
      try {
        return await open.open(path, mode);
      } catch (error) {
        throw error instanceof FileFailure ? new FileFailure(operation, error.text, error.path) : error;
      }
    });
  }

  function openWith(path: string, options: Options) {
    const {
      _read: read,
      _write: write,
      _append: append,
      _create: create,
      _create_new: exclusive,
      _truncate: truncate,
    } = options;
    const permissions = asCount(options._mode);
    const changes = write || append;
    const good =
      (read || changes) &&
      (changes || !(create || exclusive || truncate)) &&
      !(append && truncate) &&
      permissions >= 0 &&
      permissions <= MOST_PERMISSIONS;
    if (!good) return new FileFailure("open", systemText("EINVAL"), path).toResult();
    return openAs("open", path, { read, write, append, create, exclusive, truncate, permissions });
  }

  /** Names that cannot be guessed, in the folder for temporary files. */
  async function temporary<T>(operation: string, make: (path: string) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      const path = join(
        files.temporaryFolder(),
        `std-${Buffer.from(system.entropy.randomBytes(8)).toString("hex")}`,
      );
      const denied = capabilities.write(path);
      if (denied !== null) throw new FileFailure(operation, denied, path);
      try {
        return await named(operation, path, () => make(path));
      } catch (error) {
        if (tries === 9) throw error;
        if (
          await files.properties(path, false).then(
            () => false,
            () => true,
          )
        )
          throw error;
      }
    }
  }

  function watch(path: string) {
    return attempt("watch", [[path, "read"]], async () => {
      const { pushTo, channel } = openSource(runtime, { limit: EVENTS, close });
      let closed = false;
      function close(): void {
        closed = true;
        atEnd();
        watching?.close();
      }
      const atEnd = runtime.atEnd(() => {
        closed = true;
        watching?.close();
      });
      const descriptor = (changed: string, kind: ChangeKind): boolean =>
        pushTo.size < EVENTS && pushTo.push(new FileEvent(changed, changeValue(kind))) !== "dropped";
      let watching: Watch | null = null;
      try {
        watching = await Watch.open(files, path, descriptor);
      } catch (error) {
        atEnd();
        throw error;
      }
      if (closed) watching.close();
      return channel;
    });
  }

  function onStream<T>(job: (stream: OpenStream) => Promise<T>) {
    return (file: File) => settled(job(file.stream));
  }

  function workingFolder(): Promise<string> {
    return named("cwd", ".", async () => {
      const path = files.workingFolder();
      const denied = capabilities.read(path);
      if (denied !== null) throw new FileFailure("cwd", denied, path);
      return path;
    });
  }

  return {
    structs: { File, Metadata, FileEvent, TempFile },
    enums,
    functions: {
      open: (path: string) => openAs("open", path, READING),
      create: (path: string) => openAs("create", path, { ...WRITING, truncate: true }),
      append_to: (path: string) => openAs("append_to", path, { ...WRITING, append: true }),
      open_with: openWith,
      __file_read(file: File, max: Int) {
        const count = asCount(max);
        if (count < 0)
          return new FileFailure("read", "read size must be non-negative", file.stream.path).toResult();
        return settled(count === 0 ? file.stream.read(0) : file.stream.read(count));
      },
      __file_write: (file: File, data: string) => settled(file.stream.write(data)),
      __file_is_terminal: (file: File): boolean =>
        file.stream.descriptor !== null && system.terminal.isTerminal(file.stream.descriptor),
      "File.seek": (file: File, position: Int) => settled(file.stream.seek(asCount(position), false)),
      "File.seek_end": (file: File, offset: Int) => settled(file.stream.seek(asCount(offset), true)),
      "File.position": onStream((stream) => stream.position()),
      "File.size": onStream((stream) => stream.size()),
      "File.truncate": (file: File, size: Int) => settled(file.stream.truncate(asCount(size))),
      "File.sync": onStream((stream) => stream.sync()),
      "File.close": (file: File) => settled(named("close", file.stream.path, () => open.close(file))),
      rename: (from: string, to: string) =>
        attempt(
          "rename",
          [
            [from, "write"],
            [to, "write"],
          ],
          () => files.rename(from, to),
          `${from} to ${to}`,
        ),
      write_atomic: (path: string, contents: string) =>
        attempt("write_atomic", [[path, "write"]], async () => {
          try {
            await replaceFile(system, path, contents);
          } catch (error) {
            throw error instanceof FileFailure ? new FileFailure("write_atomic", error.text, path) : error;
          }
        }),
      remove_all: (path: string) => attempt("remove_all", [[path, "write"]], () => removeAll(files, path)),
      copy_all: (from: string, to: string) =>
        attempt(
          "copy_all",
          [
            [from, "read"],
            [to, "write"],
          ],
          () => copyAll(files, from, to, (path) => capabilities.write(path)),
        ),
      __metadata: (path: string, followLinks: boolean) =>
        attempt(followLinks ? "metadata" : "link_metadata", [[path, "read"]], async () => {
          const { size, modifiedMs, kind, permissions } = await files.properties(path, followLinks);
          return new Metadata(size, modifiedMs, kindValue(kind), permissions);
        }),
      set_mode(path: string, mode: Int) {
        const permissions = asCount(mode);
        if (!(permissions >= 0 && permissions <= MOST_PERMISSIONS))
          return new FileFailure("set_mode", systemText("EINVAL"), path).toResult();
        return attempt("set_mode", [[path, "write"]], () => files.setPermissions(path, permissions));
      },
      link: (existing: string, path: string) =>
        attempt(
          "link",
          [
            [existing, "read", "write"],
            [path, "write"],
          ],
          () => files.link(existing, path),
          `${existing} to ${path}`,
        ),
      symlink: (target: string, path: string) =>
        attempt("symlink", [[path, "write"], [target]], () => files.symlink(target, path)),
      read_link: (path: string) => attempt("read_link", [[path, "read"]], () => files.readLink(path)),
      real_path: (path: string) => attempt("real_path", [[path, "read"]], () => files.realPath(path)),
      temp_dir: () =>
        settled(
          temporary("temp_dir", async (path) => {
            await files.makeFolder(path, 0o700);
            return path;
          }),
        ),
      temp_file: () =>
        settled(
          temporary("temp_file", async (path) => {
            const mode = { ...WRITING, read: true, exclusive: true, permissions: 0o600 };
            return new TempFile(path, await open.open(path, mode));
          }),
        ),
      glob: (pattern: string) =>
        attempt("glob", [[pattern]], () => glob(files, pattern, (path) => capabilities.read(path))),
      watch,
      cwd: () => settled(workingFolder()),
      set_cwd: (path: string) =>
        attempt("set_cwd", [[path, "read"]], async () => {
          if (ownsProcess !== true) throw new Error("the working directory belongs to the host");
          files.setWorkingFolder(path);
        }),
    },
  };
}
