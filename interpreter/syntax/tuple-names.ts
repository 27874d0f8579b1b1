// Where the target of an impl is a tuple, the tree has the name of its declaration in std/core, spelled as derived
// code spells such names: no source can hold the colon.
const PREFIX = "std/core:__Tuple";

export function tupleName(size: number): string {
  return `${PREFIX}${size}`;
}

export function isTupleName(name: string): boolean {
  return name.startsWith(PREFIX);
}
