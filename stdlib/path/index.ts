// The natives of std/path, some of which std/fs uses as well.
import { foreseen, some, type NativeTable, type Runtime } from "../../interpreter/runtime/index.ts";
import {
  basename,
  components,
  dirname,
  extension,
  isAbsolute,
  join,
  normalize,
  relative,
  stem,
  withExtension,
} from "./paths.ts";

export { branchesOf, matchesPath, type Branch } from "./glob-pattern.ts";
export { basename, components, dirname, join } from "./paths.ts";

export function create(runtime: Runtime): NativeTable {
  return {
    functions: foreseen(runtime, NANOS, {
      join,
      basename,
      dirname,
      extension,
      stem,
      components,
      normalize,
      with_extension: withExtension,
      is_absolute: isAbsolute,
      relative: (from: string, to: string) => {
        const path = relative(from, to);
        return path === null ? null : some(path);
      },
    }),
  };
}

/** The nanoseconds for each byte of a path. */
export const NANOS = { components: 100, normalize: 150, relative: 150 };
