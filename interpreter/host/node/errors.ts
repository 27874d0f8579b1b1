// Error numbers by node:os, whose constants are loaded with Node.
import { closeSync, openSync } from "node:fs";
import { constants, devNull } from "node:os";
import type { SystemErrors } from "../index.ts";

export const errors: SystemErrors = {
  number: (code) => (constants.errno as Readonly<Record<string, number>>)[code] ?? null,
  descriptorProblem() {
    try {
      closeSync(openSync(devNull, "r"));
      return null;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === "EMFILE" || code === "ENFILE" ? code : null;
    }
  },
};
