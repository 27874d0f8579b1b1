// Natives of std/fs for open files.
import { READ_ONLY, WRITE_ONLY, type OpenMode } from "../../interpreter/host/index.ts";
import { asCount } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { systemText } from "../error/index.ts";
import type { Attempts, Use } from "./attempts.ts";
import { FileFailure, named } from "./failure.ts";
import type { File, OpenFiles } from "./open-files.ts";
import type { OpenStream } from "./open-stream.ts";
import { MOST_PERMISSIONS } from "./modes.ts";

interface Options {
  readonly _read: boolean;
  readonly _write: boolean;
  readonly _append: boolean;
  readonly _create: boolean;
  readonly _create_new: boolean;
  readonly _truncate: boolean;
  readonly _mode: Int;
}

export function fileNatives(
  { host }: Runtime,
  attempts: Attempts,
  open: OpenFiles,
): NativeTable["functions"] {
  function openAs(operation: string, path: string, mode: OpenMode) {
    const use: Use = [
      path,
      ...(mode.read ? ["read" as const] : []),
      ...(mode.write || mode.append || mode.create || mode.exclusive ? ["write" as const] : []),
    ];
    return attempts.named(operation, [use], async () => {
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

  function onStream<T>(job: (stream: OpenStream) => Promise<T>) {
    return (file: File) => attempts.settled(job(file.stream));
  }

  return {
    open: (path: string) => openAs("open", path, READ_ONLY),
    create: (path: string) => openAs("create", path, { ...WRITE_ONLY, truncate: true }),
    append_to: (path: string) => openAs("append_to", path, { ...WRITE_ONLY, append: true }),
    open_with: openWith,
    __file_read(file: File, max: Int) {
      const count = asCount(max);
      if (count < 0)
        return new FileFailure("read", "read size must be non-negative", file.stream.path).toResult();
      return attempts.settled(count === 0 ? file.stream.read(0) : file.stream.read(count));
    },
    __file_write: (file: File, data: string) => attempts.settled(file.stream.write(data)),
    __file_is_terminal: (file: File): boolean =>
      file.stream.descriptor !== null && host.system.terminal.isTerminal(file.stream.descriptor),
    "File.seek": (file: File, position: Int) => attempts.settled(file.stream.seek(asCount(position), false)),
    "File.seek_end": (file: File, offset: Int) => attempts.settled(file.stream.seek(asCount(offset), true)),
    "File.position": onStream((stream) => stream.position()),
    "File.size": onStream((stream) => stream.size()),
    "File.truncate": (file: File, size: Int) => attempts.settled(file.stream.truncate(asCount(size))),
    "File.sync": onStream((stream) => stream.sync()),
    "File.close": (file: File) => attempts.settled(named("close", file.stream.path, () => open.close(file))),
  };
}
