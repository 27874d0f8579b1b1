/** All permission bits of a file. */
export const MOST_PERMISSIONS = 0o7777;
