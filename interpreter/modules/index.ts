// Door: from an entry path to units, and from compiled text to a running program.
export { load, type Entry, type EntryProblem, type Loaded, type LoadedFile, type LoadOptions } from "./loader.ts";
export { fileReader, isProblem, memoryReader, type Problem, type SourceReader } from "./reader.ts";
export type { PackageLookup, PackageName } from "./resolve.ts";
export { launch, type CompiledProgram, type Ending, type Launched, type LaunchOptions } from "./launch.ts";
export { mismatches, nativeNames } from "./native.ts";
export { prepareDeclaration, preparedPath, readDeclaration } from "./standard.ts";
