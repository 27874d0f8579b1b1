// Operations on paths as byte strings, separated by `/` (std/path).

/** Joins two paths with one slash between them. An absolute `b` does not replace `a`. */
export function join(a: string, b: string): string {
  if (a === "") return b;
  if (b === "") return a;
  if (!a.endsWith("/")) return b.startsWith("/") ? a + b : `${a}/${b}`;
  return a + (b.startsWith("/") ? b.slice(1) : b);
}

/** Returns the part after the last slash. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the part before the last slash, or `.` if there is none. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : slash === 0 ? "/" : path.slice(0, slash);
}

/**
 * Returns the index of the dot before the extension, or -1. A dot at the start of the base name is not one.
 */
function extensionDot(path: string): number {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? dot : -1;
}

/** Returns the extension without its dot, or "". */
export function extension(path: string): string {
  const dot = extensionDot(path);
  return dot < 0 ? "" : path.slice(dot + 1);
}

/** Returns the base name without its extension. */
export function stem(path: string): string {
  const dot = extensionDot(path);
  return path.slice(path.lastIndexOf("/") + 1, dot < 0 ? path.length : dot);
}

/** Replaces the extension, or adds one; an empty `ext` removes it. */
export function withExtension(path: string, ext: string): string {
  const dot = extensionDot(path);
  const base = dot < 0 ? path : path.slice(0, dot);
  return ext === "" ? base : `${base}.${ext}`;
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

/** Returns the segments between slashes, without empty ones. */
export function components(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

export function normalize(path: string): string {
  const absolute = isAbsolute(path);
  const kept: string[] = [];
  for (const segment of components(path)) {
    if (segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!absolute) kept.push(segment);
  }
  const text = kept.join("/");
  return absolute ? `/${text}` : text === "" ? "." : text;
}

/** The path that leads from the folder `from` to `to`; null if there is none, or if their texts do not say it. */
export function relative(from: string, to: string): string | null {
  if (isAbsolute(from) !== isAbsolute(to)) return null;
  const names = (path: string): string[] => components(normalize(path)).filter((name) => name !== ".");
  const [base, target] = [names(from), names(to)];
  let shared = 0;
  while (shared < base.length && base[shared] === target[shared]) shared++;
  const above = base.slice(shared);
  if (above.includes("..")) return null;
  return [...above.map(() => ".."), ...target.slice(shared)].join("/") || ".";
}
