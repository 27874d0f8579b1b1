// Items at another place of the text.
import { has } from "../../own/index.ts";

/** A copy of a part of a tree with all its places moved. The numbers of nodes stay. */
export function moved<T>(part: T, by: number): T {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map((one: unknown) => moved(one, by)) as T;
  if (isSpan(part)) return { start: part.start + by, end: part.end + by } as T;
  const copy = { ...part };
  for (const key in copy) {
    const value = copy[key];
    if (typeof value === "object" && value !== null) copy[key] = moved(value, by);
  }
  return copy;
}

function isSpan(part: object): part is { readonly start: number; readonly end: number } {
  return has(part, "start");
}
