// Files for programs that may reach only some of them. Other processes can change what a name refers to:
// replace a file by a link, or a folder by another. So each name is checked again right before its use,
// synchronously, and operations that change names are not left to other threads.
import * as fs from "node:fs";
import { posix } from "node:path";
import type { FileRules, Files } from "../index.ts";
import { bytesOf, File, files, flagsOf, kindOf, propertiesOf, timeOf } from "./files.ts";

export function confinedFiles(rules: FileRules): Files {
  const allow = (denied: string | null): void => {
    if (denied !== null) throw new Error(denied);
  };
  const mayRead = (path: string): void => allow(rules.read(path));
  const mayWrite = (path: string): void => allow(rules.write(path));
  /** New files beside writable ones, which they will replace. */
  const made = new Set<string>();
  /** Checks changing the name in its folder, whatever it refers to. */
  const mayChange = (path: string): void => {
    if (!made.has(path)) allow(rules.write(path, "entry"));
  };
  /** Checks looking at a file, which those who may write or remove it may do. */
  const maySee = (path: string, what?: "entry"): void => {
    if (rules.read(path) !== null) allow(rules.write(path, what));
  };

  return {
    ...files,
    open: (path, mode) =>
      atOnce(() => {
        const { read, write, append, beside } = mode;
        if (read || !(write || append)) mayRead(path);
        if (beside !== undefined && posix.dirname(beside) === posix.dirname(path)) {
          mayWrite(beside);
          made.add(path);
        } else if (write || append) mayWrite(path);
        const descriptor = fs.openSync(bytesOf(path), flagsOf(mode), mode.permissions);
        try {
          return new File(descriptor, fs.fstatSync(descriptor));
        } catch (error) {
          fs.closeSync(descriptor);
          throw error;
        }
      }),
    properties: (path, followLinks) =>
      atOnce(() => {
        maySee(path, followLinks ? undefined : "entry");
        return propertiesOf((followLinks ? fs.statSync : fs.lstatSync)(bytesOf(path)));
      }),
    setPermissions: (path, permissions) =>
      atOnce(() => {
        mayWrite(path);
        allow(rules.permissions(permissions));
        fs.chmodSync(bytesOf(path), permissions);
      }),
    setTimes: (path, millis) =>
      atOnce(() => {
        mayWrite(path);
        fs.utimesSync(bytesOf(path), timeOf(millis), timeOf(millis));
      }),
    rename: (from, to) =>
      atOnce(() => {
        mayChange(from);
        mayChange(to);
        fs.renameSync(bytesOf(from), bytesOf(to));
        made.delete(from);
      }),
    removeFile: (path) =>
      atOnce(() => {
        mayChange(path);
        fs.unlinkSync(bytesOf(path));
        made.delete(path);
      }),
    makeFolder: (path, permissions) =>
      atOnce(() => {
        mayChange(path);
        fs.mkdirSync(bytesOf(path), { mode: permissions });
      }),
    removeFolder: (path) =>
      atOnce(() => {
        mayChange(path);
        fs.rmdirSync(bytesOf(path));
      }),
    entries: (path) =>
      atOnce(() => {
        maySee(path);
        const found = fs.readdirSync(bytesOf(path), { withFileTypes: true, encoding: "buffer" });
        return found.map((entry) => ({ name: entry.name.toString("latin1"), kind: kindOf(entry) }));
      }),
    link: (existing, path) =>
      atOnce(() => {
        mayRead(existing);
        mayWrite(existing);
        mayChange(path);
        fs.linkSync(bytesOf(existing), bytesOf(path));
      }),
    symlink: (target, path) =>
      atOnce(() => {
        mayChange(path);
        allow(rules.link(path, target));
        fs.symlinkSync(bytesOf(target), bytesOf(path));
      }),
    readLink: (path) =>
      atOnce(() => {
        maySee(path, "entry");
        return fs.readlinkSync(bytesOf(path), { encoding: "buffer" }).toString("latin1");
      }),
    watchFolder(path, touched) {
      mayRead(path);
      return files.watchFolder(path, touched);
    },
  };
}

/** Does the work now, and lets the event loop continue before the result. */
function atOnce<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    try {
      const result = work();
      setImmediate(() => resolve(result));
    } catch (error) {
      setImmediate(() => reject(error as Error));
    }
  });
}
