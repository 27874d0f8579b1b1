// The structs Form and FormFile, and parsing of a request body into a form (reference/http-server#forms).
// Large files of a body that arrives in pieces are kept on disk.
import type { SpoolFile } from "../../../interpreter/host/index.ts";
import type {
  Err,
  ErrorValue,
  Int,
  MaybePromise,
  Result,
  Runtime,
  Unit,
} from "../../../interpreter/runtime/index.ts";
import { fail, UNIT } from "../../../interpreter/runtime/index.ts";
import { codeOf, errorText } from "../../net/index.ts";
import { LIMITS } from "../limits.ts";
import { MultipartParser, asciiLower, parametersOf, queryPairs, trimBlanks } from "../message/index.ts";
import type { PartHead } from "../message/index.ts";
import type { BodyPieces } from "./body-source.ts";
import type { Request } from "./request.ts";

const READ_BYTES = 65_536;

interface Value {
  readonly name: string;
  readonly value: string;
}

export class Form {
  /**
   * The values and files of each name, with names in order of first occurrence. The client chooses the number
   * of names: searching all entries for each name would be quadratic.
   */
  private readonly fields = new Map<string, { readonly values: string[]; readonly files: FormFile[] }>();

  constructor(entries: readonly (Value | FormFile)[]) {
    for (const entry of entries) {
      const isFile = entry instanceof FormFile;
      const name = isFile ? entry._name : entry.name;
      let field = this.fields.get(name);
      if (field === undefined) this.fields.set(name, (field = { values: [], files: [] }));
      if (isFile) field.files.push(entry);
      else field.values.push(entry.value);
    }
  }

  values(name: string): readonly string[] {
    return this.fields.get(name)?.values ?? [];
  }

  files(name: string): readonly FormFile[] {
    return this.fields.get(name)?.files ?? [];
  }

  /** Returns the names of values and files, each once, in order of first occurrence. */
  names(): string[] {
    return [...this.fields.keys()];
  }
}

/** A part of the file on disk that holds the large files of a form. */
interface Spooled {
  readonly spool: SpoolFile;
  readonly start: number;
}

export class FormFile {
  readonly _name: string;
  readonly _filename: string;
  readonly _content_type: string;
  readonly _size: Int;
  private readonly runtime: Runtime;
  /** The content, or where it is on disk. */
  private readonly content: string | Spooled;
  private position = 0;
  /** Resolves when the reads before have ended: each returns the bytes that follow those of the last. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(runtime: Runtime, head: PartHead, size: number, content: string | Spooled) {
    this._name = head.name;
    this._filename = head.filename ?? "";
    this._content_type = head.contentType;
    this._size = size;
    this.runtime = runtime;
    this.content = content;
  }

  read(max: Int): MaybePromise<Result<string, ErrorValue>> {
    const wanted = Number(max);
    if (wanted < 0) return fail("http", "read: read size must be non-negative");
    const { content, position } = this;
    if (typeof content === "string") {
      const piece = content.slice(position, position + wanted);
      this.position += piece.length;
      return piece;
    }
    if (wanted === 0) return "";
    const read = this.turn.then(() => this.readSpool(content, Math.min(wanted, READ_BYTES)));
    this.turn = read;
    return this.runtime.scheduler.external(read);
  }

  private async readSpool({ spool, start }: Spooled, wanted: number): Promise<Result<string, ErrorValue>> {
    try {
      // Other files follow this one. A read of nothing still fails when the file is gone.
      const length = Math.min(wanted, Number(this._size) - this.position);
      const buffer = Buffer.allocUnsafe(length);
      const count = await spool.read(buffer, length, start + this.position);
      this.position += count;
      return buffer.toString("latin1", 0, count);
    } catch {
      return fail("http", "read: the file was removed when its handler ended");
    }
  }

  /** Writes the whole file to a path, regardless of how much has been read. */
  save(path: string): MaybePromise<Result<Unit, ErrorValue>> {
    const denied = this.runtime.host.capabilities.write(path);
    if (denied !== null) return fail("io", `save: ${denied} (${path})`, codeOf(denied));
    return this.runtime.scheduler.external(this.copyTo(path));
  }

  private async copyTo(path: string): Promise<Result<Unit, ErrorValue>> {
    let target: SpoolFile | null = null;
    try {
      if (path.includes("\0")) return fail("io", `save: invalid path (${path})`);
      const { content } = this;
      // What the path holds is not lost for a file that is gone.
      if (typeof content !== "string") await content.spool.read(Buffer.alloc(0), 0, content.start);
      target = this.runtime.host.system.spool.target(path);
      if (typeof content === "string") {
        await target.append(Buffer.from(content, "latin1"));
        return UNIT;
      }
      const { spool, start } = content;
      const size = Number(this._size);
      const buffer = Buffer.allocUnsafe(READ_BYTES);
      for (let at = 0; at < size; ) {
        const count = await spool.read(buffer, Math.min(READ_BYTES, size - at), start + at);
        if (count === 0) throw new Error("unexpected end of file");
        await target.append(buffer.subarray(0, count));
        at += count;
      }
      return UNIT;
    } catch (error) {
      const text = errorText(error);
      return fail("io", `save: ${text} (${path})`, codeOf(text));
    } finally {
      target?.close();
    }
  }
}

/** Parses the form in the body of a request; reads the body first if the handler reads it as a stream. */
export function formOf(runtime: Runtime, request: Request): MaybePromise<Result<Form, ErrorValue>> {
  if (request.reader !== null)
    return runtime.scheduler.external(readForm(runtime, request, request.reader.pieces));
  const kind = kindOf(request.header("content-type"));
  if (kind === null) return otherType();
  if (kind.kind === "urlencoded") return urlencoded(request._body);
  const collector = new Collector(runtime, request);
  const parser = new MultipartParser(kind.boundary, collector);
  parser.feed(request._body);
  return outcome(parser, collector);
}

/** Parses the form in a body that arrives in pieces. */
export async function readForm(
  runtime: Runtime,
  request: Request,
  body: BodyPieces,
): Promise<Result<Form, ErrorValue>> {
  const kind = kindOf(request.header("content-type"));
  if (kind === null) return otherType();
  if (kind.kind === "urlencoded") return readUrlencoded(body);
  const collector = new Collector(runtime, request);
  const parser = new MultipartParser(kind.boundary, collector);
  for (;;) {
    const piece = await body.read(READ_BYTES);
    if (typeof piece !== "string") return piece as Err<ErrorValue>;
    if (piece === "") return outcome(parser, collector);
    parser.feed(piece);
    const problem = parser.problem ?? collector.problem ?? (await collector.written());
    if (problem !== null) return fail("http", `form: ${problem}`);
  }
}

async function readUrlencoded(body: BodyPieces): Promise<Result<Form, ErrorValue>> {
  const pieces: string[] = [];
  for (let length = 0; ; ) {
    const piece = await body.read(READ_BYTES);
    if (typeof piece !== "string") return piece as Err<ErrorValue>;
    if (piece === "" || length > LIMITS.formValueBytes) return urlencoded(pieces.join(""));
    pieces.push(piece);
    length += piece.length;
  }
}

function urlencoded(body: string): Result<Form, ErrorValue> {
  if (body.length > LIMITS.formValueBytes) return fail("http", "form: the values are too long");
  const pairs = queryPairs(body, LIMITS.formFields + 1);
  return pairs.length > LIMITS.formFields
    ? fail("http", `form: more than ${LIMITS.formFields} fields`)
    : new Form(pairs);
}

type Kind = { readonly kind: "urlencoded" } | { readonly kind: "multipart"; readonly boundary: string };

function kindOf(contentType: string): Kind | null {
  const type = asciiLower(trimBlanks(contentType.split(";")[0]!));
  if (type === "application/x-www-form-urlencoded") return { kind: "urlencoded" };
  const boundary = type === "multipart/form-data" ? (parametersOf(contentType)?.get("boundary") ?? "") : "";
  return /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)
    ? { kind: "multipart", boundary }
    : null;
}

function otherType(): Err<ErrorValue> {
  return fail("http", "form: the content type is not that of a form");
}

function outcome(parser: MultipartParser, collector: Collector): Result<Form, ErrorValue> {
  const missing = parser.started ? "the last boundary is missing" : "the boundary is missing";
  const problem = parser.problem ?? collector.problem ?? (parser.done ? null : missing);
  return problem === null ? new Form(collector.entries) : fail("http", `form: ${problem}`);
}

/** Collects the parts of one form. */
class Collector {
  readonly entries: (Value | FormFile)[] = [];
  problem: string | null = null;
  private readonly runtime: Runtime;
  private readonly request: Request;
  private head: PartHead | null = null;
  private pieces: string[] = [];
  /** The bytes of this part; below, those of all plain values, and of all complete files in memory. */
  private size = 0;
  private valueBytes = 0;
  private fileBytes = 0;
  /** The file on disk, one for all files of the form, and the bytes it has been given. */
  private spool: SpoolFile | null = null;
  private spooled = 0;
  /** Where this part begins in the file on disk; null while it is in memory. */
  private start: number | null = null;
  private writing: Promise<void> = Promise.resolve();
  private failure: string | null = null;

  constructor(runtime: Runtime, request: Request) {
    this.runtime = runtime;
    this.request = request;
  }

  begin(head: PartHead): void {
    this.head = head;
    this.pieces = [];
    this.size = 0;
    this.start = null;
  }

  data(piece: string): void {
    this.pieces.push(piece);
    this.size += piece.length;
    if (this.head?.filename === null && this.valueBytes + this.size > LIMITS.formValueBytes)
      this.problem = "the values are too long";
    // The bytes of a complete body are in memory anyway.
    if (this.request.reader === null || this.head?.filename === null) return;
    const isLarge = this.size > LIMITS.fileInMemory || this.fileBytes + this.size > LIMITS.formFilesInMemory;
    if (this.start === null && !isLarge) return;
    this.spool ??= this.open();
    if (this.spool === null) return;
    this.start ??= this.spooled;
    this.flush(this.spool);
  }

  end(): void {
    const { head, spool, start } = this;
    if (head === null) return;
    if (head.filename === null) {
      this.valueBytes += this.size;
      this.entries.push({ name: head.name, value: this.pieces.join("") });
    } else if (head.filename !== "" || this.size > 0) {
      const onDisk = spool !== null && start !== null;
      if (!onDisk) this.fileBytes += this.size;
      const content = onDisk ? { spool, start } : this.pieces.join("");
      this.entries.push(new FormFile(this.runtime, head, this.size, content));
    }
    this.head = null;
    this.pieces = [];
  }

  /** Waits until all bytes handed out are on disk; returns an error message, or null. */
  async written(): Promise<string | null> {
    await this.writing;
    return this.failure;
  }

  private open(): SpoolFile | null {
    const { capabilities, system } = this.runtime.host;
    const denied = capabilities.write(system.spool.folder);
    if (denied !== null) {
      this.problem = `large files are stored on disk: ${denied}`;
      return null;
    }
    try {
      const spool = system.spool.create();
      if (this.request.origin !== null) this.request.origin.atEnd(() => spool.close());
      return spool;
    } catch (error) {
      this.problem = errorText(error);
      return null;
    }
  }

  private flush(spool: SpoolFile): void {
    const bytes = Buffer.from(this.pieces.join(""), "latin1");
    this.pieces = [];
    this.spooled += bytes.length;
    this.writing = this.writing
      .then(() => spool.append(bytes))
      .catch((error: unknown) => {
        this.failure ??= errorText(error);
      });
  }
}
