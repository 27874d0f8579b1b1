// How files are opened, and the permissions that they may have.
import type { OpenMode } from "../../interpreter/host/index.ts";

const NEW_FILE = 0o666;
export const MOST_PERMISSIONS = 0o7777;

export const READING: OpenMode = {
  read: true,
  write: false,
  append: false,
  create: false,
  exclusive: false,
  truncate: false,
  permissions: NEW_FILE,
};
export const WRITING: OpenMode = { ...READING, read: false, write: true, create: true };
