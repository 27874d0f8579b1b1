// Entry point for native modules: values, panics, the scheduler, and the runtime that natives receive.
// Imports no other folder. Generated code imports generated.ts, the code that runs programs host.ts.
export {
  addressBytes,
  addressKind,
  denial,
  hasPrefix,
  grant,
  type Capabilities,
  type Grant,
  type Grants,
  DENIED,
  LONGEST_PATH,
} from "./capabilities/index.ts";
export { HostSink, HostSource } from "./border/index.ts";
export * from "./clock.ts";
export {
  catchPanic,
  observed,
  Ring,
  type Frame,
  type Alarm,
  type Parked,
  type QueueEntry,
  type Scheduler,
  type Slice,
} from "./goroutines/index.ts";
export type * from "./literals.ts";
export * from "./long-work.ts";
export type * from "./native.ts";
export * from "./outstanding.ts";
export * from "./panics/index.ts";
export type * from "./runtime.ts";
export type * from "./test-desk.ts";
export { LineBuffer, type Input, type Output } from "./streams/index.ts";
export * from "./values/index.ts";
