// Completion of the paths of files.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The most paths that are proposed. */
const MOST = 200;

/**
 * The paths that begin with a text; folders end with a slash. With an ending, only folders and the files with
 * it, without it: as imports name files.
 */
export function matchingPaths(start: string, ending?: string): string[] {
  const slash = start.lastIndexOf("/") + 1;
  const folder = start.slice(0, slash);
  const name = start.slice(slash);
  return namesIn(folder)
    .filter((each) => each.startsWith(name) && (name !== "" || !each.startsWith(".")))
    .flatMap((each) => {
      if (isFolder(join(folder, each))) return [`${folder}${each}/`];
      if (ending === undefined) return [folder + each];
      return each.endsWith(ending) ? [folder + each.slice(0, -ending.length)] : [];
    })
    .slice(0, MOST);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder === "" ? "." : folder).sort();
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
