// Tar archives. The POSIX format (ustar with pax headers) is written; POSIX and GNU formats are read.
import {
  compareInt,
  intFromBigInt,
  INT_MAX,
  INT_MIN,
  lowHalf,
  MAX_STRING,
  type Int,
} from "../../interpreter/runtime/index.ts";
import { ArchiveEntry, KIND } from "./entry.ts";

const BLOCK = 512;
const TYPES: Readonly<Record<string, number>> = {
  "0": KIND.File,
  "\0": KIND.File,
  "7": KIND.File,
  "1": KIND.HardLink,
  "2": KIND.Link,
  "5": KIND.Dir,
};
/** The first size that a number does not hold exactly. */
const MOST = 2 ** 53;
/** The largest header before an entry, in bytes; it holds names above all. */
const MOST_RECORDS = 1 << 20;

/** The latest time that the digits of a header can hold. */
const LATEST = 0o77777777777;

export class ArchiveProblem extends Error {}

// ---- writing

function octal(value: number, width: number): string {
  return `${Math.max(0, Math.trunc(value))
    .toString(8)
    .padStart(width - 1, "0")
    .slice(-(width - 1))}\0`;
}

interface Header {
  readonly name: string;
  /** The directories before the name. */
  readonly prefix?: string;
  readonly type: string;
  readonly size: number;
  readonly mode: number;
  readonly modified?: number;
  readonly link?: string;
}

function header({ name, prefix = "", type, size, mode, modified = 0, link = "" }: Header): string {
  const text = [
    name.padEnd(100, "\0"),
    octal(mode, 8),
    octal(0, 8),
    octal(0, 8),
    octal(size, 12),
    octal(modified, 12),
    " ".repeat(8),
    type,
    link.padEnd(100, "\0"),
    "ustar\x0000",
    "\0".repeat(64),
    octal(0, 8),
    octal(0, 8),
    prefix.padEnd(155, "\0"),
    "\0".repeat(12),
  ].join("");
  return `${text.slice(0, 148) + sumOf(text).toString(8).padStart(6, "0")}\0 ${text.slice(156)}`;
}

function sumOf(block: string): number {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : block.charCodeAt(i);
  return sum;
}

const padding = (size: number): string => "\0".repeat((BLOCK - (size % BLOCK)) % BLOCK);

/** `LENGTH NAME=VALUE`; the length includes its own digits. */
function paxRecord(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`;
  let length = rest.length + 1;
  while (`${length}`.length + rest.length !== length) length = `${length}`.length + rest.length;
  return length + rest;
}

export function tarEntry(entry: ArchiveEntry): string {
  const kind = entry._kind.tag;
  const name = kind === KIND.Dir && !entry._name.endsWith("/") ? `${entry._name}/` : entry._name;
  const isLink = kind === KIND.Link || kind === KIND.HardLink;
  const link = isLink ? entry._data : "";
  const data = kind === KIND.File || kind === KIND.Other ? entry._data : "";
  const type = kind === KIND.Dir ? "5" : kind === KIND.Link ? "2" : kind === KIND.HardLink ? "1" : "0";
  const mode = lowHalf(entry._mode) & 0o7777;
  const fits = compareInt(entry._modified, 0) >= 0 && compareInt(entry._modified, LATEST) <= 0;
  const modified = fits ? (entry._modified as number) : 0;
  const place = placed(name);
  // The fields of a header end at their first NUL byte.
  const linkFits = link.length <= 100 && !link.includes("\0");
  const records =
    (place === null ? paxRecord("path", name) : "") +
    (linkFits ? "" : paxRecord("linkpath", link)) +
    (fits ? "" : paxRecord("mtime", `${entry._modified}`));
  const extended =
    records === ""
      ? ""
      : header({ name: "././@PaxHeader", type: "x", size: records.length, mode: 0o644 }) +
        records +
        padding(records.length);
  const [tail, prefix] = place ?? [name.slice(-100), ""];
  return (
    extended +
    header({ name: tail, prefix, type, size: data.length, mode, modified, link: link.slice(0, 100) }) +
    data +
    padding(data.length)
  );
}

/**
 * Splits a name at a slash into its end and the prefix before it. Returns null if the parts do not fit into a
 * header.
 */
function placed(name: string): readonly [string, string] | null {
  if (name.includes("\0")) return null;
  if (name.length <= 100) return [name, ""];
  for (let slash = name.indexOf("/"); slash >= 0 && slash <= 155; slash = name.indexOf("/", slash + 1)) {
    const tail = name.slice(slash + 1);
    if (slash > 0 && tail !== "" && tail.length <= 100) return [tail, name.slice(0, slash)];
  }
  return null;
}

export const TAR_END = "\0".repeat(2 * BLOCK);

// ---- reading

/** Parses the entries of an archive that arrives piece by piece. */
export class TarParser {
  entries: ArchiveEntry[] = [];
  #rest = "";
  /** The number of bytes read so far, for errors. */
  #offset = 0;
  #ended = false;
  #open: {
    readonly type: string;
    readonly entry: ArchiveEntry;
    readonly size: number;
    readonly parts: string[];
    got: number;
  } | null = null;
  /** The fields that headers before an entry set for it. */
  #next = new Map<string, string>();
  #everywhere = new Map<string, string>();

  /** @throws ArchiveProblem */
  feed(piece: string): void {
    if (this.#ended) return;
    const text = this.#rest === "" ? piece : this.#rest + piece;
    let at = 0;
    for (;;) {
      if (this.#open !== null) {
        const padded = Math.ceil(this.#open.size / BLOCK) * BLOCK;
        const take = Math.min(padded - this.#open.got, text.length - at);
        this.#open.parts.push(text.slice(at, at + take));
        this.#open.got += take;
        at += take;
        if (this.#open.got < padded) break;
        this.#close();
      } else {
        if (text.length - at < BLOCK) break;
        this.#header(text.slice(at, at + BLOCK), this.#offset + at);
        at += BLOCK;
        if (this.#ended) break;
      }
    }
    this.#offset += at;
    this.#rest = this.#ended ? "" : text.slice(at);
  }

  /** Ends the archive. @throws ArchiveProblem if it is truncated. */
  finish(): void {
    if (this.#open !== null || this.#rest !== "")
      throw new ArchiveProblem(`the archive is cut off at byte ${this.#offset + this.#rest.length}`);
  }

  #header(block: string, offset: number): void {
    if (/^\0*$/.test(block)) {
      this.#ended = true;
      return;
    }
    const wanted = Number.parseInt(text(block, 148, 8).trim(), 8);
    if (wanted !== sumOf(block))
      throw new ArchiveProblem(`no header at byte ${offset}: its checksum is wrong`);
    const type = block[156]!;
    // A record without a value removes that of the records for all entries.
    const said = (name: string): string | undefined =>
      (this.#next.get(name) ?? this.#everywhere.get(name)) || undefined;
    const inner = "xgLK".includes(type);
    const plain = text(block, 0, 100);
    const prefix = block.startsWith("ustar\0", 257) ? text(block, 345, 155) : "";
    const name = (inner ? undefined : said("path")) ?? (prefix === "" ? plain : `${prefix}/${plain}`);
    const size = !inner && said("size") !== undefined ? Number(said("size")) : number(block, 124, 12);
    const kind = TYPES[type] ?? KIND.Other;
    const link = (inner ? undefined : said("linkpath")) ?? text(block, 157, 100);
    const mtime = inner ? undefined : said("mtime");
    const modified = mtime === undefined ? toInt(whole(block, 136, 12)) : seconds(mtime);
    if (!(size >= 0 && size < MOST))
      throw new ArchiveProblem(`no header at byte ${offset}: its size is wrong`);
    if (inner && size > MOST_RECORDS)
      throw new ArchiveProblem(`no header at byte ${offset}: records of ${size} bytes are too large`);
    if (size > MAX_STRING) throw new ArchiveProblem(`${name} is too large: ${size} bytes`);
    // The data of a sparse file consists of its parts and their offsets.
    if (type === "S" || isSparse(this.#next))
      throw new ArchiveProblem(`${said("GNU.sparse.name") ?? name} is sparse, which is not supported`);
    const isLink = kind === KIND.Link || kind === KIND.HardLink;
    const entry = new ArchiveEntry(
      name.replace(/(.)\/+$/s, "$1"),
      kind,
      isLink ? link : "",
      number(block, 100, 8) & 0o7777,
      modified,
    );
    if (!inner) this.#next = new Map();
    this.#open = { type, entry, size: isLink || kind === KIND.Dir ? 0 : size, parts: [], got: 0 };
  }

  #close(): void {
    const { type, entry, size, parts } = this.#open!;
    const data = parts.join("").slice(0, size);
    this.#open = null;
    if (type === "x") this.#next = new Map([...this.#next, ...records(data)]);
    else if (type === "g") this.#everywhere = new Map([...this.#everywhere, ...records(data)]);
    else if (type === "L") this.#next.set("path", data.replace(/\0+$/, ""));
    else if (type === "K") this.#next.set("linkpath", data.replace(/\0+$/, ""));
    else {
      if (size > 0) entry._data = data;
      this.entries.push(entry);
    }
  }
}

/** A field up to its first NUL byte. */
function text(block: string, start: number, size: number): string {
  const field = block.slice(start, start + size);
  const end = field.indexOf("\0");
  return end < 0 ? field : field.slice(0, end);
}

/** A number that is exact below 2^53, or NaN. */
function number(block: string, start: number, size: number): number {
  return Number(whole(block, start, size));
}

/** A number in octal digits, in two's complement behind a bit that is set, or NaN. */
function whole(block: string, start: number, size: number): number | bigint {
  if (block.charCodeAt(start) < 0x80) return Number.parseInt(text(block, start, size).trim() || "0", 8);
  let value = 0n;
  for (let i = start; i < start + size; i++) value = value * 256n + BigInt(block.charCodeAt(i));
  return BigInt.asIntN(size * 8 - 1, value);
}

/** Seconds in decimal digits, rounded down to a whole number; 0 for other text. */
function seconds(text: string): Int {
  const parts = /^(-?)(\d{1,400})(?:\.(\d*))?$/.exec(text);
  if (parts === null) return 0;
  const [, sign, digits, fraction = ""] = parts;
  if (sign === "") return toInt(BigInt(digits!));
  return toInt(-BigInt(digits!) - (/[1-9]/.test(fraction) ? 1n : 0n));
}

/** The nearest Int; 0 for NaN. A number is one of at most 12 octal digits. */
function toInt(value: number | bigint): Int {
  if (typeof value === "number") return value || 0;
  const bounded = BigInt.asIntN(64, value);
  return bounded === value ? intFromBigInt(value) : value < 0n ? INT_MIN : INT_MAX;
}

function isSparse(said: ReadonlyMap<string, string>): boolean {
  return said.has("GNU.sparse.major") || said.has("GNU.sparse.map") || said.has("GNU.sparse.size");
}

function records(data: string): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at < data.length; ) {
    const length = Number.parseInt(data.slice(at, at + 12), 10);
    const space = data.indexOf(" ", at);
    if (!(length > 0) || space < 0 || at + length > data.length)
      throw new ArchiveProblem("an extended header is damaged");
    const record = data.slice(space + 1, at + length - 1);
    const equals = record.indexOf("=");
    if (equals > 0) found.push([record.slice(0, equals), record.slice(equals + 1)]);
    at += length;
  }
  return found;
}
