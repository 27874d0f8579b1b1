// Waits for changes of source files, for `--watch`: below folders, and of files that a program has read.
import { existsSync, statSync, watch, type FSWatcher } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Editors write a file in several steps: the last change counts. */
const QUIET_MS = 100;
const SOURCES = /\.std$/;
const FOREIGN = /(?:^|[\\/])(?:node_modules|\.git|__snapshots__)(?:[\\/]|$)/;

export interface SourceChanges {
  /** Also watches these files, such as imported ones outside of the folders. */
  include(files: Iterable<string>): void;
  /** Resolves with the path of a file that has changed since the last call. */
  next(): Promise<string>;
  close(): void;
}

export function watchSources(paths: readonly string[]): SourceChanges {
  const watchers = new Map<string, FSWatcher>();
  const named = new Set<string>();
  /** The folders that are watched with all that is below them. */
  const whole = new Set<string>();
  let changed: string | null = null;
  let wake: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  const touched = (path: string): void => {
    if (FOREIGN.test(relative(".", path)) || !(SOURCES.test(path) || named.has(path))) return;
    changed = path;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      wake?.();
    }, QUIET_MS);
  };
  const add = (folder: string, recursive: boolean): void => {
    if (watchers.has(folder) || !existsSync(folder)) return;
    try {
      const watcher = watch(folder, { recursive }, (_event, name) => {
        if (name !== null) touched(join(folder, name));
      });
      watcher.on("error", () => watchers.delete(folder));
      watchers.set(folder, watcher);
      if (recursive) whole.add(folder);
    } catch {
      // A folder that cannot be watched, such as one on a file system without notifications.
    }
  };
  for (const path of paths.map((each) => resolve(each))) {
    const isFolder = existsSync(path) && statSync(path).isDirectory();
    if (!isFolder) named.add(path);
    add(isFolder ? path : dirname(path), isFolder);
  }
  return {
    include(files) {
      for (const file of files) {
        const path = resolve(file);
        named.add(path);
        const covered = [...whole].some((folder) => !relative(folder, path).startsWith(".."));
        if (!covered) add(dirname(path), false);
      }
    },
    next() {
      return new Promise((done) => {
        const deliver = (): void => {
          wake = null;
          const path = changed!;
          changed = null;
          done(relative(process.cwd(), path));
        };
        if (changed !== null && timer === undefined) deliver();
        else wake = () => changed !== null && deliver();
      });
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
