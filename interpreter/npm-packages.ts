// The option `packages` of an engine that finds packages of npm.
import { machine } from "./host/index.ts";
import type { LatePackageLookup } from "./late-origin.ts";
import type { NpmUse } from "./modules/index.ts";
import { ownVersion } from "./own-version.ts";

/** Lets programs import the packages that npm has installed around them. Made by `npmPackages`. */
export interface NpmPackages extends NpmUse {
  /** Finds the packages that are named `host/owner/name` and not installed by npm. */
  readonly repositories: LatePackageLookup;
}

export interface NpmOptions {
  /**
   * The packages whose native code may run in the process of the host; true for all. Default: none, so a
   * program that imports such a package does not check.
   */
  readonly natives?: readonly string[] | true;
  /** Finds packages that are named `host/owner/name` before npm is asked. Default: npm alone. */
  readonly repositories?: LatePackageLookup;
}

/**
 * The value of the option `packages` for which imports find packages in `node_modules`: those whose
 * package.json has `"std"`. See docs/reference/modules.md#packages.
 */
export function npmPackages({ natives = [], repositories = () => null }: NpmOptions = {}): NpmPackages {
  return {
    natives: natives === true ? true : [...natives],
    repositories,
    get version() {
      return ownVersion();
    },
    inRange: (version, range) => rangesOfNpm().satisfies(version, range),
  };
}

/** Loaded only for a package that restricts the version of the language. */
function rangesOfNpm(): { satisfies(version: string, range: string): boolean } {
  return machine().sources.library("semver") as ReturnType<typeof rangesOfNpm>;
}
