// The examples of doc comments as tests, for `std test --doc`.
export { examplesIn, type Example } from "./find.ts";
export { buildExample } from "./program.ts";
