// The paths that the `.gitignore` files of a repository exclude. They count from the folder that holds `.git`
// downwards; outside a repository there are none. A folder that is entered although it is excluded, because the
// user has named it, is searched by the rules for what is in it.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Ignore, Options } from "ignore";

/** The rules of one `.gitignore`, for paths relative to its folder. */
interface Level {
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules that hold in a folder, outermost first. */
export class IgnoredPaths {
  /** The folder, without links on the way to it. */
  readonly #folder: string;
  readonly #levels: readonly Level[];

  private constructor(folder: string, levels: readonly Level[]) {
    this.#folder = folder;
    this.#levels = levels;
  }

  /** The rules for the contents of a folder that was named. */
  static in(folder: string): IgnoredPaths {
    const start = withoutLinks(folder);
    let rules = new IgnoredPaths(start, []);
    for (const path of fromRepository(start)) rules = rules.#entered(path);
    return rules;
  }

  excludes(name: string, isFolder: boolean): boolean {
    const path = join(this.#folder, name);
    // The innermost file that says something about the path decides.
    for (const level of this.#levels.toReversed()) {
      const { ignored, unignored } = level.rules.test(pathIn(level, path, isFolder));
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  /** The rules in a folder of this one, which is entered. */
  entered(name: string): IgnoredPaths {
    return this.#entered(join(this.#folder, name));
  }

  #entered(folder: string): IgnoredPaths {
    const isRepository = existsSync(join(folder, ".git"));
    const outer = isRepository ? [] : this.#levels;
    if (outer.length === 0 && !isRepository) return new IgnoredPaths(folder, []);
    // Rules that exclude a folder exclude all below it: as it is entered, they no longer apply to it.
    for (const level of outer) {
      const path = pathIn(level, folder, true);
      if (level.rules.test(path).ignored) level.rules.add(`!/${literally(path)}`);
    }
    const text = contentOf(join(folder, ".gitignore"));
    // An empty level keeps the repository in mind for the folders below.
    return new IgnoredPaths(folder, [...outer, { folder, rules: rulesOf(text) }]);
  }
}

type MakeRules = (options: Options) => Ignore;
let makeRules: MakeRules | undefined;

function rulesOf(text: string): Ignore {
  // It is loaded only in repositories. Git compares names like the file systems that are usual on each system.
  makeRules ??= createRequire(import.meta.url)("ignore") as MakeRules;
  const ignorecase = process.platform === "darwin" || process.platform === "win32";
  return makeRules({ ignorecase }).add(text);
}

/** The folders from the one that holds `.git` to this one; none outside a repository. */
function fromRepository(folder: string): string[] {
  const found: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    found.unshift(current);
    if (existsSync(join(current, ".git"))) return found;
    if (dirname(current) === current) return [];
  }
}

function pathIn({ folder }: Level, path: string, isFolder: boolean): string {
  return relative(folder, path).replaceAll(sep, "/") + (isFolder ? "/" : "");
}

/** A pattern for exactly this path. */
function literally(path: string): string {
  return path.replace(/[\\*?[\]!# ]/g, "\\$&");
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The text of a file, or nothing: Git, too, ignores a file that it cannot read. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
