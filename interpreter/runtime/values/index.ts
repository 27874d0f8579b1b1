// How values of the language look in JavaScript (values.ts), and what is done with them: Ints of 64 bits, texts, maps.
export * from "./any-value.ts";
export * from "./char-text.ts";
export * from "./hash-table.ts";
export * from "./list-access.ts";
export * from "./map-entry.ts";
export * from "./map.ts";
export * from "./number-text.ts";
export * from "./operators.ts";
export * from "./set.ts";
export * from "./sizes.ts";
export * from "./uninitialised.ts";
export * from "./values.ts";
export * from "./wide.ts";
