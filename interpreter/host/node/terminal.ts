// The terminal by node:tty and Node's own streams, which are created on first use.
import type { Terminal } from "../index.ts";

export const terminal: Terminal = {
  isTerminal: (descriptor) => process.getBuiltinModule("node:tty").isatty(descriptor),
  size(descriptor) {
    const stream = descriptor === 1 ? process.stdout : descriptor === 2 ? process.stderr : null;
    if (stream === null || !stream.isTTY) return null;
    const [columns, rows] = stream.getWindowSize();
    return columns > 0 ? { columns, rows } : null;
  },
  setRaw: (raw) => void process.stdin.setRawMode?.(raw),
  interrupt: () => void process.kill(process.pid, "SIGINT"),
};
