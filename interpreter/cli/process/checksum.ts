// A checksum to detect accidental damage (not an attack), in a few instructions per word.

/** An unsigned 32-bit number. */
export function checksum(bytes: Uint8Array, seed = 0): number {
  let sum = Math.imul(bytes.length ^ seed, 0x9e3779b1) ^ 0x5bd1e995;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = bytes.length & ~3;
  for (let i = 0; i < words; i += 4) sum = mix(sum, view.getInt32(i, true));
  for (let i = words; i < bytes.length; i++) sum = mix(sum, bytes[i]!);
  sum ^= sum >>> 16;
  return Math.imul(sum, 0x85ebca6b) >>> 0;
}

function mix(sum: number, word: number): number {
  const mixed = Math.imul(sum ^ word, 0x01000193);
  return mixed ^ (mixed >>> 15);
}
