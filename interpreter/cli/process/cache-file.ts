// Encodes and decodes cache entries, without modules for cryptography and without `v8.serialize`: loading
// these parts of Node would cost more than the rest of a start.
//
//   keyed sum of the rest (8 bytes) | length of the head (4) | head: JSON
//   | contents of the files | code | positions: JSON | V8's code cache
import { keyedSum } from "./keyed-sum.ts";
import type { CompiledProgram } from "../../launch/index.ts";
import type { CacheEntry } from "./cache.ts";

interface Head {
  readonly key: string;
  readonly files: readonly { readonly path: string; readonly length: number }[];
  readonly paths: CacheEntry["paths"];
  readonly absent: CacheEntry["absent"];
  readonly packages: CacheEntry["packages"];
  readonly ofPackages: CompiledProgram["packages"] | undefined;
  readonly natives: readonly string[];
  readonly deep: boolean;
  readonly unwatched: boolean;
  readonly metered: boolean;
  readonly countsCalls: boolean;
  readonly warnings: string;
  readonly code: number;
  readonly positions: number;
}

const SUM_BYTES = 8;
const HEAD_START = SUM_BYTES + 4;

export function encodeEntry(
  key: string,
  secret: Uint8Array,
  { files, paths, absent, packages, program, warnings }: CacheEntry,
): Buffer {
  const code = Buffer.from(program.code);
  const positions = Buffer.from(JSON.stringify(program.positions));
  const head: Head = {
    key,
    files: files.map(({ path, bytes }) => ({ path, length: bytes.length })),
    paths,
    absent,
    packages,
    ofPackages: program.packages,
    natives: program.natives,
    deep: program.deep !== false,
    unwatched: program.unwatched === true,
    metered: program.metered === true,
    countsCalls: program.countsCalls === true,
    warnings,
    code: code.length,
    positions: positions.length,
  };
  const headBytes = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(HEAD_START);
  const entry = Buffer.concat([
    start,
    headBytes,
    ...files.map((file) => file.bytes),
    code,
    positions,
    program.codeCache ?? Buffer.alloc(0),
  ]);
  entry.writeUInt32LE(headBytes.length, SUM_BYTES);
  const [low, high] = keyedSum(entry.subarray(SUM_BYTES), secret);
  entry.writeUInt32LE(low, 0);
  entry.writeUInt32LE(high, 4);
  return entry;
}

/**
 * Decodes an entry; null for damaged bytes, for bytes written without the secret, and for an entry of another
 * key. @throws SyntaxError or RangeError for some damaged bytes
 */
export function decodeEntry(key: string, secret: Uint8Array, entry: Buffer): CacheEntry | null {
  const [low, high] = keyedSum(entry.subarray(SUM_BYTES), secret);
  if (entry.readUInt32LE(0) !== low || entry.readUInt32LE(4) !== high) return null;
  let position = HEAD_START;
  const take = (length: number): Buffer => entry.subarray(position, (position += length));
  const head = JSON.parse(take(entry.readUInt32LE(SUM_BYTES)).toString()) as Head;
  if (head.key !== key || typeof head.metered !== "boolean") return null;
  const files = head.files.map(({ path, length }) => ({ path, bytes: take(length) }));
  const code = take(head.code).toString();
  const positions = take(head.positions);
  const codeCache = take(entry.length - position);
  const program = {
    code,
    natives: head.natives,
    deep: head.deep,
    unwatched: head.unwatched,
    metered: head.metered,
    countsCalls: head.countsCalls,
    ...(head.ofPackages && { packages: head.ofPackages }),
    ...(codeCache.length === 0 ? {} : { codeCache }),
    // Needed only by a program that panics.
    get positions() {
      return JSON.parse(positions.toString());
    },
  };
  const { paths, absent, packages, warnings } = head;
  return { files, paths, absent, packages, program, warnings };
}

/**
 * Encodes a text: the secret (8 bytes) | the length of the rest (4) | the key as JSON | line feed | the text. The
 * text is not executed, so it has no sum, which would take longer than reading it.
 */
export function encodeText(key: string, secret: Uint8Array, text: string): Buffer {
  const rest = Buffer.from(`${JSON.stringify(key)}\n${text}`);
  const start = Buffer.alloc(HEAD_START);
  start.set(secret);
  start.writeUInt32LE(rest.length, SUM_BYTES);
  return Buffer.concat([start, rest]);
}

/** Decodes a text; null as for `decodeEntry`. */
export function decodeText(key: string, secret: Uint8Array, entry: Buffer): string | null {
  if (entry.length < HEAD_START || !entry.subarray(0, SUM_BYTES).equals(secret)) return null;
  if (entry.readUInt32LE(SUM_BYTES) !== entry.length - HEAD_START) return null;
  const head = `${JSON.stringify(key)}\n`;
  const all = entry.toString("utf8", HEAD_START);
  return all.startsWith(head) ? all.slice(head.length) : null;
}
