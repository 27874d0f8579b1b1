// The built package, for tests that start threads: each thread loads it in a tenth of the time of the
// sources. `scripts/ensure-built.ts` builds it before the first test if a source is newer.
const dist = new URL("../../dist/", import.meta.url);

export const built = (await import(
  /* @vite-ignore */ new URL("interpreter/index.js", dist).href
)) as typeof import("../index.ts");

export const { standardModules: builtModules } = (await import(
  /* @vite-ignore */ new URL("stdlib/index.js", dist).href
)) as typeof import("../../stdlib/index.ts");
