// Paths as byte strings: pure text work on `/` (std/path).

/** Both with one slash between them; an absolute `b` counts as relative. */
export function join(a: string, b: string): string {
  if (a === "") return b;
  if (b === "") return a;
  if (!a.endsWith("/")) return b.startsWith("/") ? a + b : `${a}/${b}`;
  return a + (b.startsWith("/") ? b.slice(1) : b);
}

/** What follows the last slash. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What precedes the last slash: `.` without one. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : slash === 0 ? "/" : path.slice(0, slash);
}

/** Where the dot before the extension stands, or -1; a first byte is none. */
function extensionDot(path: string): number {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? dot : -1;
}

/** Without its dot; empty when there is none. */
export function extension(path: string): string {
  const dot = extensionDot(path);
  return dot < 0 ? "" : path.slice(dot + 1);
}

/** The base name without its extension. */
export function stem(path: string): string {
  const dot = extensionDot(path);
  return path.slice(path.lastIndexOf("/") + 1, dot < 0 ? path.length : dot);
}

/** Replaces the extension, or adds one; an empty `ext` takes it away. */
export function withExtension(path: string, ext: string): string {
  const dot = extensionDot(path);
  const base = dot < 0 ? path : path.slice(0, dot);
  return ext === "" ? base : `${base}.${ext}`;
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

/** The segments between slashes, empty ones left out. */
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
