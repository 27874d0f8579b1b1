// Well-formed UTF-8 in byte strings (RFC 3629, Unicode table 3-7).

/**
 * Returns the length of the well-formed sequence that begins at `i` with a byte above 0x7f, or 0 if there is
 * none.
 */
export function sequenceLength(text: string, i: number): number {
  const lead = text.charCodeAt(i);
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second = text.charCodeAt(i + 1);
  if (lead < 0xe0) return isContinuation(second) ? 2 : 0;
  if (lead < 0xf0) {
    const low = lead === 0xe0 ? 0xa0 : 0x80;
    const high = lead === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isContinuation(text.charCodeAt(i + 2)) ? 3 : 0;
  }
  const low = lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xf4 ? 0x8f : 0xbf;
  const tail = second >= low && second <= high && isContinuation(text.charCodeAt(i + 2));
  return tail && isContinuation(text.charCodeAt(i + 3)) ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
