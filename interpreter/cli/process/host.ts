// The real outside world, for programs that `std` runs.
import { nodeSystem } from "../../host/node/index.ts";
import { grant, type Grants, type Host } from "../../runtime/index.ts";
import { argumentBytes } from "./undecoded.ts";
import { workerId } from "./workers.ts";

export function processHost(path: string, args: readonly string[], grants: Grants, kept: readonly string[] = []): Host {
  let input: AsyncIterator<Uint8Array> | undefined;
  return {
    args: [path, ...args].map(argumentBytes),
    capabilities: grant(grants, nodeSystem.links, kept),
    system: nodeSystem,
    inputDescriptor: 0,
    workerId,
    async readInput() {
      try {
        // Opened by the first read only: programs that never read leave standard input alone.
        input ??= process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
        const { done, value } = await input.next();
        return done === true ? null : value;
      } catch {
        // Closed, a directory, or otherwise unreadable: no input (std/io).
        return null;
      }
    },
    now: Date.now,
  };
}
