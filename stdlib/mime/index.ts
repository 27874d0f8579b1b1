// std/mime: the table of the package `mime`.
import mime from "mime";
import type { NativeTable, Option } from "../../interpreter/runtime/index.ts";

/** No extension and no type is longer. */
const LONGEST = 1024;

export function create(): NativeTable {
  return {
    functions: {
      type_of: (path: string): Option<string> => mime.getType(path.slice(-LONGEST)),
      extension_of: (type: string): Option<string> => mime.getExtension(type.slice(0, LONGEST)) || null,
    },
  };
}
