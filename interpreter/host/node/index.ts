// Door: the machine through Node. Loads nothing that a program does not use.
import type { System } from "../index.ts";
import { clock } from "./clock.ts";
import { compression } from "./compression.ts";
import { content } from "./content.ts";
import { cryptography } from "./cryptography.ts";
import { databases } from "./database.ts";
import { directHttp } from "./direct-http.ts";
import { entropy } from "./entropy.ts";
import { environment } from "./environment.ts";
import { files } from "./files.ts";
import { links } from "./links.ts";
import { processes } from "./processes.ts";
import { signals } from "./signals.ts";
import { sockets } from "./sockets.ts";
import { spool } from "./spool.ts";
import { terminal } from "./terminal.ts";
import { threads } from "./threads.ts";
import { usage } from "./usage.ts";

/** The real machine. */
export const nodeSystem: System = {
  clock,
  entropy,
  environment,
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
  usage,
};
