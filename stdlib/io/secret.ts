// What is typed at a terminal without being shown. The terminal is raw meanwhile, so the keys that edit a line
// are obeyed here.
import type { Terminal } from "../../interpreter/host/index.ts";
import type { Input } from "../../interpreter/runtime/index.ts";

const INTERRUPT = "\x03";
const END = "\x04";
const ERASE_LINE = "\x15";

/**
 * The line up to Enter, or null when the input ends or Ctrl-D is typed first.
 * @param ask shows the prompt, when nothing that is typed is shown any more
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

/** A character of UTF-8 is a byte and the continuation bytes behind it. */
function withoutLastCharacter(line: string): string {
  return line.replace(/[^\x80-\xbf]?[\x80-\xbf]*$/, "");
}
