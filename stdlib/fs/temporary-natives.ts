// Temporary files and folders, with unpredictable names in the system's folder for them.
import { WRITE_ONLY } from "../../interpreter/host/index.ts";
import type { NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { join } from "../path/index.ts";
import type { Attempts } from "./attempts.ts";
import { TempFile } from "./changes.ts";
import { FileFailure, named } from "./failure.ts";
import type { OpenFiles } from "./open-files.ts";

export function temporaryNatives(
  { host }: Runtime,
  attempts: Attempts,
  open: OpenFiles,
): NativeTable["functions"] {
  const { capabilities, system } = host;
  const { files } = system;

  /** Tries other names if one is taken. */
  async function temporary<T>(operation: string, make: (path: string) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      const path = join(
        files.temporaryFolder(),
        `std-${Buffer.from(system.entropy.randomBytes(8)).toString("hex")}`,
      );
      const denied = capabilities.write(path);
      if (denied !== null) throw new FileFailure(operation, denied, path);
      try {
        return await named(operation, path, () => make(path));
      } catch (error) {
        if (tries === 9) throw error;
        if (
          await files.properties(path, false).then(
            () => false,
            () => true,
          )
        )
          throw error;
      }
    }
  }

  return {
    temp_dir: () =>
      attempts.settled(
        temporary("temp_dir", async (path) => {
          await files.makeFolder(path, 0o700);
          return path;
        }),
      ),
    temp_file: () =>
      attempts.settled(
        temporary("temp_file", async (path) => {
          const mode = { ...WRITE_ONLY, read: true, exclusive: true, permissions: 0o600 };
          return new TempFile(path, await open.open(path, mode));
        }),
      ),
  };
}
