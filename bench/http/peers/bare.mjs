// The floor for an echo on Node: one read and one write of `node:net` for the bytes that have arrived. After
// the handshake it neither parses nor unmasks frames, and sends as many bytes as an echo has.
import { createHash } from "node:crypto";
import { createServer } from "node:net";

const [host, port] = process.argv[2].split(":");
const MASK_BYTES = 4;

createServer({ noDelay: true }, (socket) => {
  socket.on("error", () => {});
  let frameBytes = 0;
  let arrived = 0;
  const echo = (bytes) => {
    if (frameBytes === 0) frameBytes = wholeFrame(bytes);
    arrived += bytes.length;
    const frames = Math.floor(arrived / frameBytes);
    arrived -= frames * frameBytes;
    socket.write(bytes.subarray(0, bytes.length - frames * MASK_BYTES));
  };
  socket.once("data", (request) => {
    const key = /^Sec-WebSocket-Key: (.*)\r$/im.exec(request.toString("latin1"))[1];
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on("data", echo);
  });
}).listen(Number(port), host);

/** The length of the frame that begins here; all frames of a client have the same length. */
function wholeFrame(bytes) {
  const short = bytes[1] & 0x7f;
  if (short < 126) return 2 + MASK_BYTES + short;
  if (short === 126) return 4 + MASK_BYTES + bytes.readUInt16BE(2);
  return 10 + MASK_BYTES + Number(bytes.readBigUInt64BE(2));
}
