// Natives of std/term: whether colours are used, and simple operations on text.
import { asCount, inSteps } from "../../interpreter/runtime/index.ts";
import type {
  Int,
  MaybePromise,
  NativeTable,
  Output,
  Runtime,
  Steps,
} from "../../interpreter/runtime/index.ts";
import { Variables } from "../env/index.ts";

/**
 * Escape sequences of terminals (ECMA-48): styles and cursor movements; titles, links and images; character
 * sets; and the short ones.
 */
const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]+[0-~]|[0-Z\\`-~])/g;

/** The bytes of a step. */
const PIECE = 65_536;

function plain(text: string): string {
  return text.replace(SEQUENCE, "");
}

/** Cuts the text before `ESC [`, which no sequence contains. */
function* plainInSteps(text: string): Steps<string> {
  const parts: string[] = [];
  for (let at = 0; at < text.length; yield) {
    const next = text.indexOf("\x1b[", at + PIECE);
    const end = next < 0 ? text.length : next;
    parts.push(plain(text.slice(at, end)));
    at = end;
  }
  return parts.join("");
}

export function create(runtime: Runtime): NativeTable {
  const { host, stdout, stderr } = runtime;

  function isTerminal({ descriptor = null }: Output): boolean {
    return descriptor !== null && host.system.terminal.isTerminal(descriptor);
  }

  /** Returns a variable, or "" if it is not set or the program may not read it. */
  function variable(name: string): string {
    return host.capabilities.variable(name) === null ? (Variables.of(runtime).get(name) ?? "") : "";
  }

  function isColored(output: Output): boolean {
    if (variable("NO_COLOR") !== "") return false;
    const forced = variable("FORCE_COLOR");
    if (forced !== "") return forced !== "0" && forced !== "false";
    return isTerminal(output) && variable("TERM") !== "dumb";
  }

  return {
    functions: {
      color_wanted: (): boolean => isColored(stdout),
      color_wanted_on_error: (): boolean => isColored(stderr),
      plain: (text: string): MaybePromise<string> =>
        text.length > PIECE ? inSteps(runtime, plainInSteps(text)) : plain(text),
      columns(): Int {
        const size = host.system.terminal.size(1) ?? host.system.terminal.size(2);
        const declared = Number(variable("COLUMNS"));
        return size?.columns ?? (Number.isSafeInteger(declared) && declared > 0 ? declared : 80);
      },
      __term_styled: (codes: Int[], text: string): string => {
        if (codes.length === 0 || text === "") return text;
        const start = `\x1b[${codes.map(asCount).join(";")}m`;
        // A style that ends inside continues after it, and no style lasts across a line break.
        return text
          .split("\n")
          .map((line) =>
            line === "" ? line : `${start}${line.replaceAll("\x1b[0m", `\x1b[0m${start}`)}\x1b[0m`,
          )
          .join("\n");
      },
      __term_on_error: (text: string): void => {
        stdout.flush();
        stderr.write(text);
      },
      __term_error_is_terminal: (): boolean => isTerminal(stderr),
      __term_error_columns: (): Int => host.system.terminal.size(2)?.columns ?? 80,
    },
  };
}
