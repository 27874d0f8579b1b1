// WebSockets (RFC 6455) without a socket: handshakes, frames, and one side of a conversation.
export { acceptOf, agreedDeflate, DEFLATE_OFFER, newKey, openingOf, WIDEST_WINDOW } from "./handshake.ts";
export type { Opening } from "./handshake.ts";
export { BinaryMessage, TextMessage } from "./messages.ts";
export { Peer } from "./peer.ts";
export type { Wire } from "./peer.ts";
