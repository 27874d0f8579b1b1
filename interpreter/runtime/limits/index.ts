// The limits of a program.
export * from "./heap-watch.ts";
export * from "./limits.ts";
export * from "./open-sockets.ts";
