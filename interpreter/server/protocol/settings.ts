// The settings of the server, as an editor sends them under `stdlang`.
import type { HintSettings } from "../features/hints.ts";

export interface Settings {
  readonly hints: HintSettings;
  /** Whether literals are checked, which may run native code of packages. */
  readonly literals: boolean;
}

export const DEFAULTS: Settings = {
  hints: { types: true, parameters: true, waits: true },
  literals: true,
};

/** Reads settings; what is missing or of another type keeps its default. */
export function settingsFrom(given: unknown): Settings {
  const all = member(given, "stdlang") ?? given;
  const hints = member(all, "inlayHints");
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = member(hints, name);
    return typeof value === "boolean" ? value : otherwise;
  };
  const shown = typeof hints === "boolean" ? hints : true;
  return {
    hints: {
      types: flag("types", shown),
      parameters: flag("parameterNames", shown),
      waits: flag("waits", shown),
    },
    literals: member(all, "checkLiterals") !== false,
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
