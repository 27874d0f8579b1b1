// The machine as the interpreter sees it: a section for each kind of service.
import type { Clock } from "./clock.ts";
import type { Compression } from "./compression.ts";
import type { Content } from "./content.ts";
import type { Cryptography } from "./cryptography.ts";
import type { Databases } from "./database.ts";
import type { DirectHttp } from "./direct-http.ts";
import type { Entropy } from "./entropy.ts";
import type { Environment } from "./environment.ts";
import type { SystemErrors } from "./errors.ts";
import type { Files } from "./files.ts";
import type { JavaScript } from "./javascript.ts";
import type { Links } from "./links.ts";
import type { Processes } from "./processes.ts";
import type { Signals } from "./signals.ts";
import type { Sockets } from "./sockets.ts";
import type { Sources } from "./sources.ts";
import type { Spool } from "./spool.ts";
import type { Terminal } from "./terminal.ts";
import type { Threads } from "./threads.ts";
import type { Usage } from "./usage.ts";

/** Everything that natives use of the machine, after they have asked the capabilities. */
export interface System {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly environment: Environment;
  readonly errors: SystemErrors;
  readonly javascript: JavaScript;
  readonly usage: Usage;
  readonly sources: Sources;
  readonly files: Files;
  readonly content: Content;
  readonly spool: Spool;
  readonly links: Links;
  readonly sockets: Sockets;
  readonly directHttp: DirectHttp;
  readonly compression: Compression;
  readonly cryptography: Cryptography;
  readonly databases: Databases;
  readonly processes: Processes;
  readonly signals: Signals;
  readonly terminal: Terminal;
  readonly threads: Threads;
}
