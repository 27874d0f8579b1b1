// What users read of a panic and of goroutines that stand still.
export * from "./standing.ts";
export * from "./trace.ts";
