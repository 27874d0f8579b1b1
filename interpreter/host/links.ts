// Symbolic links.

export interface Links {
  /**
   * The absolute path without links, as far as it exists. Links to files that do not exist yet are followed
   * as well, since writing would create these. A path that cannot be examined is returned as it is. Byte
   * strings.
   */
  realPath(path: string): string;
}
