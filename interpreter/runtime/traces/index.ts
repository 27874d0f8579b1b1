// What users read of a panic and of goroutines that wait for ever.
export * from "./standing.ts";
export * from "./trace.ts";
