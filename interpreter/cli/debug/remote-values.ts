// Values and failures in the form of the protocol of the inspector.
import type { Shown } from "./messages.ts";

export function panicText(data: unknown): string {
  const { description = "" } = (data ?? {}) as { description?: string };
  const line = description.split("\n")[0]!;
  return line.includes("outOfBounds") ? "list index out of bounds" : line.replace(/^\w*Panic: /, "panic: ");
}

/** A member of what a debugger expands. */
export function property(shown: Shown): object {
  return {
    name: shown.name,
    value: remote(shown),
    enumerable: true,
    configurable: false,
    isOwn: true,
    writable: false,
  };
}

/** The text of a literal without parts to evaluate; null for other expressions. */
export function literalText(expression: string): string | null {
  if (!expression.startsWith('"') || expression.includes("${")) return null;
  try {
    return JSON.parse(expression) as string;
  } catch {
    return null;
  }
}

/** `isKept`: whether its parts can be asked for. */
export function remote({ text, type, raw, held }: Shown, isKept = true): object {
  switch (raw) {
    case "number": {
      const value = Number(text);
      return Number.isSafeInteger(value) || text.includes(".")
        ? { type: "number", className: type, value, description: text }
        : { type: "bigint", className: type, unserializableValue: `${text}n`, description: text };
    }
    case "boolean":
      return { type: "boolean", className: type, value: text === "true", description: text };
    case "string":
      return { type: "string", className: type, value: unquoted(text), description: text };
    case "text":
      return {
        type: "object",
        className: type,
        description: text,
        ...(isKept && { objectId: `value:${held ?? ""}` }),
      };
  }
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
