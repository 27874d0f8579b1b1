// What users read of a panic and of goroutines that wait forever.
export * from "./standing.ts";
export * from "./trace.ts";
