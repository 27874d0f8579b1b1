// std/compress: compression by the host, of whole strings and of streams, and archives (tar.ts, zip.ts).
import type { CompressionForm, Press } from "../../interpreter/host/index.ts";
import {
  asCount,
  fail,
  MAX_STRING,
  Panic,
  UNIT,
  type Err,
  type ErrorValue,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { ArchiveEntry, KINDS } from "./entry.ts";
import { ArchiveProblem, TAR_END, tarEntry, TarParser } from "./tar.ts";
import { readZip, ZipReader, ZipWriter } from "./zip.ts";

/** The struct `__Press`. */
class PressHandle {
  readonly press: Press | null;
  readonly operation: string;
  /** Cancels the closing at the end of the program. */
  done: () => void = () => {};
  constructor(press: Press | null = null, operation = "") {
    this.press = press;
    this.operation = operation;
  }
}

const FORMS: Readonly<Record<string, readonly [CompressionForm, "press" | "unpress"]>> = {
  gzip: ["gzip", "press"],
  gunzip: ["gzip", "unpress"],
  zlib: ["zlib", "press"],
  unzlib: ["zlib", "unpress"],
  brotli: ["brotli", "press"],
  unbrotli: ["brotli", "unpress"],
  zstd: ["zstd", "press"],
  unzstd: ["zstd", "unpress"],
};
const NAMES: Readonly<Record<CompressionForm, string>> = {
  gzip: "gzip",
  zlib: "zlib",
  raw: "deflate",
  brotli: "brotli",
  zstd: "zstd",
};

/** A format that the machine lacks: web pages have no Brotli, old versions of Node no Zstandard. */
class LacksForm extends Error {}

/** What stands for a stream of such a format: it fails when it is read or ended. */
const LACKING: Press = {
  push() {},
  end() {},
  pull: () => Promise.reject(new LacksForm()),
  close() {},
};

/** The message for an error of Node, whose own messages speak of buffers. */
function problemOf(form: CompressionForm, error: unknown): string {
  if (error instanceof LacksForm) return `${NAMES[form]} is not available here`;
  const { code = "" } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code === "ERR_BUFFER_TOO_LARGE") return "the result is larger than the limit";
  if (code === "Z_BUF_ERROR" || code === "ERR_STREAM_PREMATURE_CLOSE") return "the data is cut off";
  if (code === "ERR_TRAILING_JUNK_AFTER_STREAM_END") return "unexpected data after the end";
  return `the data is not ${NAMES[form]}, or damaged`;
}

function failed(operation: string, error: unknown): Err<ErrorValue> {
  if (error instanceof ArchiveProblem) return fail("compress", `${operation}: ${error.message}`);
  const [form] = FORMS[operation] ?? ["raw" as const];
  return fail("compress", `${operation}: ${problemOf(form, error)}`);
}

function parsed<T>(operation: string, work: () => T): Result<T, ErrorValue> {
  try {
    return work();
  } catch (error) {
    return failed(operation, error);
  }
}

/** Counts a text that another thread has made. @throws Panic if it exceeds the limit of memory */
function counted<T>(runtime: Runtime, made: T): T {
  if (typeof made === "string") runtime.made(made.length);
  return made;
}

export function create(runtime: Runtime): NativeTable {
  const { compression } = runtime.host.system;

  function attempt<T>(operation: string, work: Promise<T>): MaybePromise<Result<T, ErrorValue>> {
    return runtime.scheduler.external(
      work.catch((error: unknown) => failed(operation, error)).then((text) => counted(runtime, text)),
    );
  }

  async function pulled(handle: PressHandle, press: Press): Promise<string | null> {
    try {
      const piece = await press.pull();
      if (piece === null) handle.done();
      return piece;
    } catch (error) {
      handle.done();
      throw error;
    }
  }

  /** @throws Panic if the machine lacks the format, or the result is too large for a string. */
  function made(operation: string, text: string): MaybePromise<string> {
    const [form] = FORMS[operation]!;
    if (!compression.has(form)) throw new Panic(`${operation}: ${problemOf(form, new LacksForm())}`);
    return runtime.scheduler.external(
      compression
        .compress(form, text)
        .catch(() => {
          throw new Panic("string too large");
        })
        .then((text) => counted(runtime, text)),
    );
  }

  function whole(operation: string, text: string, limit: Int): MaybePromise<Result<string, ErrorValue>> {
    const [form] = FORMS[operation]!;
    const most = Math.min(asCount(limit), MAX_STRING);
    if (most < 0) return fail("compress", `${operation}: the limit must not be negative`);
    if (!compression.has(form)) return failed(operation, new LacksForm());
    return attempt(operation, unpressed(form, text, most));
  }

  /** Node takes no limit of 0. */
  async function unpressed(form: CompressionForm, text: string, most: number): Promise<string> {
    const found = await compression.decompress(form, text, Math.max(most, 1));
    if (found.length > most) throw Object.assign(new Error("too large"), { code: "ERR_BUFFER_TOO_LARGE" });
    return found;
  }

  function press(operation: string): PressHandle {
    const [form, direction] = FORMS[operation]!;
    if (!compression.has(form)) return new PressHandle(LACKING, operation);
    const opened = direction === "press" ? compression.compressor(form) : compression.decompressor(form);
    const handle = new PressHandle(opened, operation);
    handle.done = runtime.atEnd(() => opened.close());
    return handle;
  }

  return {
    functions: {
      __made: made,
      __whole: whole,
      __press: press,
      __push: (handle: PressHandle, piece: string) => handle.press?.push(piece),
      __end: (handle: PressHandle) => handle.press?.end(),
      __pull: (handle: PressHandle) =>
        handle.press === null ? null : attempt(handle.operation, pulled(handle, handle.press)),
      __is_local: (name: string) => name !== "" && !/^\/|(?:^|\/)\.\.(?:\/|$)|\0|^[A-Za-z]:|\\/.test(name),
      __joined(parts: readonly string[]) {
        const size = parts.reduce((sum, part) => sum + part.length, 0);
        if (size > MAX_STRING) throw new Panic("string too large");
        return parts.join("");
      },
      __tar_entry: tarEntry,
      __tar_end: () => TAR_END,
      __tar_parser: () => new TarParser(),
      __tar_feed: (parser: TarParser, piece: string) =>
        parsed("untar", () => {
          if (piece === "") parser.finish();
          else parser.feed(piece);
          return UNIT;
        }),
      __tar_entries(parser: TarParser) {
        const { entries } = parser;
        parser.entries = [];
        return entries;
      },
      __zip_writer: () => new ZipWriter(compression),
      __zip_add: (writer: ZipWriter, entry: ArchiveEntry) => attempt("zip", writer.add(entry)),
      __zip_end: (writer: ZipWriter) => writer.end(),
      __zip_reader: (archive: string) => parsed("extract", () => new ZipReader(archive, compression)),
      __zip_count: (reader: ZipReader) => reader.count,
      __zip_next: (reader: ZipReader, limit: Int) => attempt("extract", reader.next(asCount(limit))),
      __unzip(archive: string, limit: Int) {
        return attempt("unzip", readZip(archive, Math.min(asCount(limit), MAX_STRING), compression));
      },
    },
    structs: {
      __Press: PressHandle,
      __TarParser: TarParser,
      __ZipReader: ZipReader,
      __ZipWriter: ZipWriter,
      ArchiveEntry,
    },
    enums: { EntryKind: KINDS },
  };
}
