// Shared by the scripts in this folder that run other programs: a temporary folder, the programs they start,
// and failures.
import { spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The built command. */
export const STD = join(import.meta.dirname, "..", "..", "..", "dist", "interpreter", "cli", "std.js");

export class Peers {
  readonly folder: string;
  /** Programs that are ended after the script, even if it fails. */
  readonly children: ChildProcess[] = [];
  failed = 0;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
    this.folder = mkdtempSync(join(tmpdir(), `std-${name}-`));
  }

  /** Runs the script and ends the process, with status 1 if a check has failed. */
  async run(script: () => Promise<void>): Promise<never> {
    try {
      await script();
    } finally {
      for (const child of this.children) child.kill("SIGTERM");
      await new Promise((resolve) => setTimeout(resolve, 500));
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    }
    console.log(this.failed === 0 ? `${this.#name}: ok` : `${this.#name}: ${this.failed} failed`);
    process.exit(this.failed === 0 ? 0 : 1);
  }
}

/** Whether a program is installed; prints a message if not. */
export function has(program: string): boolean {
  const found = spawnSync("which", [program]).status === 0;
  if (!found) console.log(`skipped: ${program} is not installed`);
  return found;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
