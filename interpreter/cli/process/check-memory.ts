// What `std check` knows from its last run with the same files: in the cache of compiled programs, with the same
// protection against other users. Without a cache, everything is checked.
import { Project, storedProject, type Counts, type StoredProject } from "../../project/index.ts";
import { currentFolder } from "./current-folder.ts";
import { openCache } from "./program-cache.ts";

export interface RememberedProject {
  readonly project: Project;
  /** Stores what is known now, if it is more than before. */
  keep(): void;
}

export function rememberedProject(entries: readonly { readonly path: string }[]): RememberedProject {
  const cache = openCache();
  const folder = currentFolder();
  const key = cache?.key("check", folder ?? "", ...entries.map(({ path }) => path));
  const stored = cache === null || folder === null ? storedProject(null) : read(cache.loadText(key!));
  const project = new Project(stored.store);
  return {
    project,
    keep() {
      const { lexed, checked } = project.counts;
      if (cache !== null && folder !== null && lexed + checked > 0) cache.storeText(key!, stored.encode());
    },
  };
}

function read(text: string | null): StoredProject {
  try {
    return storedProject(text);
  } catch {
    return storedProject(null);
  }
}

/** A line about the work of a check. */
export function workDone({ lexed, parsed, checked, asked, reused }: Counts): string {
  return `${lexed} files read, ${parsed} items parsed, ${checked} checked, ${reused} known; ${asked} questions asked again\n`;
}
