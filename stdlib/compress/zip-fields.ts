// Numbers in ZIP, and the 64-bit fields of ZIP64 for those that do not fit into 16 or 32 bits.

/** Marks a number whose value is in a ZIP64 field. */
export const [WIDE16, WIDE32] = [0xffff, 0xffffffff];
const [END64, LOCATOR64] = [0x06064b50, 0x07064b50];
const LOCATOR_SIZE = 20;
/** The size of the ZIP64 end record, unless it is extended. */
const RECORD_SIZE = 56;
/** The identifier of the ZIP64 field among the extra fields of an entry. */
const FIELD64 = 1;

export const u16 = (n: number): string => String.fromCharCode(n & 255, (n >>> 8) & 255);
export const u32 = (n: number): string => u16(n & 0xffff) + u16(n >>> 16);
export const u64 = (n: number): string => u32(n >>> 0) + u32(Math.floor(n / 2 ** 32));
export const get16 = (text: string, at: number): number =>
  text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8);
export const get32 = (text: string, at: number): number =>
  (get16(text, at) | (get16(text, at + 2) << 16)) >>> 0;
export const get64 = (text: string, at: number): number => get32(text, at) + get32(text, at + 4) * 2 ** 32;

/**
 * The offset and size of an archive's directory, and the number of its entries. Offsets count from the first
 * byte of the archive, which a program may precede.
 */
export interface Directory {
  readonly entries: number;
  readonly size: number;
  readonly offset: number;
}

/** Returns the ZIP64 records before the end record, or "" if all numbers fit. */
export function end64({ entries, size, offset }: Directory): string {
  if (entries < WIDE16 && size < WIDE32 && offset < WIDE32) return "";
  const record =
    u32(END64) +
    u64(44) +
    u16((3 << 8) | 45) +
    u16(45) +
    u32(0) +
    u32(0) +
    u64(entries) +
    u64(entries) +
    u64(size) +
    u64(offset);
  return record + u32(LOCATOR64) + u32(0) + u64(offset + size) + u32(1);
}

/**
 * Reads the ZIP64 records before the end record at `end`, and returns the directory with the position of its
 * end. Returns null if there are none.
 */
export function directory64(archive: string, end: number): (Directory & { readonly end: number }) | null {
  const locator = end - LOCATOR_SIZE;
  if (locator < 0 || get32(archive, locator) !== LOCATOR64) return null;
  const isRecord = (at: number): boolean =>
    at >= 0 && at + RECORD_SIZE <= locator && get32(archive, at) === END64;
  // After a program, its offset is too small; then it directly precedes its locator.
  const at = [get64(archive, locator + 8), locator - RECORD_SIZE].find(isRecord);
  if (at === undefined) return null;
  return {
    entries: get64(archive, at + 32),
    size: get64(archive, at + 40),
    offset: get64(archive, at + 48),
    end: at,
  };
}

/** Returns the extra field for an offset that does not fit, or "" if it fits. */
export function offset64(offset: number): string {
  return offset < WIDE32 ? "" : u16(FIELD64) + u16(8) + u64(offset);
}

/** Returns the numbers with the wide ones replaced by those in `extra`, or null if one is missing. */
export function wideNumbers(numbers: readonly number[], extra: string): number[] | null {
  const found = fieldOf(extra, FIELD64);
  let at = 0;
  const result = numbers.map((number) => {
    if (number !== WIDE32) return number;
    at += 8;
    return at <= found.length ? get64(found, at - 8) : NaN;
  });
  // Without the field, a 32-bit number may have this value itself.
  return found === "" ? [...numbers] : result.includes(NaN) ? null : result;
}

/** Returns the contents of an extra field, or "" if it is missing. */
export function fieldOf(extra: string, id: number): string {
  for (let at = 0; at + 4 <= extra.length; at += 4 + get16(extra, at + 2)) {
    if (get16(extra, at) === id) return extra.slice(at + 4, at + 4 + get16(extra, at + 2));
  }
  return "";
}
