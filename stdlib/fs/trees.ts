// Trees of files: removal and copying.
import { withoutSetId } from "./modes.ts";
import { READ_ONLY, WRITE_ONLY, type Files } from "../../interpreter/host/index.ts";
import { join } from "../path/index.ts";
import { createDirectory, parentOf, removeDirectory } from "./directories.ts";
import { FileFailure, named } from "./failure.ts";

const COPY_SIZE = 1 << 18;

/**
 * Removes a file, a link itself, or a folder with everything below it. Does nothing if the path does not
 * exist. @throws FileFailure
 */
export async function removeAll(files: Files, path: string): Promise<void> {
  const properties = await files.properties(path, false).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (properties?.kind === "folder") await removeDirectory(files, "remove_all", path);
  else if (properties !== null) await files.removeFile(path);
}

/**
 * Copies a file, a link as a link, or a folder, which is merged into an existing one. Modes are kept.
 * `allowed` returns null for a path that may be written. @throws FileFailure
 */
export async function copyAll(
  files: Files,
  source: string,
  target: string,
  allowed: (path: string) => string | null,
): Promise<void> {
  const { kind: top } = await named("copy_all", source, () => files.properties(source, false));
  if (top === "folder" && (await named("copy_all", source, () => insideOf(files, source, target))))
    throw new FileFailure("copy_all", "a folder cannot be copied into itself", target);
  const parent = parentOf(target);
  if (top !== "folder" && parent !== null) await createDirectory(files, "copy_all", parent);
  const left: (readonly [source: string, target: string])[] = [[source, target]];
  /** Folders get their modes after they are filled, because some modes do not allow writing. */
  const folders: (readonly [target: string, permissions: number])[] = [];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [one, copy] = next;
    const denied = allowed(copy);
    if (denied !== null) throw new FileFailure("copy_all", denied, copy);
    const { kind, permissions } = await named("copy_all", one, () => files.properties(one, false));
    if (kind === "folder") {
      await createDirectory(files, "copy_all", copy);
      folders.push([copy, permissions]);
      for (const { name } of await named("copy_all", one, () => files.entries(one)))
        left.push([join(one, name), join(copy, name)]);
    } else if (kind === "link") await named("copy_all", copy, () => copyLink(files, one, copy));
    else if (kind === "file") await copyFile(files, one, copy, withoutSetId(permissions));
    else throw new FileFailure("copy_all", "not a file, folder or link", one);
  }
  for (const [copy, permissions] of folders.reverse())
    await named("copy_all", copy, () => files.setPermissions(copy, permissions));
}

/** Whether `path` is in a folder, or would be once created. */
async function insideOf(files: Files, folder: string, path: string): Promise<boolean> {
  const from = await files.realPath(folder);
  for (let at = path; ; at = at.includes("/") ? at.slice(0, at.lastIndexOf("/")) || "/" : ".") {
    const real = await files.realPath(at).catch(() => null);
    if (real !== null) return real === from || real.startsWith(from === "/" ? "/" : `${from}/`);
    if (at === "/" || at === ".") return false;
  }
}

async function copyLink(files: Files, source: string, target: string): Promise<void> {
  const leadsTo = await files.readLink(source);
  const there = await files.properties(target, false).catch(() => null);
  if (there !== null && there.kind !== "folder") await files.removeFile(target);
  await files.symlink(leadsTo, target);
}

async function copyFile(files: Files, source: string, target: string, permissions: number): Promise<void> {
  const from = await named("copy_all", source, () => files.open(source, READ_ONLY));
  try {
    // A link at the target is replaced, as a file is, and not followed out of the tree.
    const there = await files.properties(target, false).catch(() => null);
    // Truncating the target would destroy the source.
    if (there?.identity === from.identity) return;
    if (there?.kind === "link") await named("copy_all", target, () => files.removeFile(target));
    const to = await named("copy_all", target, () =>
      files.open(target, { ...WRITE_ONLY, truncate: true, permissions }),
    );
    try {
      const buffer = Buffer.allocUnsafeSlow(COPY_SIZE);
      for (;;) {
        const count = await named("copy_all", source, () => from.read(buffer, COPY_SIZE, null));
        if (count === 0) break;
        await named("copy_all", target, async () => {
          for (let done = 0; done < count; ) done += await to.write(buffer, done, count - done, null);
        });
      }
      await named("copy_all", target, () => to.setPermissions(permissions));
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
