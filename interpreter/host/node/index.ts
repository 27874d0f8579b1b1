// Entry point for the machine through Node. Importing it makes it the machine of this process. Loads only
// what a program uses.
import { setMachine, type FileRules, type System } from "../index.ts";
import { clock } from "./clock.ts";
import { compression } from "./compression.ts";
import { confinedFiles } from "./confined-files.ts";
import { content } from "./content.ts";
import { cryptography } from "./cryptography.ts";
import { databases } from "./database.ts";
import { directHttp } from "./direct-http.ts";
import { entropy } from "./entropy.ts";
import { environment } from "./environment.ts";
import { errors } from "./errors.ts";
import { files } from "./files.ts";
import { javascript } from "./javascript.ts";
import { links } from "./links.ts";
import { processes } from "./processes.ts";
import { signals } from "./signals.ts";
import { sockets } from "./sockets.ts";
import { sources } from "./sources.ts";
import { spool } from "./spool.ts";
import { terminal } from "./terminal.ts";
import { threads } from "./threads.ts";
import { usage } from "./usage.ts";

export { setDatabaseWorker } from "./database.ts";
export { outstandingWork } from "./outstanding-work.ts";
export { closeBehindQueue } from "./close-behind-queue.ts";
export { acceptConnections, release, socketOf, type Connection } from "./internals.ts";
export type { FromWorker, SharedAddress, ToWorker } from "./shared-ports.ts";

/** Listens at the path of a Unix socket (`unix-listener.ts`). */
export const listenAtPath: typeof import("./unix-listener.ts").listenAtPath = async (...given) =>
  (await import("./unix-listener.ts")).listenAtPath(...given);

/** The machine through Node. */
export const nodeSystem: System = {
  clock,
  entropy,
  environment,
  errors,
  javascript,
  usage,
  sources,
  files,
  content,
  spool,
  links,
  sockets,
  directHttp,
  compression,
  cryptography,
  databases,
  processes,
  signals,
  terminal,
  threads,
};

setMachine(nodeSystem);

/** The machine for a program with these capabilities. */
export function systemFor(capabilities: FileRules & { readonly confinesFiles: boolean }): System {
  return capabilities.confinesFiles ? { ...nodeSystem, files: confinedFiles(capabilities) } : nodeSystem;
}
