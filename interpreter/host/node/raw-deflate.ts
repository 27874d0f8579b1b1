// DEFLATE by node:zlib, which is loaded when first used.
import type { RawDeflate } from "../index.ts";

export const rawDeflate: RawDeflate = {
  deflate(bytes) {
    const zlib = process.getBuiltinModule("node:zlib");
    return zlib.deflateRawSync(bytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH });
  },
  inflate(bytes, most) {
    const zlib = process.getBuiltinModule("node:zlib");
    try {
      return zlib.inflateRawSync(bytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, most) });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "large" : null;
    }
  },
};
