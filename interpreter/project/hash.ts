// Hashes of sources, for comparisons with earlier versions of them.
import { hashOf, type Source } from "../source/index.ts";

/** The hash of a source with its name, which diagnostics show. */
export function hashOfSource({ name, text }: Source): string {
  return hashOf([name, text].join("\n"));
}
