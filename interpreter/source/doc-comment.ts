// The doc comment of a declaration.
import type { Source } from "./source.ts";

/** The `///` lines above the declaration of a name, attributes between them aside. */
export function commentAbove(source: Source, offset: number): string {
  const lines: string[] = [];
  for (let line = source.lineAt(offset) - 1; line > 0; line--) {
    const text = source.lineText(line).trim();
    if (text.startsWith("@") && lines.length === 0) continue;
    const comment = /^\/\/\/ ?(.*)$/.exec(text);
    if (comment === null) break;
    lines.unshift(comment[1]!);
  }
  return lines.join("\n");
}
