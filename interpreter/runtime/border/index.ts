// Values and calls between scripts and their host.
export * from "./border.ts";
export { Converters, type Converter } from "./converters.ts";
export { HostSink, HostSource, type ByteSink, type ByteSource } from "./host-streams.ts";
