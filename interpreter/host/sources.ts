// Source files, for the front end: as JavaScript strings and synchronously, since a program is loaded before
// anything runs.

/** Operations on paths as text. */
export interface Paths {
  readonly separator: string;
  dirname(path: string): string;
  basename(path: string, ending?: string): string;
  /** The extension with the dot; `""` for none. */
  extname(path: string): string;
  join(...parts: string[]): string;
  normalize(path: string): string;
  /** The path relative to the working folder of the process. */
  absolute(path: string): string;
  isAbsolute(path: string): boolean;
}

/** Reads source files. Failures are errors whose `code` is that of the system. */
export interface Sources {
  readonly paths: Paths;
  /**
   * The canonical path of the file; something that is not a file, such as a pipe, keeps the path it was asked
   * by.
   */
  canonical(path: string): string;
  read(path: string): Uint8Array;
  /** The names of what is in a folder. */
  list(path: string): readonly string[];
  /** The text of a file of the interpreter itself, such as the declaration of a module. */
  readOwn(file: URL): string;
  /** Loads an ES module of the interpreter itself at once, for code that cannot wait. */
  loadOwn(file: URL): unknown;
  /** Imports an ES module by its path. */
  importModule(path: string): Promise<unknown>;
  /** Loads a package that the interpreter depends on, by its name. */
  library(name: string): unknown;
}
