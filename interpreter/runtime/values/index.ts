// How values of the language are represented in JavaScript (values.ts), and operations on them: 64-bit Ints,
// strings, maps.
export * from "./any-value.ts";
export * from "./char-text.ts";
export * from "./hash-table.ts";
export * from "./list-access.ts";
export * from "./map-entry.ts";
export * from "./map.ts";
export * from "./number-text.ts";
export * from "./operators.ts";
export * from "./same-text.ts";
export * from "./set.ts";
export * from "./sizes.ts";
export * from "./uninitialised.ts";
export * from "./values.ts";
export * from "./wide.ts";
