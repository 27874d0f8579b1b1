import type { Source } from "../../source/index.ts";
import type { Lost, Tree } from "../../syntax/index.ts";
import type { SessionScope } from "./session-scope.ts";

/** A parsed module with resolved imports, as the loader creates it. */
export interface Unit {
  /** `std/json`, or the canonical path of a file. */
  readonly id: string;
  readonly standard: boolean;
  /** Whether it is a module of a host, whose bodies may have errors. */
  readonly host?: boolean;
  /** Whether it is a file of a package whose functions without body are native. */
  readonly native?: boolean;
  readonly source: Source;
  readonly tree: Tree;
  /**
   * The offset of the path of each import to the unit it names, or to null if resolution failed, which has
   * been reported.
   */
  readonly imports: ReadonlyMap<number, string | null>;
  /**
   * The ids of the units that it imports, and of those that it loads without import: for derives, literals
   * and methods. By default, only those that it imports.
   */
  readonly loads?: ReadonlySet<string>;
  /** For an input of an interactive session: the names of earlier inputs. */
  readonly session?: SessionScope;
  /** How often a file of a session has been read again; each time its declarations are new ones. */
  readonly edition?: number;
  /** The names that its unparsed parts may declare; only with syntax errors. */
  readonly lost?: Lost;
}
