// Paths and patterns as segments (reference/http-server#responses, "path matching").

/** A `:name` of a pattern and the number of its segment. */
export interface Capture {
  readonly name: string;
  readonly segment: number;
}

/** The segments of a path or pattern; empty ones do not count. */
export function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (let start = 0; start < path.length; ) {
    const slash = path.indexOf("/", start);
    const end = slash < 0 ? path.length : slash;
    if (end > start) segments.push(path.slice(start, end));
    start = end + 1;
  }
  return segments;
}
