// Constants as JavaScript text.

/** A string literal; strings hold bytes, so everything but printable ASCII is escaped. */
export function bytesLiteral(bytes: string): string {
  const body = bytes.replace(/[^\x20-\x7e]|["\\]/g, (char) => {
    if (char === "\n") return "\\n";
    if (char === '"' || char === "\\") return `\\${char}`;
    return char.charCodeAt(0) < 256
      ? `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`
      : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${body}"`;
}

/** A part of a template literal. */
export function templatePart(bytes: string): string {
  return bytesLiteral(bytes)
    .slice(1, -1)
    .replace(/\\"/g, '"')
    .replace(/`|\$\{/g, (found) => `\\${found}`);
}

export function floatLiteral(value: number): string {
  if (Object.is(value, -0)) return "-0";
  if (value === Infinity) return "Infinity";
  if (value === -Infinity) return "-Infinity";
  return value !== value ? "NaN" : `${value}`;
}
