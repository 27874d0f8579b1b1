// The names of tuple declarations in std/core. If the target of an impl is a tuple, the tree has this name,
// in the form that derived code uses: it contains a colon, so no source can write it.
const PREFIX = "std/core:__Tuple";

export function tupleName(size: number): string {
  return `${PREFIX}${size}`;
}

export function isTupleName(name: string): boolean {
  return name.startsWith(PREFIX);
}
