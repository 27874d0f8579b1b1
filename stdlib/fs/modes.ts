/** The permission bits that copies and new contents keep: not those by which a program runs as the owner. */
export function withoutSetId(permissions: number): number {
  return permissions & ~0o6000;
}

/** All permission bits of a file. */
export const MOST_PERMISSIONS = 0o7777;
