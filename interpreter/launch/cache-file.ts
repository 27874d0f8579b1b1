// The bytes of a cache entry. No cryptography and no `v8.serialize`: loading those parts of Node would
// cost more than the rest of a start.
//
//   checksum of the rest (4 bytes) | length of the head (4) | head: JSON
//   | contents of the files | code | positions: JSON | V8's code cache
import { checksum } from "./checksum.ts";
import type { CacheEntry } from "./cache.ts";

interface Head {
  readonly key: string;
  readonly files: readonly { readonly path: string; readonly length: number }[];
  readonly natives: readonly string[];
  readonly deep: boolean;
  readonly warnings: string;
  readonly code: number;
  readonly positions: number;
}

const HEAD_START = 8;

export function encodeEntry(key: string, { files, program, warnings }: CacheEntry): Buffer {
  const code = Buffer.from(program.code);
  const positions = Buffer.from(JSON.stringify(program.positions));
  const head: Head = {
    key,
    files: files.map(({ path, bytes }) => ({ path, length: bytes.length })),
    natives: program.natives,
    deep: program.deep !== false,
    warnings,
    code: code.length,
    positions: positions.length,
  };
  const headBytes = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(HEAD_START);
  const entry = Buffer.concat([start, headBytes, ...files.map((file) => file.bytes), code, positions, program.codeCache ?? Buffer.alloc(0)]);
  entry.writeUInt32LE(headBytes.length, 4);
  entry.writeUInt32LE(checksum(entry.subarray(4)), 0);
  return entry;
}

/** Null for damaged bytes and for an entry of another key. @throws SyntaxError, RangeError on damage, too */
export function decodeEntry(key: string, entry: Buffer): CacheEntry | null {
  if (entry.readUInt32LE(0) !== checksum(entry.subarray(4))) return null;
  let position = HEAD_START;
  const take = (length: number): Buffer => entry.subarray(position, (position += length));
  const head = JSON.parse(take(entry.readUInt32LE(4)).toString()) as Head;
  if (head.key !== key) return null;
  const files = head.files.map(({ path, length }) => ({ path, bytes: take(length) }));
  const code = take(head.code).toString();
  const positions = take(head.positions);
  const codeCache = take(entry.length - position);
  const program = {
    code,
    natives: head.natives,
    deep: head.deep,
    ...(codeCache.length === 0 ? {} : { codeCache }),
    // Needed by a program that panics only.
    get positions() {
      return JSON.parse(positions.toString());
    },
  };
  return { files, program, warnings: head.warnings };
}
