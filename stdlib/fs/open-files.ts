// The open files of one program. A file that is not closed is closed when it is garbage collected, or at the
// end of the program.
import type { OpenMode, System } from "../../interpreter/host/index.ts";
import { Outstanding, type Runtime } from "../../interpreter/runtime/index.ts";
import { systemText } from "../error/index.ts";
import { FileFailure } from "./failure.ts";
import { OpenStream } from "./open-stream.ts";

const LONGEST_PAUSE_MS = 50;
const NO_DESCRIPTORS = new Set(["EMFILE", "ENFILE"]);

/** The struct `File`. */
export class File {
  readonly stream: OpenStream;

  constructor(stream: OpenStream) {
    this.stream = stream;
  }
}

export class OpenFiles {
  readonly #files: System["files"];
  readonly #javascript: System["javascript"];
  readonly #scheduler: Runtime["scheduler"];
  readonly #open: Outstanding<OpenStream>;
  readonly #collected = new FinalizationRegistry<OpenStream>((stream) => {
    this.#open.delete(stream);
    void stream.release();
  });

  constructor(runtime: Runtime) {
    this.#files = runtime.host.system.files;
    this.#javascript = runtime.host.system.javascript;
    this.#scheduler = runtime.scheduler;
    this.#open = new Outstanding(runtime, (left) => {
      for (const stream of left) stream.closeNow();
    });
  }

  /** Opens a file, and waits for the reader of a pipe. @throws as the system does */
  async open(path: string, mode: OpenMode): Promise<File> {
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const file = await this.#files.open(path, mode);
        if (file.kind === "folder") {
          file.closeNow();
          throw new FileFailure("open", systemText("EISDIR"), path);
        }
        return this.add(new OpenStream(path, file, mode.append));
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? "";
        if (NO_DESCRIPTORS.has(code) && (await this.#reclaim())) continue;
        // A pipe that has no reader yet. A socket fails with the same code, but permanently.
        if (code !== "ENXIO" || !(await this.#isPipe(path)) || this.#scheduler.ended) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  add(stream: OpenStream): File {
    if (this.#scheduler.ended) stream.closeNow();
    const file = new File(stream);
    this.#open.add(stream);
    this.#collected.register(file, stream, stream);
    return file;
  }

  async close(file: File): Promise<void> {
    this.#open.delete(file.stream);
    this.#collected.unregister(file.stream);
    await file.stream.close();
  }

  /** Closes files that the program no longer holds. Returns false if there were none. */
  async #reclaim(): Promise<boolean> {
    const before = this.#open.size;
    if (before === 0) return false;
    this.#javascript.collectGarbage();
    // The finalizers of collected files run in a later turn, and close them in the turns after that.
    await new Promise((resolve) => setTimeout(resolve, 10));
    return this.#open.size < before;
  }

  async #isPipe(path: string): Promise<boolean> {
    return (await this.#files.properties(path, true)).isPipe;
  }
}
