// The share of a large set that a test tries. Files named `*.sampled.test.ts` are in both runs of the tests:
// the quick run takes a share of each set, the slow run (STDLANG_SLOW=1) the whole set.

export const thorough = process.env["STDLANG_SLOW"] === "1";

/** `all` in the slow run, else one in `oneIn` of them. */
export function share(all: number, oneIn: number): number {
  return thorough ? all : Math.ceil(all / oneIn);
}

/** All elements in the slow run, else every `oneIn`-th, starting with the first. */
export function sample<T>(all: readonly T[], oneIn: number): readonly T[] {
  return thorough ? all : all.filter((_, i) => i % oneIn === 0);
}
