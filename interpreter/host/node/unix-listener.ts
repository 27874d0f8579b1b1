// Listening on the path of a Unix socket: its permissions, and sockets that ended processes have left behind.
import type { Server } from "node:net";
import type { ListenUnixOptions } from "../index.ts";

const fs = () => process.getBuiltinModule("node:fs");
const net = () => process.getBuiltinModule("node:net");

/**
 * @param at the path as Node takes it
 * @throws Error of the system
 */
export async function listenAtPath(
  server: Server,
  at: string,
  { mode, replaces }: Pick<ListenUnixOptions, "mode" | "replaces">,
): Promise<void> {
  try {
    await begin(server, at, mode);
  } catch (error) {
    if (!replaces || codeOf(error) !== "EADDRINUSE" || !(await isStale(at))) throw error;
    fs().rmSync(at, { force: true });
    await begin(server, at, mode);
  }
}

function begin(server: Server, path: string, mode: number | null): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path, backlog: BACKLOG }, () => {
      try {
        if (mode !== null) fs().chmodSync(path, mode);
      } catch (error) {
        server.close();
        return reject(error as Error);
      }
      // Later errors are failed accepts, which arrive here too; Node continues to accept.
      server.removeAllListeners("error").on("error", () => {});
      resolve();
    });
  });
}

const BACKLOG = 4_096;
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Whether the path is a socket on which no process listens. */
function isStale(path: string): Promise<boolean> {
  if (fs().lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = net().connect({ path });
    socket.once("connect", () => resolve(false));
    // Other failures, such as a lack of permission, leave it open whether a process listens.
    socket.once("error", (error) => resolve(codeOf(error) === "ECONNREFUSED"));
    socket.once("connect", () => socket.destroy());
  });
}
