// Threads by node:worker_threads, which is loaded on first use. There are two channels: one delivers messages
// by events, the other is read without the event loop.
import type { MessagePort, ResourceLimits } from "node:worker_threads";
import type { Threads } from "../index.ts";
import { placesOfProcess } from "./slow-work.ts";

interface Start {
  readonly data: unknown;
  readonly port: MessagePort;
}

export const threads: Threads = {
  start(entry, { data, heapMegabytes }, events) {
    const { MessageChannel, Worker } = process.getBuiltinModule("node:worker_threads");
    // A thread shares those that this one has.
    placesOfProcess();
    const { port1, port2 } = new MessageChannel();
    const resourceLimits: ResourceLimits = {
      maxOldGenerationSizeMb: heapMegabytes,
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    };
    // An empty `execArgv` drops the flags of the host's process, and those of its NODE_OPTIONS.
    const worker = new Worker(entry, {
      workerData: { data, port: port2 },
      transferList: [port2],
      resourceLimits,
      execArgv: [],
      stdout: false,
      stderr: false,
    });
    let gone = false;
    const report = (why: "heap" | Error | null): void => {
      if (gone) return;
      gone = true;
      port1.close();
      events.gone(why);
    };
    worker.unref();
    port1.unref();
    worker.on("message", (message: unknown) => void (gone || events.message(message)));
    worker.on("error", (error: NodeJS.ErrnoException) =>
      report(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "heap" : error),
    );
    worker.on("exit", () => report(null));
    return {
      post: (message) => port1.postMessage(message),
      hold: (held) => (held ? worker.ref() : worker.unref()),
      end: () => void worker.terminate(),
    };
  },

  inside() {
    const { parentPort, receiveMessageOnPort, workerData } = process.getBuiltinModule("node:worker_threads");
    const { data, port } = workerData as Start;
    return {
      data,
      post: (message) => parentPort!.postMessage(message),
      listen: (received) => void port.on("message", received),
      receiveNow: () => (receiveMessageOnPort(port) as { readonly message: unknown } | undefined)?.message,
    };
  },
};
