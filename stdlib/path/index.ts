// The natives of std/path, some of which std/fs uses as well.
import type { NativeTable } from "../../interpreter/runtime/index.ts";
import {
  basename,
  components,
  dirname,
  extension,
  isAbsolute,
  join,
  normalize,
  stem,
  withExtension,
} from "./paths.ts";

export { basename, components, dirname, join } from "./paths.ts";

export function create(): NativeTable {
  return {
    functions: {
      join,
      basename,
      dirname,
      extension,
      stem,
      components,
      normalize,
      with_extension: withExtension,
      is_absolute: isAbsolute,
    },
  };
}
