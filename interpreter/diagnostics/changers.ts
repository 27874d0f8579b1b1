// Methods that change a list and return `()`, where the method that returns a new list was probably meant.
import { notes } from "./notes.ts";

const CHANGERS: Readonly<Record<string, string>> = {
  sort: "sorted()",
  sort_by: "sorted_by(…)",
  extend: "concat",
};

/** The hint for the value of `xs.sort()`; undefined for other methods. */
export function changerNote(name: string): string | undefined {
  return Object.hasOwn(CHANGERS, name) ? notes.changesAndGivesNothing(name, CHANGERS[name]!) : undefined;
}
