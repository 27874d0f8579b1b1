// A keyed checksum, HalfSipHash-2-4: without the secret, valid bytes cannot be computed. It takes a few
// instructions per word, and no module of Node, whose loading would cost more than the rest of a start.

/** The number of bytes of the secret and of the sum. */
export const SECRET_BYTES = 8;

/** The sum of bytes, as two unsigned halves. */
export function keyedSum(bytes: Uint8Array, secret: Uint8Array): readonly [number, number] {
  const keys = new DataView(secret.buffer, secret.byteOffset, SECRET_BYTES);
  const [k0, k1] = [keys.getInt32(0, true), keys.getInt32(4, true)];
  let v0 = k0;
  let v1 = k1 ^ 0xee;
  let v2 = 0x6c796765 ^ k0;
  let v3 = 0x74656462 ^ k1;
  const round = (): void => {
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  };
  const take = (word: number): void => {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length & ~3;
  for (let i = 0; i < whole; i += 4) take(view.getInt32(i, true));
  let last = bytes.length << 24;
  for (let i = whole; i < bytes.length; i++) last |= bytes[i]! << (8 * (i - whole));
  take(last);
  const half = (): number => {
    for (let i = 0; i < 4; i++) round();
    return (v1 ^ v3) >>> 0;
  };
  v2 ^= 0xee;
  const low = half();
  v1 ^= 0xdd;
  return [low, half()];
}
