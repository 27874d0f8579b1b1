// Labels, hints and problems that reports of imports carry beside the message of their code.
import type { Part } from "./notes.ts";

export const loadingNotes = {
  allowReadingItAllowRead: (path: Part) => `allow reading it: \`--allow-read=${path}\``,
  didYouMeanStd: (close: Part) => `did you mean \`std/${close}\`?`,
  itCannotBeRead: (error: Part) => `it cannot be read (${error})`,
  itIsDirectory: "it is a directory",
  notValidUtf8: "it is not valid UTF-8",
  itLiesOutsideOfProgram: "it lies outside of the program's folder",
  itLiesOutsidePackage: "it lies outside the package",
  nameIsTooLong: "the name is too long",
  unknownKindOfPath: "neither a local path (`./`, `../`), `std/…` nor a package (`host/owner/name`)",
  noSuchFile: "no such file",
  packageIsNotInstalled: "the package is not installed",
  pathToFileIsExpected: "a path to a file is expected",
  permissionDenied: "permission denied",
  tellPackageFolder: (full: Part) =>
    `say where its folder is with \`--package ${full}=DIR\`, or put it at \`${full}\` below a folder that STD_PACKAGES names`,
  noFileNameForStandardModule: (path: Part) =>
    `standard modules are written without quotes: \`import ${path}\``,
  noSuchStandardModule: "there is no such standard module",
  tooManyLinks: "too many levels of symbolic links",
} as const;
