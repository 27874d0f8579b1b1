// What a handler sees and what chooses it: the structs Request, Response and Route, the router, files as responses.
export { fileResponse, staticFile } from "./file-response.ts";
export { Request } from "./request.ts";
export { JSON_TYPE, RESPONSE_FUNCTIONS, Response, TEXT } from "./response.ts";
export type { Match } from "./router.ts";
export { Route, Router } from "./router.ts";
