// Changes below a folder, or of one file. The system reports which entries were touched; comparing their old
// and new states yields the changes, so that one change is reported once, however many notices it causes.
import type { FileProperties, Files } from "../../interpreter/host/index.ts";
import { basename, dirname, join } from "../path/index.ts";

/** The time in which notices are collected before the entries are compared. */
const QUIET_MS = 20;
/** The time after which changes that the channel did not take are offered again. */
const AGAIN_MS = 50;

export type ChangeKind = "created" | "changed" | "removed";

export class Watch {
  readonly #files: Files;
  readonly #root: string;
  readonly #offer: (path: string, kind: ChangeKind) => boolean;
  /** The last known state of each path. */
  readonly #known = new Map<string, FileProperties>();
  readonly #watchers = new Map<string, { close(): void }>();
  #place: { close(): void } | null = null;
  readonly #touched = new Set<string>();
  readonly #pending: (readonly [path: string, kind: ChangeKind])[] = [];
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #closed = false;

  private constructor(files: Files, root: string, offer: (path: string, kind: ChangeKind) => boolean) {
    this.#files = files;
    this.#root = root;
    this.#offer = offer;
  }

  /** `offer` receives each change and returns whether it was taken. @throws as the system does */
  static async open(
    files: Files,
    path: string,
    offer: (path: string, kind: ChangeKind) => boolean,
  ): Promise<Watch> {
    const watch = new Watch(files, path, offer);
    const properties = await files.properties(path, true);
    try {
      watch.#known.set(path, properties);
      if (properties.kind === "folder") {
        await watch.#enter(path, false);
        watch.#watchPlace(path);
      } else watch.#watchPlace(path);
    } catch (error) {
      watch.close();
      throw error;
    }
    return watch;
  }

  /**
   * Watches the folder that contains a path: saving a file by renaming replaces it, and a folder may be removed
   * and created again.
   */
  #watchPlace(path: string): void {
    const name = basename(path);
    try {
      this.#place = this.#files.watchFolder(dirname(path), (touched) => {
        if (touched === null || touched === name) this.#touch(path);
      });
    } catch (error) {
      // A folder can be watched even if its parent cannot be read.
      if (!this.#watchers.has(path)) throw error;
    }
  }

  close(): void {
    this.#place?.close();
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches a folder and everything below it. With `isNew`, entries found there are reported as created. */
  async #enter(path: string, isNew: boolean): Promise<void> {
    const left = [path];
    for (let folder = left.pop(); folder !== undefined && !this.#closed; folder = left.pop()) {
      const within = folder;
      if (!this.#watchers.has(within)) {
        const watcher = this.#files.watchFolder(within, (name) => {
          if (name === null) for (const each of this.#below(within)) this.#touch(each);
          else this.#touch(join(within, name));
        });
        this.#watchers.set(within, watcher);
      }
      for (const { name } of await this.#files.entries(within)) {
        const entry = join(within, name);
        const properties = await this.#look(entry);
        if (properties === null || this.#known.has(entry)) continue;
        this.#known.set(entry, properties);
        if (isNew) this.#report(entry, "created");
        if (properties.kind === "folder") left.push(entry);
      }
    }
  }

  #below(folder: string): string[] {
    return [...this.#known.keys()].filter((path) => path.startsWith(`${folder}/`));
  }

  async #look(path: string): Promise<FileProperties | null> {
    // The watched path itself may be a link to a folder or file.
    return this.#files.properties(path, path === this.#root).catch(() => null);
  }

  #touch(path: string): void {
    this.#touched.add(path);
    this.#schedule(QUIET_MS);
  }

  #schedule(millis: number): void {
    if (this.#closed || this.#timer !== null || this.#looking) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#reportChanges();
    }, millis);
  }

  async #reportChanges(): Promise<void> {
    this.#looking = true;
    const touched = [...this.#touched].sort();
    this.#touched.clear();
    for (const path of touched) {
      if (this.#closed) return;
      try {
        await this.#compare(path);
      } catch {
        // The entry changes while it is compared; another notice follows.
      }
    }
    this.#looking = false;
    this.#offerPending();
    if (this.#touched.size > 0) this.#schedule(QUIET_MS);
  }

  async #compare(path: string): Promise<void> {
    const before = this.#known.get(path);
    const now = await this.#look(path);
    if (now === null) {
      if (before === undefined) return;
      this.#forget(path);
    } else {
      this.#known.set(path, now);
      const isFolder = now.kind === "folder";
      if (before !== undefined && before.identity !== now.identity) this.#leave(path);
      if (before === undefined) this.#report(path, "created");
      else if (!isFolder && differs(before, now)) this.#report(path, "changed");
      if (isFolder && (before === undefined || before.identity !== now.identity))
        await this.#enter(path, true);
    }
  }

  #forget(path: string): void {
    this.#leave(path);
    this.#known.delete(path);
    this.#report(path, "removed");
  }

  /** Forgets everything below a path: it was removed, or another entry has replaced it. */
  #leave(path: string): void {
    for (const gone of this.#below(path).reverse()) {
      this.#stop(gone);
      this.#known.delete(gone);
      this.#report(gone, "removed");
    }
    this.#stop(path);
  }

  #stop(path: string): void {
    this.#watchers.get(path)?.close();
    this.#watchers.delete(path);
  }

  #report(path: string, kind: ChangeKind): void {
    this.#pending.push([path, kind]);
  }

  #offerPending(): void {
    let taken = 0;
    while (taken < this.#pending.length && this.#offer(...this.#pending[taken]!)) taken++;
    this.#pending.splice(0, taken);
    if (this.#pending.length > 0) this.#schedule(AGAIN_MS);
  }
}

function differs(before: FileProperties, now: FileProperties): boolean {
  return (
    before.size !== now.size ||
    before.modifiedMs !== now.modifiedMs ||
    before.identity !== now.identity ||
    before.permissions !== now.permissions
  );
}
