// The server: listeners, connections with their deadlines and bodies, responses to bytes.
export { Server, listen, shutdown, shutdownWithin } from "./server.ts";
