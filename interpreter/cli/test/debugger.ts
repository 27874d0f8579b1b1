// Evaluates an expression in another Node process while it computes, as a debugger does. SIGUSR1 makes that
// process listen for a debugger on a local port, which it prints on standard error.
import type { ChildProcess } from "node:child_process";

const PATIENCE_MS = 5_000;

interface Answer {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

/**
 * The text that the expression evaluates to; null if the process does not answer, or the value is not a text.
 */
export function askThroughDebugger(child: ChildProcess, expression: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => resolve(null), PATIENCE_MS);
  let heard = "";
  let socket: WebSocket | undefined;
  const onText = (text: string): void => {
    heard += text;
    const address = /^Debugger listening on (ws:\S+)\n/m.exec(heard)?.[1];
    if (address === undefined || socket !== undefined) return;
    socket = new WebSocket(address);
    socket.onopen = () =>
      socket!.send(
        JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression, returnByValue: true } }),
      );
    socket.onerror = () => resolve(null);
    socket.onmessage = ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as Answer;
      const value = result?.result?.value;
      if (id === 1) resolve(typeof value === "string" ? value : null);
    };
  };
  child.stderr!.on("data", onText);
  child.on("close", () => resolve(null));
  child.kill("SIGUSR1");
  return promise.finally(() => {
    clearTimeout(timer);
    child.stderr!.off("data", onText);
    socket?.close();
  });
}
