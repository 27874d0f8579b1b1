// Echoes messages with `ws`, the WebSocket package that most Node programs use.
import { WebSocketServer } from "ws";

const [host, port] = process.argv[2].split(":");
new WebSocketServer({ host, port: Number(port) }).on("connection", (socket) => {
  socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
});
