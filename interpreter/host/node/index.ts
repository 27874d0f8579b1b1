// Door: the machine through Node. Loads nothing that a program does not use.
import type { System } from "../index.ts";
import { clock } from "./clock.ts";
import { coding } from "./coding.ts";
import { content } from "./content.ts";
import { compression } from "./compression.ts";
import { cryptography } from "./cryptography.ts";
import { databases } from "./database.ts";
import { directHttp } from "./direct-http.ts";
import { entropy } from "./entropy.ts";
import { files } from "./files.ts";
import { environment } from "./environment.ts";
import { links } from "./links.ts";
import { processes } from "./processes.ts";
import { rawDeflate } from "./raw-deflate.ts";
import { serverTls } from "./server-tls.ts";
import { signals } from "./signals.ts";
import { sockets } from "./sockets.ts";
import { terminal } from "./terminal.ts";
import { spool } from "./spool.ts";
import { threads } from "./threads.ts";
import { usage } from "./usage.ts";

/** The real machine. */
export const nodeSystem: System = {
  clock,
  coding,
  content,
  compression,
  cryptography,
  databases,
  directHttp,
  entropy,
  files,
  environment,
  links,
  processes,
  rawDeflate,
  serverTls,
  signals,
  sockets,
  terminal,
  spool,
  threads,
  usage,
};
