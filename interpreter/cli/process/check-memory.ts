// What `std check` knows from its last run with the same files: in the cache of compiled programs, with the same
// protection against other users. Without a cache, everything is checked.
import {
  Project,
  storedProject,
  type Counts,
  type StoredProject,
  type StoredTexts,
} from "../../project/index.ts";
import type { LiteralMemory } from "../../literals/index.ts";
import { currentFolder } from "./current-folder.ts";
import { openCache } from "./program-cache.ts";

export interface RememberedProject {
  readonly project: Project;
  /** Stores what is known now, if it is more than before. */
  keep(): void;
  /** Literals that were right. */
  readonly literals: LiteralMemory;
  /** Stores which literals of this check are right, if they are others than before. */
  keepLiterals(): void;
}

export function rememberedProject(entries: readonly { readonly path: string }[]): RememberedProject {
  const cache = openCache();
  const folder = currentFolder();
  const key = cache?.key("check", folder ?? "", ...entries.map(({ path }) => path));
  const changesKey = `${key} changes`;
  const stored =
    cache === null || folder === null
      ? storedProject(null)
      : read(cache.loadText(key!), () => cache.loadText(changesKey));
  const project = new Project(stored.store);
  // The compiler of SQL is that of Node.
  const literalsKey = `${key} literals ${process.version}`;
  const before = new Set(
    cache
      ?.loadText(literalsKey)
      ?.split("\n")
      .filter((hash) => hash !== ""),
  );
  const right = new Set<string>();
  return {
    project,
    literals: {
      isRight(hash) {
        const isKnown = before.has(hash);
        if (isKnown) right.add(hash);
        return isKnown;
      },
      add: (hash) => void right.add(hash),
    },
    keepLiterals() {
      const isSame = right.size === before.size && [...right].every((hash) => before.has(hash));
      if (cache !== null && folder !== null && !isSame) cache.storeText(literalsKey, [...right].join("\n"));
    },
    keep() {
      const { lexed, checked } = project.counts;
      if (cache === null || folder === null || lexed + checked === 0) return;
      const { base, changes } = stored.encode();
      if (base !== null) cache.storeText(key!, base);
      if (changes !== null) cache.storeText(changesKey, changes);
    },
  };
}

/** Changes without their base, which another process may have replaced, are not read. */
function read(base: string | null, changes: () => string | null): StoredProject {
  const texts: StoredTexts | null = base === null ? null : { base, changes: changes() };
  try {
    return storedProject(texts);
  } catch {
    return storedProject(null);
  }
}

/** A line about the work of a check. */
export function workDone({ lexed, parsed, checked, asked, reused }: Counts): string {
  return `${lexed} files read, ${parsed} items parsed, ${checked} checked, ${reused} known; ${asked} questions asked again\n`;
}
