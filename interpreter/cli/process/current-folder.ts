// The folder in which the command was started, which may have been removed since.

/** The current folder; null if it has been removed. */
export function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
