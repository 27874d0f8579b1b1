// How running script code ends early: panics, exits, and failures of natives.
export * from "./panic.ts";
export * from "./stack-reserve.ts";
