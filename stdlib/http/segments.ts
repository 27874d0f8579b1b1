// Paths and patterns as segments (http-details 10, "path matching").

/** A `:name` of a pattern and the number of its segment. */
export interface Capture {
  readonly name: string;
  readonly segment: number;
}

/** The segments of a path or pattern; empty ones do not count. */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}
