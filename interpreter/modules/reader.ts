// The access of the loader to source files, through the host: an embedder can supply them from memory, and a
// sandbox can deny them. It is synchronous, because a program is loaded before it runs.
import { has } from "../own/index.ts";
import { notes } from "../diagnostics/index.ts";
import { machine } from "../host/index.ts";
import { utf8 } from "../source/index.ts";

/** The reason why a file is not available, in words that fit after its name: `no such file`. */
export interface Problem {
  readonly problem: string;
  /** A hint for the user. */
  readonly hint?: string;
}

/** A source of files. Neither method throws. */
export interface SourceReader {
  /** The unique path of the file at `path`. */
  canonical(path: string): string | Problem;
  /** The bytes of a file, by canonical path. */
  read(path: string): Uint8Array | Problem;
  /** The names of the files in a folder; null if it is none. Without it, there are no folders. */
  list?(path: string): readonly string[] | null;
}

/** Reads files of the machine. */
export const fileReader: SourceReader = {
  canonical: (path) => attempt(() => machine().sources.canonical(path)),
  read: (path) => attempt(() => machine().sources.read(path)),
  list(path) {
    const names = attempt(() => machine().sources.list(path));
    return isProblem(names) ? null : names;
  },
};

/** Reads files from memory, by path; relative paths are normalised. */
export function memoryReader(files: Readonly<Record<string, string>>): SourceReader {
  const texts = new Map(Object.entries(files).map(([path, text]) => [normal(path), text]));
  return {
    canonical: (path) => (texts.has(normal(path)) ? normal(path) : { problem: notes.noSuchFile }),
    read(path) {
      const text = texts.get(path);
      return text === undefined ? { problem: notes.noSuchFile } : utf8(text);
    },
  };
}

/** Whether a value is a problem instead of a result. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && has(value, "problem");
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The texts of bytes, which a language server loads again after each key press. */
const decoded = new WeakMap<Uint8Array, string | Problem>();

/** Decodes a source file, without a leading byte-order mark (reference/lexical#source-text). */
export function decodeSource(bytes: Uint8Array): string | Problem {
  const known = decoded.get(bytes);
  if (known !== undefined) return known;
  const text = decodeNow(bytes);
  decoded.set(bytes, text);
  return text;
}

function decodeNow(bytes: Uint8Array): string | Problem {
  if (isUtf16(bytes)) return { problem: notes.isUtf16 };
  try {
    return decoder.decode(bytes);
  } catch {
    return { problem: notes.notValidUtf8 };
  }
}

/** Whether a text begins with the byte-order mark of UTF-16, or with ASCII characters of two bytes. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = [bytes[0], bytes[1], bytes[2], bytes[3]];
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return (first === 0) !== (second === 0) && (first === 0 ? third === 0 : second === 0 && fourth === 0);
}

function normal(path: string): string {
  const { paths } = machine().sources;
  const normalised = paths.normalize(path);
  return paths.isAbsolute(normalised) ? normalised : normalised.replace(/^\.\//, "");
}

function attempt<T>(action: () => T): T | Problem {
  try {
    return action();
  } catch (error) {
    return { problem: describe(error as NodeJS.ErrnoException) };
  }
}

function describe(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "ENOENT":
    case "ENOTDIR":
      return notes.noSuchFile;
    case "EISDIR":
      return notes.itIsDirectory;
    case "EACCES":
    case "EPERM":
      return notes.permissionDenied;
    case "ELOOP":
      return notes.tooManyLinks;
    case "ENAMETOOLONG":
      return notes.nameIsTooLong;
    default:
      return notes.itCannotBeRead(error.code ?? error.message);
  }
}
