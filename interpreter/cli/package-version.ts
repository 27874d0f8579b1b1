// The version in package.json, which lies above both the source tree and dist/.
import { existsSync, readFileSync } from "node:fs";

export function packageVersion(): string {
  for (const up of ["../../package.json", "../../../package.json"]) {
    const url = new URL(up, import.meta.url);
    if (existsSync(url)) return (JSON.parse(readFileSync(url, "utf8")) as { version: string }).version;
  }
  return "unknown";
}
