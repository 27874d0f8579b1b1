// What a host lets a program use up.
export * from "./heap-watch.ts";
export * from "./limits.ts";
export * from "./open-sockets.ts";
