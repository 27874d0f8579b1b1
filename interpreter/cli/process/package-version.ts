// The version in package.json, found by the same relative path from the source tree and from dist/.
import { readFileSync } from "node:fs";

export function packageVersion(): string {
  const url = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { readonly version: string }).version;
}
