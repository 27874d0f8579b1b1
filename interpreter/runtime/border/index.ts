// Values and calls between scripts and their host.
export * from "./border.ts";
export { Converters, exhaustsStack, tooDeep, tooDeepForHost } from "./converters.ts";
export { className, describe, isByteString, isCanonicalInt, isCodePoint, type Converter } from "./scalars.ts";
export { HostSink, HostSource, type ByteSink, type ByteSource } from "./host-streams.ts";
