// What to do about a statement that SQLite refuses: a text to write where one makes it right, otherwise a step.
import type { Schema } from "./schema.ts";
import type { Place } from "./locate.ts";
import { repairName } from "./literal-names.ts";
import { stepFor } from "./literal-steps.ts";
import { repairSyntax } from "./literal-syntax.ts";

/** A step, with the text to write instead of a range if it is a single edit. */
export interface Repair {
  readonly hint: string;
  readonly fix?: string;
  /** The range, if it is another one than that of the problem. */
  readonly start?: number;
  readonly end?: number;
}

/** A statement that SQLite refuses. */
export interface Refused {
  readonly sql: string;
  readonly problem: string;
  readonly place: Place;
  readonly schema: Schema;
  /** Returns what is wrong with a statement. */
  readonly compile: (sql: string) => string | null;
}

export function repair(refused: Refused): Repair {
  return repairSyntax(refused) ?? repairName(refused) ?? stepFor(refused);
}
