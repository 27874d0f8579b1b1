// Natives of std/log: one line on standard error for each record.
import { fromBytes, toBytes } from "../../interpreter/runtime/index.ts";
import type { NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { Variables } from "../env/index.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;
/** The colours of the levels on a terminal: gray, green, yellow, red. */
const COLORS = [90, 32, 33, 31] as const;
const FORMATS = ["auto", "text", "json"] as const;

export function create(runtime: Runtime): NativeTable {
  const { stderr, stdout, host } = runtime;
  let least = 1;
  let format = 0;

  function isTerminal(): boolean {
    const { descriptor = null } = stderr;
    return descriptor !== null && host.system.terminal.isTerminal(descriptor);
  }

  function variable(name: string): string {
    return host.capabilities.variable(name) === null ? (Variables.of(runtime).get(name) ?? "") : "";
  }

  /** Whether to use colours, by the rules of std/term. */
  function isColored(): boolean {
    if (variable("NO_COLOR") !== "") return false;
    const forced = variable("FORCE_COLOR");
    if (forced !== "") return forced !== "0" && forced !== "false";
    return isTerminal() && variable("TERM") !== "dumb";
  }

  function asText(
    level: number,
    message: string,
    names: readonly string[],
    values: readonly string[],
  ): string {
    const now = new Date(host.now());
    const time = [now.getHours(), now.getMinutes(), now.getSeconds()]
      .map((part) => String(part).padStart(2, "0"))
      .join(":");
    const colored = isColored();
    const paint = (code: number, text: string): string => (colored ? `\x1b[${code}m${text}\x1b[0m` : text);
    const fields = names.map((name, i) => ` ${paint(36, plain(name))}=${bare(values[i]!)}`).join("");
    return `${paint(90, time)} ${paint(COLORS[level]!, LEVELS[level]!.toUpperCase().padEnd(5))} ${plain(message)}${fields}\n`;
  }

  function asJson(
    level: number,
    message: string,
    names: readonly string[],
    values: readonly string[],
  ): string {
    // A later field replaces an earlier one of the same name, and no field replaces those of the record
    // itself.
    const members = new Map<string, string>();
    for (const [i, name] of names.entries())
      members.set(["time", "level", "message"].includes(name) ? `${name}_` : name, values[i]!);
    const fields = [...members].map(([name, value]) => `,${quoted(name)}:${value}`).join("");
    return `{"time":"${new Date(host.now()).toISOString()}","level":"${LEVELS[level]}","message":${quoted(message)}${fields}}\n`;
  }

  return {
    functions: {
      __log_level(name: string): boolean {
        const level = [...LEVELS, "off"].indexOf(name.toLowerCase());
        if (level >= 0) least = level;
        return level >= 0;
      },
      __log_format(name: string): boolean {
        const wanted = FORMATS.indexOf(name.toLowerCase() as (typeof FORMATS)[number]);
        if (wanted >= 0) format = wanted;
        return wanted >= 0;
      },
      __log_takes: (level: number): boolean => level >= least,
      __log_write(level: number, message: string, names: string[], values: string[]): void {
        const text = format === 1 || (format === 0 && isTerminal());
        stdout.flush();
        stderr.write((text ? asText : asJson)(level, message, names, values));
      },
    },
  };
}

/** Returns a JSON string; bytes that are not UTF-8 become replacement characters. */
function quoted(bytes: string): string {
  return toBytes(JSON.stringify(fromBytes(bytes)));
}

/** Formats a JSON value for readers: a string that is one word has no quotes. */
function bare(json: string): string {
  if (!json.startsWith('"')) return json;
  const text = toBytes(JSON.parse(fromBytes(json)) as string);
  return /^[^\s"=\\\x00-\x1f\x7f]+$/.test(text) ? text : json;
}

/** Escapes line breaks and control characters, which a terminal would obey. */
function plain(text: string): string {
  return text.replace(
    /[\x00-\x08\x0a-\x1f\x7f]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
