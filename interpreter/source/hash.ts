// Hashes of texts, for comparisons with earlier versions of them.

/** 64 bits as text; equal hashes of different texts of one project are as good as impossible. */
export function hashOf(text: string): string {
  let a = 0xdeadbeef ^ text.length;
  let b = 0x41c6ce57 ^ text.length;
  // Two code units at a time: the texts of a whole project are hashed at each start.
  for (let i = 0; i < text.length; i += 2) {
    const units = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    a = Math.imul(a ^ units, 2654435761);
    a ^= a >>> 15;
    b = Math.imul(b ^ units, 1597334677);
    b ^= b >>> 13;
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 0).toString(36) + (a >>> 0).toString(36).padStart(7, "0");
}
