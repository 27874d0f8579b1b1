// URIs of editors and the files they name. Scripts that are in no file keep their URI as path; the declarations of
// standard modules are files of the installation.
import type { ModuleDescriptor } from "../../runtime/host.ts";

/** The path of a `file:` URI; null for another scheme. */
export function pathOfUri(uri: string): string | null {
  if (!/^file:/i.test(uri)) return null;
  try {
    const { pathname, host } = new URL(uri);
    const path = decodeURIComponent(pathname);
    if (/^\/[A-Za-z]:/.test(path)) return path.slice(1);
    return host === "" || host === "localhost" ? path : `//${host}${path}`;
  } catch {
    return null;
  }
}

export function uriOfPath(path: string): string {
  const forward = path.replaceAll("\\", "/");
  const parts = forward.split("/").map((part) => encodeURIComponent(part).replaceAll("%40", "@"));
  return `file://${forward.startsWith("/") ? "" : "/"}${parts.join("/")}`;
}

/** The files of standard modules, by unit and back. */
export class Library {
  readonly #paths = new Map<string, string>();
  readonly #units = new Map<string, string>();

  constructor(modules: readonly ModuleDescriptor[]) {
    for (const { name, declaration } of modules) {
      const path = typeof declaration === "string" ? null : pathOfUri(declaration.href);
      if (path === null) continue;
      this.#paths.set(`std/${name}`, path);
      this.#units.set(path, `std/${name}`);
    }
  }

  path(unit: string): string | null {
    return this.#paths.get(unit) ?? null;
  }

  unit(path: string): string | null {
    return this.#units.get(path) ?? null;
  }
}
