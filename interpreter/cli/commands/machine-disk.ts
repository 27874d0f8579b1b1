// The disk of this machine, as the language server reads it.
import { statSync } from "node:fs";
import { fileReader } from "../../modules/index.ts";
import type { Disk } from "../../server/index.ts";
import { scriptFiles } from "./script-files.ts";

export const machineDisk: Disk = {
  ...fileReader,
  stamp(path) {
    try {
      const { mtimeNs, size, ino } = statSync(path, { bigint: true });
      return `${mtimeNs} ${size} ${ino}`;
    } catch {
      return null;
    }
  },
  scripts: (folder) => scriptFiles([folder], ".std").flatMap(({ path, named }) => (named ? [] : [path])),
};
