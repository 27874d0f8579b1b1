// The folder that the command was started in, which may have been removed since.

/** Null when it has been removed. */
export function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
