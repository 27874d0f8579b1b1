// The version in package.json, which lies as far above this file as above dist/interpreter/cli.
import { readFileSync } from "node:fs";

export function packageVersion(): string {
  const url = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { readonly version: string }).version;
}
