// The forms of the report, by the names that `--reporter` takes.
import { Dot } from "./dot.ts";
import { Github } from "./github.ts";
import { Json } from "./json.ts";
import { Junit } from "./junit.ts";
import { Pretty } from "./pretty.ts";
import type { Describe, Reporter } from "./reporter.ts";
import { Tap } from "./tap.ts";

export { locationOf, type Reporter, type Totals } from "./reporter.ts";

export const REPORTERS = {
  pretty: (describe: Describe): Reporter => new Pretty(describe),
  dot: (describe: Describe): Reporter => new Dot(describe),
  json: (): Reporter => new Json(),
  junit: (describe: Describe): Reporter => new Junit(describe),
  tap: (describe: Describe): Reporter => new Tap(describe),
  github: (describe: Describe): Reporter => new Github(describe),
} as const;

export type ReporterName = keyof typeof REPORTERS;
