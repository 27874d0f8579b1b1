// The hypotenuse within one unit in the last place, without overflow or underflow in intermediate results.
// The square root is corrected once by its rounding error (C. Borges, "An Improved Algorithm for hypot(a,b)",
// 2019); Math.hypot is less accurate.

const LARGE = 2 ** 511;
const TINY = 2 ** -459;
const SCALE = 2 ** -600;
const NEGLIGIBLE = 2 ** -54;

export function hypot(a: number, b: number): number {
  const x = Math.max(Math.abs(a), Math.abs(b));
  const y = Math.min(Math.abs(a), Math.abs(b));
  if (Math.abs(a) === Infinity || Math.abs(b) === Infinity) return Infinity;
  if (y <= x * NEGLIGIBLE) return x + y;
  if (x > LARGE) return corrected(x * SCALE, y * SCALE) / SCALE;
  if (y < TINY) return corrected(x / SCALE, y / SCALE) * SCALE;
  return corrected(x, y);
}

/** Requires `x >= y > 0`, with squares that neither overflow nor vanish. */
function corrected(x: number, y: number): number {
  const root = Math.sqrt(x * x + y * y);
  if (root <= 2 * y) {
    const rest = root - y;
    return root - (x * (2 * rest - x) + (rest - 2 * (x - y)) * rest) / (2 * root);
  }
  const rest = root - x;
  return root - (2 * rest * (x - 2 * y) + ((4 * rest - y) * y + rest * rest)) / (2 * root);
}
