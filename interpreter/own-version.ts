// The version in the package.json of the interpreter, which is one folder higher from dist/.
import { machine } from "./host/index.ts";

export function ownVersion(): string {
  const found = ["../package.json", "../../package.json"].map((path) =>
    versionAt(new URL(path, import.meta.url)),
  );
  return found.find((version) => version !== null) ?? "0.0.0";
}

function versionAt(file: URL): string | null {
  try {
    const { name, version } = JSON.parse(machine().sources.readOwn(file)) as {
      name?: string;
      version?: string;
    };
    return name === "stdlang" && version !== undefined ? version : null;
  } catch {
    return null;
  }
}
