// Why SQLite cannot open a file: it says only that it cannot.
import { accessSync, closeSync, constants, fstatSync, openSync } from "node:fs";

/** What SQLite says about a file that it cannot open. */
export const NOT_OPENED = "unable to open database file";
/** What it says about a folder that is opened for reading. */
const NOT_READ = "disk I/O error";
/** What it says about a file that a statement names. */
const NOT_ATTACHED = /^unable to open database: (.*)$/s;

/** The symbolic name of the system's error for a problem of a database; undefined for other problems. */
export function openingErrorOf(problem: string, path: string, readOnly: boolean): string | undefined {
  const attached = NOT_ATTACHED.exec(problem)?.[1];
  if (attached !== undefined) return openingError(Buffer.from(attached, "utf8").toString("latin1"), false);
  return problem === NOT_OPENED || problem === NOT_READ ? openingError(path, readOnly) : undefined;
}

/** The symbolic name of the system's error, such as `ENOENT`; undefined if the file can be opened after all. */
function openingError(path: string, readOnly: boolean): string | undefined {
  const { O_RDONLY, O_RDWR, O_NONBLOCK, W_OK, X_OK } = constants;
  try {
    const file = openSync(Buffer.from(path, "latin1"), (readOnly ? O_RDONLY : O_RDWR) | O_NONBLOCK);
    const isFolder = fstatSync(file).isDirectory();
    closeSync(file);
    return isFolder ? "EISDIR" : undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" || readOnly) return code;
  }
  // SQLite would have created it.
  try {
    accessSync(Buffer.from(`${path.replace(/[^/]*$/, "")}.`, "latin1"), W_OK | X_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { readonly code?: string }).code;
}
