// The host for programs that `std` runs: the real outside world.
import { fstatSync, read, type Stats } from "node:fs";
import { nodeSystem, systemFor } from "../../host/node/index.ts";
import { grant, type Grants, type Host } from "../../runtime/host.ts";
import { argumentBytes } from "./undecoded.ts";
import { workerMetrics } from "./worker-metrics.ts";
import { workerSignals } from "./worker-signals.ts";
import { workerId } from "./workers.ts";

/** Reads the next piece, or null at the end. */
type Pieces = () => Promise<Uint8Array | null>;

export function processHost(
  path: string,
  args: readonly string[],
  grants: Grants,
  kept: readonly string[] = [],
): Host {
  let pieces: Pieces | undefined;
  const capabilities = grant(grants, nodeSystem.links, kept);
  const system = systemFor(capabilities);
  return {
    args: [path, ...args].map(argumentBytes),
    capabilities,
    system: workerId > 0 ? { ...system, signals: workerSignals(system.signals) } : system,
    inputDescriptor: 0,
    workerId,
    ...(workerId > 0 && { metrics: workerMetrics() }),
    async readInput() {
      try {
        // Opened at the first read: programs that never read do not touch standard input.
        pieces ??= isStream(fstatSync(0)) ? streamPieces() : filePieces();
        return await pieces();
      } catch (error) {
        return error as Error;
      }
    },
    now: Date.now,
  };
}

const PIECE = 65_536;

/** Whether a read may wait. Node would treat folders and disks as empty streams. */
function isStream(input: Stats): boolean {
  return input.isFIFO() || input.isSocket() || input.isCharacterDevice();
}

/**
 * Reads pieces of a file into one buffer. Reading a pipe this way would block one of the few threads for
 * files.
 */
function filePieces(): Pieces {
  const buffer = Buffer.allocUnsafeSlow(PIECE);
  return () =>
    new Promise((resolve, reject) => {
      read(0, buffer, 0, PIECE, null, (error, count) => {
        if (error !== null) reject(error);
        else resolve(count === 0 ? null : buffer.subarray(0, count));
      });
    });
}

function streamPieces(): Pieces {
  const iterator = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return async () => {
    const { done, value } = await iterator.next();
    return done === true ? null : value;
  };
}
