// The server as a client sees it: the life of a connection, and the list of its methods. Each method reads a view
// of the present texts, so that no answer is about older ones.
import {
  createProtocolConnection,
  ErrorCodes,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  LSPErrorCodes,
  ResponseError,
  ShutdownRequest,
  StreamMessageWriter,
  type CancellationToken,
} from "vscode-languageserver/node";
import { BudgetExceeded, watched } from "../../limits/index.ts";
import { initialize, initialized } from "./initialize.ts";
import { actionMethods } from "./methods-actions.ts";
import { editingMethods } from "./methods-editing.ts";
import { readingMethods } from "./methods-reading.ts";
import type { Answer, ServerOptions } from "./options.ts";
import { Reader } from "./reader.ts";
import { synchronise } from "./synchronise.ts";
import { Session } from "./session.ts";

export interface Server {
  readonly session: Session;
  dispose(): void;
}

export function serve(options: ServerOptions): Server {
  const { input, output, ended, log } = options;
  const reader = new Reader(input, options.arrived ?? (() => null));
  const connection = createProtocolConnection(reader, new StreamMessageWriter(output), {
    error: log,
    warn: log,
    info: () => {},
    log: () => {},
  });
  const session = new Session(connection, options, () => reader.poll());
  const state = { phase: "new" as "new" | "ready" | "shut" };
  const dispose = (): void => {
    session.dispose();
    connection.dispose();
  };
  const end = (status: number): void => {
    dispose();
    ended(status);
  };
  const answer: Answer = (type, handler) => {
    connection.onRequest(type, (async (params: never, token: CancellationToken) => {
      if (state.phase !== "ready") return refusal(state.phase);
      // Notifications that came with the request come first; it may be cancelled by one of them.
      await new Promise((resolve) => setImmediate(resolve));
      const look = (): void => {
        reader.poll();
        if (token.isCancellationRequested) throw cancelled();
      };
      return answered(() => watched(look, () => handler(params, token)), token, log).catch((error) => {
        // What was looked at may be half known.
        if (token.isCancellationRequested) session.workspace.forgetViews();
        throw error;
      });
    }) as never);
  };
  connection.onRequest(InitializeRequest.type, (params) => {
    if (state.phase !== "new")
      return new ResponseError(ErrorCodes.InvalidRequest, "the server is initialized") as never;
    state.phase = "ready";
    return initialize(session, params, options.version);
  });
  connection.onNotification(InitializedNotification.type, () => initialized(session));
  connection.onRequest(ShutdownRequest.type, () => {
    state.phase = "shut";
  });
  connection.onNotification(ExitNotification.type, () => end(state.phase === "shut" ? 0 : 1));
  connection.onClose(() => end(state.phase === "shut" ? 0 : 1));
  input.on("end", () => end(state.phase === "shut" ? 0 : 1));
  synchronise(connection, session, () => state.phase === "ready");
  readingMethods(answer, session);
  editingMethods(answer, session);
  actionMethods(answer, session);
  connection.listen();
  return { session, dispose };
}

function refusal(phase: "new" | "shut"): never {
  throw phase === "new"
    ? new ResponseError(ErrorCodes.ServerNotInitialized, "the server is not initialized")
    : new ResponseError(ErrorCodes.InvalidRequest, "the server is shut down");
}

async function answered<R>(
  work: () => R | Promise<R>,
  token: CancellationToken,
  log: (line: string) => void,
): Promise<R> {
  if (token.isCancellationRequested) throw cancelled();
  try {
    const result = await work();
    if (token.isCancellationRequested) throw cancelled();
    return result;
  } catch (error) {
    if (error instanceof ResponseError) throw error;
    if (error instanceof BudgetExceeded) throw cancelled();
    // A mistake of the server must end neither it nor other requests.
    log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    throw new ResponseError(
      ErrorCodes.InternalError,
      "internal error of the server; its log has the details",
    );
  }
}

function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
}
