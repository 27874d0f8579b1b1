// What this command starts by file name, in threads and processes of their own. These files stand beside
// this one, in the source tree as in dist/.

export function entryPoint(name: "repl-worker" | "test-child"): URL {
  const here = import.meta.url;
  return new URL(`./${name}${here.slice(here.lastIndexOf("."))}`, here);
}
