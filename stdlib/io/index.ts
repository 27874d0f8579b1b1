// std/io: the natives of io.std, and what other modules share of streams.
import { asCount, HostSink, HostSource, LineBuffer, MAX_STRING } from "../../interpreter/runtime/index.ts";
import type { Int, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";
import { ByteQueue } from "./byte-queue.ts";
import { Size, standardStreams } from "./standard-streams.ts";

export { ByteQueue } from "./byte-queue.ts";

/** The bytes that the host reads from a script at a time. */
const HOST_PIECE = 65536;

export function create(runtime: Runtime): NativeTable {
  return {
    functions: {
      ...standardStreams(runtime),
      __fits: (length: Int): boolean => asCount(length) <= MAX_STRING,
      __join(pieces: readonly string[], length: Int): string {
        runtime.reserve(asCount(length));
        return pieces.join("");
      },
      __line_buffer: (): LineBuffer => new LineBuffer(),
      __next_line: (buffer: LineBuffer): string | null => buffer.line(),
      __push: (buffer: LineBuffer, piece: string): boolean => buffer.push(piece),
      __take: (buffer: LineBuffer, max: Int): string => buffer.take(Math.min(asCount(max), MAX_STRING)),
      __take_rest: (buffer: LineBuffer): string => buffer.rest(),
      "Buffer.new": (): ByteQueue => new ByteQueue(),
      "Buffer.len": (buffer: ByteQueue): number => buffer.length,
      "Buffer.text"(buffer: ByteQueue): string {
        runtime.reserve(buffer.length);
        return buffer.text();
      },
      "Buffer.clear": (buffer: ByteQueue): void => buffer.clear(),
      __buffer_take: (buffer: ByteQueue, max: Int): string => buffer.take(Math.min(asCount(max), MAX_STRING)),
      __buffer_push: (buffer: ByteQueue, piece: string): void => buffer.push(piece),
      __host_read: (source: HostSource, max: Int) => source.read(Math.min(asCount(max), MAX_STRING)),
      __host_write: (sink: HostSink, data: string) => sink.write(data),
      __host_piece: (): number => HOST_PIECE,
    },
    structs: {
      Buffer: ByteQueue,
      Size,
      __LineBuffer: LineBuffer,
      __HostSource: HostSource,
      __HostSink: HostSink,
    },
  };
}
