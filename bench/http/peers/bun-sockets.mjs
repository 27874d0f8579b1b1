// Echoes messages with the WebSockets of Bun.
const [hostname, port] = process.argv[2].split(":");
Bun.serve({
  hostname,
  port: Number(port),
  fetch: (request, server) => (server.upgrade(request) ? undefined : new Response("", { status: 426 })),
  websocket: { message: (socket, message) => void socket.send(message) },
});
