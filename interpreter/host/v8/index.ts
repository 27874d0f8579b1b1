// Entry point for what depends on the JavaScript engine V8 and not on the platform around it: Node and
// Chromium share it.
export { exhausted, isUninitialised } from "./engine-errors.ts";
export { currentStack, hasCalls, stackOf, startRecording, stopRecording } from "./stack-traces.ts";
