// Checks what a program says of a metric: panics name the metric and the part that is wrong.
import type { Across, MetricDefinition, MetricKind } from "../../interpreter/host/index.ts";
import { floatText, Panic } from "../../interpreter/runtime/index.ts";

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const MOST_LABELS = 30;
const MOST_BUCKETS = 200;
const ACROSS: readonly string[] = ["sum", "max", "last"] satisfies Across[];

/** @throws Panic */
export function checkedDefinition(
  kind: MetricKind,
  [name, help]: readonly [string, string],
  labels: readonly string[],
  across = "sum",
  bounds: readonly number[] = [],
): MetricDefinition {
  const wrong = (why: string): Panic => new Panic(`${kind} ${shown(name)}: ${why}`);
  if (!NAME.test(name)) throw wrong("a name has letters, digits, _ and :, and begins with no digit");
  if (labels.length > MOST_LABELS) throw wrong(`it has ${labels.length} labels, and may have ${MOST_LABELS}`);
  for (const [i, label] of labels.entries()) {
    if (!LABEL.test(label) || label.startsWith("__"))
      throw wrong(
        `label ${shown(label)}: it has letters, digits and _, and begins with neither digit nor __`,
      );
    if (kind === "histogram" && label === "le") throw wrong("the label le is the bound of a bucket");
    if (labels.indexOf(label) < i) throw wrong(`the label ${label} is there twice`);
  }
  if (!ACROSS.includes(across)) throw wrong(`across is sum, max or last, not ${shown(across)}`);
  if (kind === "histogram") checkBounds(bounds, wrong);
  return {
    name,
    help,
    kind,
    labels: [...labels],
    across: across as Across,
    bounds: bounds.filter((bound) => bound !== Infinity),
  };
}

function checkBounds(bounds: readonly number[], wrong: (why: string) => Panic): void {
  if (bounds.length === 0) throw wrong("it needs at least one bucket");
  if (bounds.length > MOST_BUCKETS)
    throw wrong(`it has ${bounds.length} buckets, and may have ${MOST_BUCKETS}`);
  for (const [i, bound] of bounds.entries())
    if (Number.isNaN(bound) || (i > 0 && !(bound > bounds[i - 1]!)))
      throw wrong(`the bounds of its buckets must ascend: ${floatText(bound)} does not`);
}

/** A name in a message: not all of a long one. */
function shown(name: string): string {
  return name === "" ? '""' : name.length > 100 ? `${name.slice(0, 100)}...` : name;
}
