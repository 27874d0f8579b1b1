// The part of the packages `readable-stream` and `buffer` that memory-network.ts and buffer.ts use.
declare module "readable-stream" {
  const streams: { readonly Duplex: unknown };
  export default streams;
}
declare module "buffer/" {
  export const Buffer: {
    prototype: Uint8Array & { readonly write: unknown };
    byteLength(text: string | Uint8Array, encoding?: string): number;
    allocUnsafe(size: number): Uint8Array;
    from(...args: readonly unknown[]): Uint8Array;
  };
}
