/** The permissions that a file may have. */
export const MOST_PERMISSIONS = 0o7777;
