// The settings of the server, as an editor sends them under `stdlang`.
import type { HintSettings } from "../features/hints.ts";

export interface Settings {
  readonly hints: HintSettings;
}

export const DEFAULTS: Settings = { hints: { types: true, parameters: true, waits: true } };

/** Reads settings; what is missing or of another type keeps its default. */
export function settingsFrom(given: unknown): Settings {
  const hints = member(member(given, "stdlang") ?? given, "inlayHints");
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = member(hints, name);
    return typeof value === "boolean" ? value : otherwise;
  };
  const all = typeof hints === "boolean" ? hints : true;
  return {
    hints: { types: flag("types", all), parameters: flag("parameterNames", all), waits: flag("waits", all) },
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
