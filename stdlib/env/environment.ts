// Environment variables as byte strings. The host has decoded them, so where one holds U+FFFD the bytes
// it came from tell whether it was UTF-8.
import { readFileSync } from "node:fs";
import { fromBytes, toBytes } from "../../interpreter/runtime/index.ts";

export function isSet(name: string): boolean {
  return name !== "" && Object.hasOwn(process.env, fromBytes(name));
}

/** `""` when it is not set or not UTF-8. */
export function valueOf(name: string): string {
  if (!isSet(name)) return "";
  const value = process.env[fromBytes(name)] ?? "";
  return value.includes("\ufffd") && !isWritten(name, toBytes(value)) ? "" : toBytes(value);
}

/** True when the process was started with exactly these bytes, or where the system does not tell. */
function isWritten(name: string, value: string): boolean {
  try {
    return readFileSync("/proc/self/environ", "latin1").split("\0").includes(`${name}=${value}`);
  } catch {
    return true;
  }
}
