// Entry point for the machine of a web page, or of a worker in it: files and a network in memory, no processes,
// no databases. Importing it makes a machine that of this page for code that belongs to no program; each engine
// gets its own by `pageSystem`.
import { setMachine, type Clock, type System } from "../index.ts";
import { databases, processes, signals, terminal, threads, usage } from "./absent.ts";
import { compression } from "./compression.ts";
import { cryptography } from "./cryptography.ts";
import { directHttp } from "./direct-http.ts";
import { environmentOf } from "./environment.ts";
import { numberOf } from "./failure.ts";
import { contentOf, filesOf, linksOf, spoolOf } from "./files.ts";
import { javascript } from "./javascript.ts";
import { MemoryNetwork } from "./memory-network.ts";
import { FolderNode, MemoryTree } from "./memory-tree.ts";
import { socketsOf } from "./sockets.ts";
import { sourcesOf } from "./sources.ts";

export { confinedFiles } from "./confined-files.ts";
export { loadCompression } from "./compression.ts";
export { loadCryptography, loadSha1 } from "./cryptography.ts";
export { exchange } from "./direct-http.ts";
export { MemoryNetwork } from "./memory-network.ts";
export { MemoryTree } from "./memory-tree.ts";

/** What `getRandomValues` gives at once. */
const MOST_RANDOM = 65_536;
const NANOS_IN_MILLI = 1e6;

const clock: Clock = {
  monotonicNanos: () => BigInt(Math.round(performance.now() * NANOS_IN_MILLI)),
  monotonicMillis: () => performance.now(),
  localZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

function randomBytes(count: number): Uint8Array {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count; at += MOST_RANDOM)
    crypto.getRandomValues(bytes.subarray(at, Math.min(count, at + MOST_RANDOM)));
  return bytes;
}

/** A system with these files, network and environment variables (byte strings). */
export function pageSystem(tree: MemoryTree, network: MemoryNetwork, variables: Map<string, string>): System {
  for (const name of ["tmp", "home"])
    if (!tree.root.entries.has(name)) tree.root.entries.set(name, new FolderNode(tree.identity(), 0o777));
  return {
    clock,
    entropy: { randomBytes },
    environment: environmentOf(variables),
    errors: { number: numberOf, descriptorProblem: () => null },
    javascript,
    usage,
    sources: sourcesOf(tree),
    files: filesOf(tree),
    content: contentOf(tree),
    spool: spoolOf(tree),
    links: linksOf(tree),
    sockets: socketsOf(network),
    directHttp,
    compression,
    cryptography,
    databases,
    processes,
    signals,
    terminal,
    threads,
  };
}

setMachine(pageSystem(new MemoryTree(), new MemoryNetwork(), new Map()));
