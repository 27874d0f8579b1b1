// Natives of std/fs that change the file tree, query it, or watch it.
import { get } from "../../interpreter/own/index.ts";
import { asCount } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { systemText } from "../error/index.ts";
import { openSource } from "../sync/index.ts";
import type { Attempts } from "./attempts.ts";
import { changeValue, FileEvent, kindValue, Metadata } from "./changes.ts";
import { FileFailure, named } from "./failure.ts";
import { glob } from "./glob.ts";
import { MOST_PERMISSIONS } from "./modes.ts";
import { replaceFile } from "./replace.ts";
import { copyAll, removeAll } from "./trees.ts";
import { Watch, type ChangeKind } from "./watch.ts";

/** The largest time of a JavaScript date, 273,790 years from 1970; file systems store less. */
const MOST_MILLIS = 8.64e15;
/** The most changes in the channel. Further changes wait outside it. */
const EVENTS = 256;

export function treeNatives(runtime: Runtime, attempts: Attempts): NativeTable["functions"] {
  const { system, capabilities } = runtime.host;
  const ownsProcess = get(runtime.host, "ownsProcess");
  const { files } = system;

  function workingFolder(): Promise<string> {
    return named("cwd", ".", async () => {
      const path = files.workingFolder();
      const denied = capabilities.read(path);
      if (denied !== null) throw new FileFailure("cwd", denied, path);
      return path;
    });
  }

  return {
    rename: (from: string, to: string) =>
      attempts.named(
        "rename",
        [
          [from, "entry"],
          [to, "entry"],
        ],
        () => files.rename(from, to),
        `${from} to ${to}`,
      ),
    write_atomic: (path: string, contents: string) =>
      attempts.named("write_atomic", [[path, "write"]], async () => {
        try {
          await replaceFile(system, path, contents);
        } catch (error) {
          throw error instanceof FileFailure ? new FileFailure("write_atomic", error.text, path) : error;
        }
      }),
    remove_all: (path: string) =>
      attempts.named("remove_all", [[path, "entry"]], () => removeAll(files, path)),
    copy_all: (from: string, to: string) =>
      attempts.named(
        "copy_all",
        [
          [from, "read"],
          [to, "write"],
        ],
        () => copyAll(files, from, to, (path) => capabilities.write(path)),
      ),
    __metadata: (path: string, followLinks: boolean) =>
      attempts.named(followLinks ? "metadata" : "link_metadata", [[path, "read"]], async () => {
        const { size, modifiedMs, kind, permissions } = await files.properties(path, followLinks);
        return new Metadata(size, modifiedMs, kindValue(kind), permissions);
      }),
    set_mode(path: string, mode: Int) {
      const permissions = asCount(mode);
      if (!(permissions >= 0 && permissions <= MOST_PERMISSIONS))
        return new FileFailure("set_mode", systemText("EINVAL"), path).toResult();
      return attempts.named("set_mode", [[path, "write"]], () => files.setPermissions(path, permissions));
    },
    set_modified_ms(path: string, ms: Int) {
      const millis = asCount(ms);
      if (Math.abs(millis) > MOST_MILLIS)
        return new FileFailure("set_modified_ms", systemText("EINVAL"), path).toResult();
      return attempts.named("set_modified_ms", [[path, "write"]], () => files.setTimes(path, millis));
    },
    link: (existing: string, path: string) =>
      attempts.named(
        "link",
        [
          [existing, "read", "write"],
          [path, "entry"],
        ],
        () => files.link(existing, path),
        `${existing} to ${path}`,
      ),
    symlink: (target: string, path: string) =>
      attempts.named("symlink", [[path, "entry"], [target]], () => files.symlink(target, path)),
    read_link: (path: string) => attempts.named("read_link", [[path, "read"]], () => files.readLink(path)),
    real_path: (path: string) => attempts.named("real_path", [[path, "read"]], () => files.realPath(path)),
    glob: (pattern: string) =>
      attempts.named("glob", [[pattern]], () => glob(files, pattern, (path) => capabilities.read(path))),
    watch: (path: string) => attempts.named("watch", [[path, "read"]], () => watch(runtime, path)),
    cwd: () => attempts.settled(workingFolder()),
    set_cwd: (path: string) =>
      attempts.named("set_cwd", [[path, "read"]], async () => {
        if (ownsProcess !== true) throw new Error("the working directory belongs to the host");
        files.setWorkingFolder(path);
      }),
  };
}

/** Returns a channel of the changes of a path. */
async function watch(runtime: Runtime, path: string) {
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
  const deliver = (changed: string, kind: ChangeKind): boolean =>
    pushTo.size < EVENTS && pushTo.push(new FileEvent(changed, changeValue(kind))) !== "dropped";
  let watching: Watch | null = null;
  try {
    watching = await Watch.open(runtime.host.system.files, path, deliver);
  } catch (error) {
    atEnd();
    throw error;
  }
  if (closed) watching.close();
  return channel;
}
