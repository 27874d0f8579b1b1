// The thread that serves debuggers while the program is stopped in its own (debug/server.ts).
import type { Debugger } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import { CODE_NAME } from "../runtime/host.ts";
import { DebuggedEngine } from "./debug/engine.ts";
import {
  FLAG,
  type FromServer,
  type ServerSettings,
  type DebuggedProgram,
  type ToServer,
} from "./debug/messages.ts";
import { DebugClient } from "./debug/session.ts";
import { serveDebuggers } from "./debug/server.ts";

const settings = workerData as ServerSettings;
const flags = new Int32Array(settings.flags);
const port = parentPort!;
const send = (message: FromServer): void => port.postMessage(message);

const engine = new DebuggedEngine();
let client: DebugClient | null = null;
let program: DebuggedProgram | null = null;
let engineScript = "";

engine.on<Debugger.ScriptParsedEventDataType>("Debugger.scriptParsed", (params) => {
  if (params.url !== CODE_NAME) return;
  engineScript = params.scriptId;
  if (client !== null) client.engineScript = engineScript;
});
engine.on<Debugger.PausedEventDataType>("Debugger.paused", (params) => {
  const going = client === null ? engine.post("Debugger.resume") : client.stopped(params);
  going.catch(() => engine.post("Debugger.resume").catch(() => {}));
});
port.on("message", (message: ToServer) => {
  program = message.program;
  client?.load(program);
  send({ ready: true });
});

const run = (): void => send({ run: true });
try {
  await engine.post("Debugger.enable");
  const listening = await serveDebuggers({
    host: settings.host,
    port: settings.port,
    title: settings.title,
    connect(send) {
      const connected = new DebugClient(engine, send, { flags, title: settings.title, run });
      flags[FLAG.active] = 1;
      client = connected;
      engine.expect(1);
      connected.engineScript = engineScript;
      if (program !== null) connected.load(program);
      return {
        receive: (message) => void connected.receive(message),
        left() {
          client = null;
          engine.expect(-1);
          void connected.left();
        },
      };
    },
  });
  send({ listening });
} catch (error) {
  send({ problem: (error as Error).message });
}
