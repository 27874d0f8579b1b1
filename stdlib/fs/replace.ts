// A file whose contents change atomically: a reader sees the old contents or the new ones, also after the
// process was killed or the power went.
import type { System } from "../../interpreter/host/index.ts";
import { systemText } from "../error/index.ts";
import { basename, dirname, join } from "../path/index.ts";
import { FileFailure } from "./failure.ts";
import { OpenStream } from "./open-stream.ts";

const NEW_FILE = 0o666;
/** Names may have 255 bytes; what marks the temporary file takes some. */
const LONGEST_KEPT = 200;

/** Writes beside the file that `path` leads to, and renames. A failure leaves nothing behind. @throws FileFailure, and as the system does */
export async function replaceFile(
  { files, links, entropy }: System,
  path: string,
  contents: string,
): Promise<void> {
  // These name no file, though the way to them may be that of one.
  if (/(^|\/)\.?$/.test(path))
    throw new FileFailure("write_atomic", systemText(path === "" ? "ENOENT" : "EISDIR"), path);
  const target = links.realPath(path);
  const old = await files.properties(target, true).catch((error: NodeJS.ErrnoException) => {
    // Of a link in a circle, the link itself would be replaced.
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  // A device or a pipe would be lost, and it has no contents that could be replaced.
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
    permissions: old?.permissions ?? NEW_FILE,
    beside: target,
  };
  const file = await files.open(temporary, mode);
  try {
    const stream = new OpenStream(temporary, file, false);
    try {
      await stream.write(contents);
      if (old !== null) await file.setPermissions(old.permissions);
      await stream.sync();
    } finally {
      await stream.close();
    }
    await files.rename(temporary, target);
  } catch (error) {
    await files.removeFile(temporary).catch(() => {});
    throw error;
  }
  // Not every file system lets folders be synced; the file is whole without it.
  await files.syncFolder(folder).catch(() => {});
}
