// The canonical style, for editors in a page.
import { format as formatSource } from "../format/index.ts";
import { Source } from "../source/index.ts";

/** The text in the canonical style; null if it is not a program. */
export function format(text: string): string | null {
  return formatSource(new Source("main.std", text)).text ?? null;
}
