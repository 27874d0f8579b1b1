// The API of handlers and the choice of a handler: the structs Request, Response and Route, the router, files
// as responses.
export type {
  BodyPieces,
  BodySink,
  BodySource,
  EventSink,
  FileBody,
  WebSocketSource,
} from "./body-source.ts";
export { BodyReader, BodyWriter, EventStream, WebSocket } from "./body-source.ts";
export { cleanPath } from "./clean-path.ts";
export { cookieLine } from "./cookies.ts";
export { fileFor, fileOfTree } from "./file-tree.ts";
export { fileResponse, staticFile } from "./file-response.ts";
export { Form, FormFile, formOf, readForm } from "./form.ts";
export type { Handler, Origin } from "./request.ts";
export { Request } from "./request.ts";
export { JSON_TYPE, RESPONSE_FUNCTIONS, Response, TEXT } from "./response.ts";
export { Route } from "./route.ts";
export type { Match } from "./router.ts";
export { Router } from "./router.ts";
export type { Wrapper } from "./wrapping.ts";
export { Routing } from "./routing.ts";
export { guardProblem, patternProblem } from "./segments.ts";
export { protocolProblem, upgrade, WEBSOCKET_FUNCTIONS } from "./websocket.ts";
