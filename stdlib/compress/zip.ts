// ZIP archives, including those of many entries and beyond 4 GB (ZIP64). Entries are stored or deflated.
// Names are UTF-8; an extra field of Info-ZIP keeps times to the second.
import type { Compression } from "../../interpreter/host/index.ts";
import { intToFloat, lowHalf } from "../../interpreter/runtime/index.ts";
import { ArchiveEntry, KIND } from "./entry.ts";
import { ArchiveProblem } from "./tar.ts";
import {
  directory64,
  end64,
  fieldOf,
  get16,
  get32,
  offset64,
  u16,
  u32,
  WIDE16,
  WIDE32,
  wideNumbers,
  type Directory,
} from "./zip-fields.ts";

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const END_SIZE = 22;
const UTF8 = 0x800;
const [STORED, DEFLATED] = [0, 8];
/** The length from which deflating data is worthwhile. */
const WORTH_DEFLATING = 32;
/** The identifier of the Info-ZIP extra field that holds times. */
const TIMES = 0x5455;

// ---- writing

/** Writes one entry after the other, then the directory. */
export class ZipWriter {
  readonly #compression: Compression;
  #size = 0;
  #central = "";
  #entries = 0;

  constructor(compression: Compression) {
    this.#compression = compression;
  }

  /** @throws ArchiveProblem */
  async add(entry: ArchiveEntry): Promise<string> {
    const kind = entry._kind.tag;
    if (kind === KIND.HardLink || kind === KIND.Other)
      throw new ArchiveProblem(`ZIP archives hold only files, folders and links: ${entry._name}`);
    const name = kind === KIND.Dir && !entry._name.endsWith("/") ? `${entry._name}/` : entry._name;
    if (name.length > 0xffff) throw new ArchiveProblem("a name in ZIP has at most 65535 bytes");
    const plain = kind === KIND.Dir ? "" : entry._data;
    const deflated =
      kind === KIND.File && plain.length >= WORTH_DEFLATING
        ? await this.#compression.compress("raw", plain)
        : plain;
    const packed = deflated.length < plain.length ? deflated : plain;
    const modified = Math.min(Math.max(intToFloat(entry._modified), 0), 0xffffffff);
    const extra = `UT${u16(5)}\x01${u32(modified)}`;
    const common =
      u16(20) +
      u16(UTF8) +
      u16(packed === plain ? STORED : DEFLATED) +
      dosTime(modified) +
      u32(this.#compression.crc32(plain)) +
      u32(packed.length) +
      u32(plain.length) +
      u16(name.length);
    const local = u32(LOCAL) + common + u16(extra.length) + name + extra;
    const wide = offset64(this.#size);
    const mode =
      (lowHalf(entry._mode) & 0o7777) |
      (kind === KIND.Dir ? 0o40000 : kind === KIND.Link ? 0o120000 : 0o100000);
    this.#central +=
      u32(CENTRAL) +
      u16((3 << 8) | 20) +
      common +
      u16(extra.length + wide.length) +
      u16(0) +
      u16(0) +
      u16(0) +
      u32(((mode << 16) | (kind === KIND.Dir ? 0x10 : 0)) >>> 0) +
      u32(Math.min(this.#size, WIDE32)) +
      name +
      extra +
      wide;
    this.#entries++;
    this.#size += local.length + packed.length;
    return local + packed;
  }

  end(): string {
    const directory = { entries: this.#entries, size: this.#central.length, offset: this.#size };
    const entries = u16(Math.min(directory.entries, WIDE16));
    const end =
      u32(END) +
      u16(0) +
      u16(0) +
      entries +
      entries +
      u32(directory.size) +
      u32(Math.min(directory.offset, WIDE32)) +
      u16(0);
    return this.#central + end64(directory) + end;
  }
}

/** The DOS date and time, in steps of two seconds from 1980 on. */
function dosTime(seconds: number): string {
  const date = new Date(Math.max(seconds, 315532800) * 1000);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return (
    u16(time) +
    u16(
      ((Math.min(date.getUTCFullYear(), 2107) - 1980) << 9) |
        ((date.getUTCMonth() + 1) << 5) |
        date.getUTCDate(),
    )
  );
}

// ---- reading

/** @throws ArchiveProblem, also if all entries together have more than `limit` bytes. */
export async function readZip(
  archive: string,
  limit: number,
  compression: Compression,
): Promise<ArchiveEntry[]> {
  const reader = new ZipReader(archive, compression);
  const entries: ArchiveEntry[] = [];
  let left = limit;
  for (let entry = await reader.next(left); entry !== null; entry = await reader.next(left)) {
    left -= entry._data.length;
    entries.push(entry);
  }
  return entries;
}

/** Reads the entries of an archive one after the other. */
export class ZipReader {
  readonly #archive: string;
  readonly #compression: Compression;
  readonly #start: number;
  readonly #end: number;
  /** Where the directory lists each entry. */
  readonly #places: readonly number[];
  #next = 0;

  /** @throws ArchiveProblem */
  constructor(archive: string, compression: Compression) {
    this.#archive = archive;
    this.#compression = compression;
    this.#end = findEnd(archive);
    const directory = directoryOf(archive, this.#end);
    this.#start = startOf(archive, directory);
    this.#places = this.#listed(directory);
    this.#refuseOverlaps();
  }

  get count(): number {
    return this.#places.length;
  }

  #listed({ entries, offset }: Directory): number[] {
    const places: number[] = [];
    let at = this.#start + offset;
    for (let i = 0; i < entries; i++) {
      if (at + 46 > this.#archive.length || get32(this.#archive, at) !== CENTRAL)
        throw new ArchiveProblem(`the directory is damaged at byte ${at}`);
      const next = extraOf(this.#archive, at).end + get16(this.#archive, at + 32);
      if (next > this.#end) throw new ArchiveProblem(`the directory is damaged at byte ${at}`);
      places.push(at);
      at = next;
    }
    return places;
  }

  /** Entries that share their bytes would decompress to a multiple of what the archive holds. */
  #refuseOverlaps(): void {
    const spans = this.#places.map((at) => {
      const [, packed, offset] = sizesOf(this.#archive, at);
      return [offset, offset + 30 + packed] as const;
    });
    spans.sort(([a], [b]) => a - b);
    for (let i = 1; i < spans.length; i++)
      if (spans[i]![0] < spans[i - 1]![1]) throw new ArchiveProblem("the archive has overlapping entries");
  }

  /** Null after the last. Rejects with an ArchiveProblem, also if the entry has more than `limit` bytes. */
  async next(limit: number): Promise<ArchiveEntry | null> {
    const at = this.#places[this.#next++];
    if (at === undefined) return null;
    const archive = this.#archive;
    const { extra } = extraOf(archive, at);
    const data = await contents({ archive, start: this.#start }, at, limit, this.#compression);
    return entryOf(archive, at, nameOf(archive, at), extra, data);
  }
}

function nameOf(archive: string, at: number): string {
  return archive.slice(at + 46, at + 46 + get16(archive, at + 28));
}

function extraOf(archive: string, at: number): { readonly extra: string; readonly end: number } {
  const start = at + 46 + get16(archive, at + 28);
  const end = start + get16(archive, at + 30);
  return { extra: archive.slice(start, end), end };
}

/** The size, the packed size and the offset of an entry. @throws ArchiveProblem */
function sizesOf(archive: string, at: number): readonly [number, number, number] {
  const numbers = wideNumbers(
    [get32(archive, at + 24), get32(archive, at + 20), get32(archive, at + 42)],
    extraOf(archive, at).extra,
  );
  if (numbers === null)
    throw new ArchiveProblem(`${nameOf(archive, at)} is damaged: its ZIP64 fields are missing`);
  return numbers as [number, number, number];
}

function directoryOf(archive: string, end: number): Directory & { readonly end: number } {
  if (get16(archive, end + 4) !== 0)
    throw new ArchiveProblem("ZIP archives in several parts are not supported");
  const directory = {
    entries: get16(archive, end + 10),
    size: get32(archive, end + 12),
    offset: get32(archive, end + 16),
    end,
  };
  const isWide = directory.entries === WIDE16 || directory.size === WIDE32 || directory.offset === WIDE32;
  return (isWide ? directory64(archive, end) : null) ?? directory;
}

/** Returns the position of the first byte of the archive, which follows the program that unpacks it, if any. */
function startOf(archive: string, { offset, size, end }: Directory & { readonly end: number }): number {
  const start = end - size - offset;
  // The program may count among the offsets. Otherwise the directory ends at its end record.
  return start <= 0 || get32(archive, offset) === CENTRAL ? 0 : start;
}

/** Finds the end record, which a comment may follow. */
function findEnd(archive: string): number {
  for (let at = archive.length - END_SIZE; at >= 0 && at >= archive.length - END_SIZE - 0xffff; at--) {
    if (get32(archive, at) === END && at + END_SIZE + get16(archive, at + 20) <= archive.length) return at;
  }
  throw new ArchiveProblem("not a ZIP archive, or its end is missing");
}

async function contents(
  { archive, start }: { readonly archive: string; readonly start: number },
  at: number,
  limit: number,
  compression: Compression,
): Promise<string> {
  const name = nameOf(archive, at);
  const [flags, method] = [get16(archive, at + 8), get16(archive, at + 10)];
  const crc = get32(archive, at + 16);
  const [size, packedSize, offset] = sizesOf(archive, at);
  const local = start + offset;
  if ((flags & 1) !== 0) throw new ArchiveProblem(`${name} is encrypted`);
  if (local + 30 > archive.length || get32(archive, local) !== LOCAL)
    throw new ArchiveProblem(`${name} is damaged: there is no header at byte ${local}`);
  const first = local + 30 + get16(archive, local + 26) + get16(archive, local + 28);
  if (first + packedSize > archive.length) throw new ArchiveProblem(`${name} is cut off`);
  if (size > limit) throw new ArchiveProblem("the entries are larger than the limit");
  const packed = archive.slice(first, first + packedSize);
  if (method !== STORED && method !== DEFLATED)
    throw new ArchiveProblem(`${name} is compressed with method ${method}, which is not supported`);
  const plain = method === STORED ? packed : await unpacked(name, packed, size, compression);
  if (plain.length !== size || compression.crc32(plain) !== crc)
    throw new ArchiveProblem(`${name} is damaged: its checksum is wrong`);
  return plain;
}

async function unpacked(
  name: string,
  packed: string,
  size: number,
  compression: Compression,
): Promise<string> {
  try {
    return await compression.decompress("raw", packed, Math.max(size, 1));
  } catch {
    throw new ArchiveProblem(`${name} is damaged`);
  }
}

function entryOf(archive: string, at: number, name: string, extra: string, data: string): ArchiveEntry {
  const isUnix = archive.charCodeAt(at + 5) === 3;
  const attributes = get32(archive, at + 38);
  const mode = isUnix ? attributes >>> 16 : 0;
  const isDir = name.endsWith("/") || (mode & 0o170000) === 0o40000;
  const kind = isDir ? KIND.Dir : (mode & 0o170000) === 0o120000 ? KIND.Link : KIND.File;
  return new ArchiveEntry(
    name.replace(/(.)\/+$/s, "$1"),
    kind,
    data,
    mode & 0o7777 || (isDir ? 0o755 : 0o644),
    modifiedOf(archive, at, extra),
  );
}

function modifiedOf(archive: string, at: number, extra: string): number {
  const times = fieldOf(extra, TIMES);
  if (times.length >= 5 && (times.charCodeAt(0) & 1) !== 0) return get32(times, 1);
  const [time, date] = [get16(archive, at + 12), get16(archive, at + 14)];
  return (
    Date.UTC(
      1980 + (date >> 9),
      ((date >> 5) & 15) - 1,
      date & 31,
      time >> 11,
      (time >> 5) & 63,
      (time & 31) * 2,
    ) / 1000
  );
}
