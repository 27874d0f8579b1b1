// The client: calls and streams, redirects, pool and connections, conversion of requests to bytes.
export { HttpResponse } from "./buffered.ts";
export { Client, HttpStream, PendingCall } from "./client.ts";
export { ClientRequest } from "./client-request.ts";
export { requestFunctions } from "./natives.ts";
export { SharedClient } from "./shared-client.ts";
