// Equality of long strings.

/** From this length on, the operator of the host compares byte by byte, but its orders do not. */
const LONG = 1_000_000;

/** Whether two strings are equal, at the speed at which the host compares memory. */
export function sameText(a: string, b: string): boolean {
  if (a.length <= LONG) return a === b;
  return a.length === b.length && a <= b && b <= a;
}
