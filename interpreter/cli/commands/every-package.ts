// The packages of commands that run programs without restrictions: those that npm has installed, with their
// native code, and those of `--package` and STD_PACKAGES.
import { npmPackages, type NpmPackages } from "../../npm-packages.ts";
import type { ParsedOptions } from "./options.ts";
import { nativesOf, packagesOf } from "./settings.ts";

export function everyPackage(options: ParsedOptions): NpmPackages {
  return npmPackages({ natives: nativesOf(options), repositories: packagesOf(options).find });
}
