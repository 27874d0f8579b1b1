// Paths and patterns as segments (reference/http-server#routing).

/** A `:name` or `*name` of a pattern, and the number of its segment. */
export interface Capture {
  readonly name: string;
  readonly segment: number;
  /** Whether it matches all segments from there on. */
  readonly rest: boolean;
}

/** Returns the segments of a path or pattern, at most the first `most`; empty ones are skipped. */
export function segmentsOf(path: string, most = Infinity): string[] {
  const segments: string[] = [];
  for (let start = 0; start < path.length && segments.length < most; ) {
    const slash = path.indexOf("/", start);
    const end = slash < 0 ? path.length : slash;
    if (end > start) segments.push(path.slice(start, end));
    start = end + 1;
  }
  return segments;
}

/** Whether a segment is `*name`; a lone `*` is literal. */
function isRest(segment: string): boolean {
  return segment.length > 1 && segment.startsWith("*");
}

/** A parsed pattern. */
export interface Pattern {
  /** The segments, without a `*name`. */
  readonly segments: readonly string[];
  readonly captures: readonly Capture[];
  /** Whether zero or more segments may follow. */
  readonly rest: boolean;
}

export function patternOf(text: string): Pattern {
  const all = segmentsOf(text);
  const rest = all.length > 0 && isRest(all.at(-1)!);
  const captures = all.flatMap((segment, at): Capture[] => {
    if (rest && at === all.length - 1) return [{ name: segment.slice(1), segment: at, rest: true }];
    return segment.startsWith(":") ? [{ name: segment.slice(1), segment: at, rest: false }] : [];
  });
  return { segments: rest ? all.slice(0, -1) : all, captures, rest };
}

/** Says why a pattern cannot be registered, or returns null. */
export function patternProblem(text: string): string | null {
  const early = segmentsOf(text).slice(0, -1).find(isRest);
  return early === undefined ? null : `pattern ${text}: ${early} must be the last segment`;
}

/** Says why a prefix cannot be guarded, or returns null. */
export function guardProblem(prefix: string): string | null {
  const star = segmentsOf(prefix).find((segment) => segment.startsWith("*"));
  return star === undefined
    ? null
    : `guard ${prefix}: write it without ${star}; a guard covers all below its prefix`;
}

/** Returns the part of a path that a capture matched. */
export function captured(capture: Capture, segments: readonly string[]): string {
  return capture.rest ? segments.slice(capture.segment).join("/") : segments[capture.segment]!;
}
