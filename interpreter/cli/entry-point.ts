// The files that this command starts in threads and processes. They are in the folder of this file, in the
// source tree and in dist/.

export function entryPoint(name: "repl-worker" | "test-child" | "debug-worker"): URL {
  const here = import.meta.url;
  return new URL(`./${name}${here.slice(here.lastIndexOf("."))}`, here);
}
