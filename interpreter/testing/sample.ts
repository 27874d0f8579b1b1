// How much of a large set a test tries. Files named `*.sampled.test.ts` run in both runs of the tests: the
// quick one takes a share of each set, the slow one (STDLANG_SLOW=1) everything.

export const thorough = process.env["STDLANG_SLOW"] === "1";

/** So many in the slow run, else one in `oneIn`. */
export function share(all: number, oneIn: number): number {
  return thorough ? all : Math.ceil(all / oneIn);
}

/** All of them in the slow run, else one in `oneIn`, from the first on. */
export function sample<T>(all: readonly T[], oneIn: number): readonly T[] {
  return thorough ? all : all.filter((_, i) => i % oneIn === 0);
}
