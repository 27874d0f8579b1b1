// The entry point: from an entry path to the units of its program.
export {
  load,
  packagesAmong,
  unitsOf,
  type Bounds,
  type Entry,
  type Loaded,
  type LoadedFile,
  type LoadOptions,
  type NativeFile,
  type ParsedFile,
} from "./loader.ts";
export {
  decodeSource,
  fileReader,
  isProblem,
  memoryReader,
  type Problem,
  type SourceReader,
} from "./reader.ts";
export { withEdit } from "./reload.ts";
export type { NpmUse } from "./npm.ts";
export type { PackageLookup, PackageName } from "./resolve.ts";
export { mismatches, nativeFunctions } from "./native.ts";
export {
  prepareDeclaration,
  preparedPath,
  readDeclaration,
  standardNames,
  type Declaration,
} from "./standard.ts";
