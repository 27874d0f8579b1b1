// The hints and problems of diagnostics of imports.
import type { Part } from "./notes.ts";

export const loadingNotes = {
  allowReadingItAllowRead: (path: Part) => `allow reading it: \`--allow-read=${path}\``,
  didYouMeanStd: (close: Part) => `did you mean \`std/${close}\`?`,
  itCannotBeRead: (error: Part) => `it cannot be read (${error})`,
  itIsDirectory: "it is a directory",
  isUtf16: "it is UTF-16: save it as UTF-8",
  notValidUtf8: "it is not valid UTF-8",
  itLiesOutsideOfProgram: "it is outside the program's folder",
  itLiesOutsidePackage: "it is outside the package",
  nameIsTooLong: "the name is too long",
  addOtherVersion: (name: Part) => `install a version of it that this std can run: std add ${name}@VERSION`,
  addPackage: (spec: Part) => `run: std add ${spec}`,
  addPackageOr: (spec: Part, other: Part) => `run: std add ${spec}, or ${other}`,
  allowNative: (name: Part) =>
    `allow it with \`--allow-native=${name}\`, in a host with \`natives\` of \`npmPackages\``,
  avoidCycle: "move what both packages need into a third one",
  installAgain: (name: Part) => `remove node_modules/${name}, and run: npm install`,
  writeMember: (member: Part, file: Part) =>
    `if the package is yours, write \`"${member}": "${file}"\` in \`std\` of its package.json; else install another version`,
  publishNativeCode:
    "if the package is yours, write the file, and name it in `files` of package.json; else install another version",
  namePackageOfScope: (scope: Part) => `name a package of the scope: \`${scope}/NAME\``,
  nameSources: 'if the package is yours, write `"std": { "root": "FOLDER" }` in its package.json',
  stayInPackage: (root: Part) => `an import of the package names a file below ${root}, without \`.std\``,
  manifestIsNoObject: "its package.json is not a JSON object",
  manifestNamesNoFile: (member: Part) => `\`${member}\` of its package.json is not a file of the package`,
  manifestNamesNoFolder: (member: Part) => `\`${member}\` of its package.json is not a folder of the package`,
  nativeCodeIsMissing: (path: Part) => `its native code is missing: ${path}`,
  nativeCodeIsNotAllowed: "it has native code, which is not allowed here",
  packageHasNoSources: (name: Part) =>
    `${name} is a package without sources of Stdlang: its package.json has no \`std\``,
  packageNeedsVersion: (name: Part, range: Part, version: Part) =>
    `${name} needs std ${range}, this is std ${version}`,
  unknownKindOfPath: "neither a local path (`./`, `../`), `std/…` nor a package",
  noSuchFile: "no such file",
  pathIsRelative: "the path is relative to the folder of this file: correct it, or create the file",
  packageIsNotInstalled: "the package is not installed",
  pathToFileIsExpected: "expected a path to a file",
  permissionDenied: "permission denied",
  namePackageFolder: (full: Part) =>
    `name its folder with \`--package ${full}=DIR\`, or put it at \`${full}\` below a folder that STD_PACKAGES lists`,
  noFileNameForStandardModule: (path: Part) => `write standard modules without quotes: \`import ${path}\``,
  writePathOfFile: (path: Part) => `for a file beside this one, write \`import "./${path}"\``,
  writeRelativePath: "paths are relative to the file that imports: begin with `./` or `../`",
  noSuchStandardModule: "no such standard module",
  tooManyLinks: "too many levels of symbolic links",
} as const;
