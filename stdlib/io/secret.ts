// Reads a line typed at a terminal without showing it. The terminal is in raw mode meanwhile, so the keys
// that edit a line are handled here.
import type { Terminal } from "../../interpreter/host/index.ts";
import type { Input } from "../../interpreter/runtime/index.ts";

const INTERRUPT = "\x03";
const END = "\x04";
const ERASE_LINE = "\x15";

/**
 * Returns the line up to Enter, or null if the input ends or Ctrl-D is typed first.
 * @param ask shows the prompt, once the terminal no longer shows what is typed
 */
export async function readHidden(stdin: Input, terminal: Terminal, ask: () => void): Promise<string | null> {
  terminal.setRaw(true);
  try {
    ask();
    let line = "";
    for (;;) {
      const key = await stdin.read(1);
      if (key === "\r" || key === "\n") return line;
      if (key === "" || key === END) {
        if (key === "" || line === "") return null;
      } else if (key === INTERRUPT) {
        terminal.setRaw(false);
        terminal.interrupt();
      } else if (key === "\x7f" || key === "\b") line = withoutLastCharacter(line);
      else if (key === ERASE_LINE) line = "";
      else line += key;
    }
  } finally {
    terminal.setRaw(false);
  }
}

/** A UTF-8 character is a byte and the continuation bytes after it. */
function withoutLastCharacter(line: string): string {
  return line.replace(/[^\x80-\xbf]?[\x80-\xbf]*$/, "");
}
