// Where paths lead.

export interface Links {
  /**
   * Absolute and without links as far as the path exists; links to what does not exist yet are followed as
   * well, since writing would make it. A path that cannot be looked at stands for itself. Byte strings.
   */
  realPath(path: string): string;
}
