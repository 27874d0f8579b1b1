// Replaces the contents of a file atomically: a reader sees the old contents or the new ones, even after the
// process was killed or the power failed.
import { withoutSetId } from "./modes.ts";
import type { System } from "../../interpreter/host/index.ts";
import { systemText } from "../error/index.ts";
import { basename, dirname, join } from "../path/index.ts";
import { FileFailure } from "./failure.ts";
import { OpenStream } from "./open-stream.ts";

const NEW_FILE = 0o666;
/** The bytes of the name that the temporary file keeps: a name may have 255, and the mark takes some. */
const LONGEST_KEPT = 200;

/**
 * Writes a file beside the one that `path` leads to, and renames it. A failure leaves no temporary file.
 * @throws FileFailure, and as the system does
 */
export async function replaceFile(
  { files, links, entropy }: System,
  path: string,
  contents: string,
): Promise<void> {
  // These name no file, although the path before them may.
  if (/(^|\/)\.?$/.test(path))
    throw new FileFailure("write_atomic", systemText(path === "" ? "ENOENT" : "EISDIR"), path);
  const target = links.realPath(path);
  const old = await files.properties(target, true).catch((error: NodeJS.ErrnoException) => {
    // For links in a cycle, the link itself would be replaced.
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  // Renaming would replace the device or the pipe, which has no contents to replace.
  if (old?.kind === "other") throw new FileFailure("write_atomic", "not a regular file", path);
  const folder = dirname(target);
  const mark = Buffer.from(entropy.randomBytes(6)).toString("hex");
  const temporary = join(folder, `.${basename(target).slice(0, LONGEST_KEPT)}.${mark}.tmp`);
  const mode = {
    read: false,
    write: true,
    append: false,
    create: true,
    exclusive: true,
    truncate: false,
    permissions: old === null ? NEW_FILE : withoutSetId(old.permissions),
    beside: target,
  };
  const file = await files.open(temporary, mode);
  try {
    const stream = new OpenStream(temporary, file, false);
    try {
      await stream.write(contents);
      if (old !== null) await file.setPermissions(withoutSetId(old.permissions));
      await stream.sync();
    } finally {
      await stream.close();
    }
    await files.rename(temporary, target);
  } catch (error) {
    await files.removeFile(temporary).catch(() => {});
    throw error;
  }
  // Some file systems cannot sync a folder; the file is complete without it.
  await files.syncFolder(folder).catch(() => {});
}
