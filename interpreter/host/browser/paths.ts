// Paths as text, with `/` between components, as on POSIX systems.
import type { Paths } from "../index.ts";

/** Without `.`, `..` and repeated slashes. */
export function normalize(path: string): string {
  const absolute = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== ".." || (!absolute && (parts.length === 0 || parts.at(-1) === ".."))) parts.push(part);
    else parts.pop();
  }
  const text = parts.join("/");
  const ending = path.endsWith("/") && text !== "" ? "/" : "";
  return absolute ? `/${text}${ending}` : text === "" ? "." : text + ending;
}

function withoutEnd(path: string): string {
  return path.replace(/(?<=[^/])\/+$/, "");
}

function basename(path: string, ending = ""): string {
  const name = withoutEnd(path).split("/").at(-1)!;
  return name !== ending && name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name;
}

function dirname(path: string): string {
  const text = withoutEnd(path);
  const at = text.lastIndexOf("/");
  return at < 0 ? "." : withoutEnd(text.slice(0, at)) || "/";
}

function extname(path: string): string {
  const name = basename(path);
  const at = name.lastIndexOf(".");
  return at <= 0 ? "" : name.slice(at);
}

/** @param workingFolder what relative paths start from */
export function pathsFrom(workingFolder: () => string): Paths {
  const isAbsolute = (path: string): boolean => path.startsWith("/");
  return {
    separator: "/",
    dirname,
    basename,
    extname,
    join: (...parts) => normalize(parts.filter((part) => part !== "").join("/")),
    normalize,
    absolute: (path) => withoutEnd(normalize(isAbsolute(path) ? path : `${workingFolder()}/${path}`)),
    isAbsolute,
  };
}
