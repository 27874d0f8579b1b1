// Door: what the machine offers, as types. Imports no other folder.
export type * from "./clock.ts";
export type * from "./coding.ts";
export type * from "./content.ts";
export type * from "./cryptography.ts";
export type * from "./database.ts";
export type * from "./direct-http.ts";
export type * from "./entropy.ts";
export type * from "./files.ts";
export type * from "./environment.ts";
export type * from "./links.ts";
export type * from "./processes.ts";
export type * from "./signals.ts";
export type * from "./spool.ts";
export type * from "./system.ts";
export type * from "./threads.ts";
export type * from "./terminal.ts";
export type * from "./usage.ts";
