// Metrics as text: the format of Prometheus (0.0.4) and OpenMetrics (1.0.0).
import type { MetricDefinition, MetricFamily, MetricSample } from "../../interpreter/host/index.ts";
import { fromBytes, toBytes } from "../../interpreter/runtime/index.ts";

const TOTAL = "_total";

/** Returns the text in the format of Prometheus. */
export function prometheusText(families: readonly MetricFamily[]): string {
  return families
    .map(({ definition, samples }) => {
      const { name, help, kind } = definition;
      const about = help === "" ? "" : `# HELP ${name} ${escaped(help, /[\\\n]/g)}\n`;
      return `${about}# TYPE ${name} ${kind}\n${lines(definition, samples, name)}`;
    })
    .join("");
}

/** Returns the text of OpenMetrics, in which names of counters end in `_total`. */
export function openMetricsText(families: readonly MetricFamily[]): string {
  const parts = families.map(({ definition, samples }) => {
    const { name, help, kind } = definition;
    const family = kind === "counter" && name.endsWith(TOTAL) ? name.slice(0, -TOTAL.length) : name;
    const about = help === "" ? "" : `# HELP ${family} ${escaped(help, /[\\\n"]/g)}\n`;
    const sample = kind === "counter" ? `${family}${TOTAL}` : name;
    return `# TYPE ${family} ${kind}\n${about}${lines(definition, samples, sample)}`;
  });
  return `${parts.join("")}# EOF\n`;
}

function lines(definition: MetricDefinition, samples: readonly MetricSample[], name: string): string {
  const { labels, kind, bounds } = definition;
  let text = "";
  for (const { values, numbers } of samples) {
    const pairs = labels.map((label, i) => `${label}="${escaped(values[i]!, /[\\\n"]/g)}"`);
    const own = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
    if (kind !== "histogram") {
      text += `${name}${own} ${numberText(numbers[0]!)}\n`;
      continue;
    }
    let count = 0;
    for (let i = 0; i <= bounds.length; i++) {
      count += numbers[i]!;
      const bound = numberText(bounds[i] ?? Infinity);
      text += `${name}_bucket{${[...pairs, `le="${bound}"`].join(",")}} ${numberText(count)}\n`;
    }
    text += `${name}_sum${own} ${numberText(numbers[bounds.length + 1]!)}\n`;
    text += `${name}_count${own} ${numberText(count)}\n`;
  }
  return text;
}

function numberText(x: number): string {
  if (x === Infinity) return "+Inf";
  return x === -Infinity ? "-Inf" : String(x);
}

/** Escapes these characters, and replaces what is not UTF-8. */
function escaped(bytes: string, special: RegExp): string {
  const text = /[\x80-\xff]/.test(bytes) ? toBytes(fromBytes(bytes)) : bytes;
  return text.replace(special, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}
