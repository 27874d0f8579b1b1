// The client: calls and streams, redirects, pool and connections, requests to bytes.
export { HttpResponse } from "./buffered.ts";
export { Client, HttpStream } from "./client.ts";
