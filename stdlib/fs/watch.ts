// Changes below a folder, or of one file. The system tells which entries were touched; what they were before and are
// now says what happened to them, so that one change is reported once, however many notices it comes in.
import type { FileProperties, Files } from "../../interpreter/host/index.ts";
import { basename, dirname, join } from "../path/index.ts";

/** Notices that come together are looked at together. */
const QUIET_MS = 20;
/** How soon what is not taken is offered again. */
const AGAIN_MS = 50;

export type ChangeKind = "created" | "changed" | "removed";

export class Watch {
  readonly #files: Files;
  readonly #root: string;
  readonly #descriptor: (path: string, kind: ChangeKind) => boolean;
  /** What was there when last looked at, by path. */
  readonly #known = new Map<string, FileProperties>();
  readonly #watchers = new Map<string, { close(): void }>();
  #place: { close(): void } | null = null;
  readonly #touched = new Set<string>();
  readonly #untold: (readonly [path: string, kind: ChangeKind])[] = [];
  #timer: NodeJS.Timeout | null = null;
  #looking = false;
  #closed = false;

  private constructor(files: Files, root: string, descriptor: (path: string, kind: ChangeKind) => boolean) {
    this.#files = files;
    this.#root = root;
    this.#descriptor = descriptor;
  }

  /** `offer` gets each change and answers whether it was taken. @throws as the system does */
  static async open(
    files: Files,
    path: string,
    descriptor: (path: string, kind: ChangeKind) => boolean,
  ): Promise<Watch> {
    const watch = new Watch(files, path, descriptor);
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
   * Watches the folder in which a path stands: a file that is saved by renaming is another one afterwards, and a folder
   * may go and come back.
   */
  #watchPlace(path: string): void {
    const name = basename(path);
    try {
      this.#place = this.#files.watchFolder(dirname(path), (touched) => {
        if (touched === null || touched === name) this.#touch(path);
      });
    } catch (error) {
      // The folder may be watched where the one above it may not be read.
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

  /** Watches a folder with all below it. `isNew`: what is found there is new. */
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
    // What is watched may be a link, as a folder or file of that name is read.
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
        // It changes while it is looked at; there is another notice for that.
      }
    }
    this.#looking = false;
    this.#offerUntold();
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

  /** Another has taken the place of what was watched here. */
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
    this.#untold.push([path, kind]);
  }

  #offerUntold(): void {
    let taken = 0;
    while (taken < this.#untold.length && this.#descriptor(...this.#untold[taken]!)) taken++;
    this.#untold.splice(0, taken);
    if (this.#untold.length > 0) this.#schedule(AGAIN_MS);
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
