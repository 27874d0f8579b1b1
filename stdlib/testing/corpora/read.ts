// Third-party test data, described in README.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Corpus = "re2" | "rust-regex" | "toml-test" | "urltestdata" | "wycheproof";

/** Returns a corpus. The caller names its type: README.md describes the contents. */
export function corpus<T>(name: Corpus): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), "utf8")) as T;
}
