// Nameless files in the folder for temporary files: unlinked as soon as they are open, so that nothing is
// left of them however the process ends.
import { close, openSync, read, unlinkSync, write } from "node:fs";
import type { Spool, SpoolFile } from "../index.ts";
import { entropy } from "./entropy.ts";
import { temporaryFolder } from "./environment.ts";

const OWNER_ONLY = 0o600;
const NAME_BYTES = 16;

export const spool: Spool = {
  get folder() {
    return temporaryFolder();
  },
  create() {
    const name = Buffer.from(entropy.randomBytes(NAME_BYTES)).toString("hex");
    const path = Buffer.from(`${temporaryFolder()}/std-${name}`, "latin1");
    const descriptor = openSync(path, "wx+", OWNER_ONLY);
    unlinkSync(path);
    return new DescriptorFile(descriptor);
  },
  target: (path) => new DescriptorFile(openSync(Buffer.from(path, "latin1"), "w")),
};

class DescriptorFile implements SpoolFile {
  private readonly descriptor: number;
  private size = 0;
  private busy = 0;
  private closing = false;
  private closed = false;

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const count = await this.work<number>((end) =>
        write(this.descriptor, bytes, done, bytes.length - done, this.size, end),
      );
      done += count;
      this.size += count;
    }
  }

  read(target: Uint8Array, length: number, position: number): Promise<number> {
    return this.work<number>((end) => read(this.descriptor, target, 0, length, position, end));
  }

  close(): void {
    this.closing = true;
    if (this.busy > 0 || this.closed) return;
    this.closed = true;
    close(this.descriptor, () => {});
  }

  private work<T>(start: (end: (error: Error | null, value: T) => void) => void): Promise<T> {
    if (this.closing) return Promise.reject(new Error("closed"));
    this.busy += 1;
    return new Promise((resolve, reject) => {
      start((error, value) => {
        this.busy -= 1;
        if (this.closing) this.close();
        if (error !== null) reject(error);
        else resolve(value);
      });
    });
  }
}
