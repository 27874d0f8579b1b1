// The files that programs are made of, for the front end: texts as JavaScript has them, and at once, since a program is
// loaded before anything runs.

/** What paths mean, by their text alone. */
export interface Paths {
  readonly separator: string;
  dirname(path: string): string;
  basename(path: string, ending?: string): string;
  /** With the dot; `""` for none. */
  extname(path: string): string;
  join(...parts: string[]): string;
  normalize(path: string): string;
  /** From the folder that the process is in. */
  absolute(path: string): string;
  isAbsolute(path: string): boolean;
}

/** What fails throws an error whose `code` is that of the system. */
export interface Sources {
  readonly paths: Paths;
  /** The one path of the file behind `path`; what is no file, as a pipe, has the one that it was asked by. */
  canonical(path: string): string;
  read(path: string): Uint8Array;
  /** A file of the interpreter itself, such as the declarations of its modules. */
  readOwn(file: URL): string;
}
