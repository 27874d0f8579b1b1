// The measurement of a benchmark as a row of the report, and as `--save` stores it.
import type { Measured } from "./results.ts";

export interface Measurement {
  readonly file: string;
  readonly name: string;
  /** Nanoseconds per call: the median of the batches. */
  readonly median: number;
  /** Half of the range of the middle half of the batches, in nanoseconds. */
  readonly spread: number;
  readonly bytesPerCall: number;
  readonly calls: number;
}

/** A call that takes more than this multiple of the time before is slower. */
export const SLOWER = 1.1;

export function measurement(
  file: string,
  name: string,
  { nanos, calls, bytesPerCall }: Measured,
): Measurement {
  const sorted = nanos.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
  return {
    file,
    name,
    median: at(0.5),
    spread: (at(0.75) - at(0.25)) / 2,
    bytesPerCall: Math.round(bytesPerCall),
    calls,
  };
}

/** The time as a multiple of the earlier one; null if there is none. */
export function comparison(
  { file, name, median }: Measurement,
  earlier: readonly Measurement[],
): number | null {
  const before = earlier.find((each) => each.file === file && each.name === name);
  return before === undefined || before.median <= 0 ? null : median / before.median;
}

const NAME = 32;

/** `bench_parse   1.24 µs ± 2 %   812 B/op   +3 %` */
export function row(each: Measurement, earlier: readonly Measurement[]): string {
  const { name, median, spread, bytesPerCall } = each;
  const share = median > 0 ? Math.round((spread / median) * 100) : 0;
  const times = comparison(each, earlier);
  const percent = times === null ? 0 : Math.round((times - 1) * 100);
  const change =
    times === null ? "" : `  ${percent >= 0 ? "+" : ""}${percent} %${times > SLOWER ? " slower" : ""}`;
  return `${name.padEnd(NAME)} ${time(median).padStart(10)}/op ± ${share} %  ${bytes(bytesPerCall).padStart(9)}/op${change}\n`;
}

function time(nanos: number): string {
  const [value, unit] =
    nanos < 1e3
      ? [nanos, "ns"]
      : nanos < 1e6
        ? [nanos / 1e3, "µs"]
        : nanos < 1e9
          ? [nanos / 1e6, "ms"]
          : [nanos / 1e9, "s"];
  return `${value.toPrecision(3)} ${unit}`;
}

function bytes(count: number): string {
  return count < 10_000
    ? `${count} B`
    : count < 1e7
      ? `${Math.round(count / 1e3)} kB`
      : `${Math.round(count / 1e6)} MB`;
}
