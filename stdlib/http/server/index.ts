// The server: listeners, connections with their deadlines and bodies, conversion of responses to bytes.
export { isDraining } from "./readiness.ts";
export { Trust } from "./trust.ts";
export type { ServerLimits } from "./connection-host.ts";
export { reportHandlerFailure } from "./handler-failure.ts";
export { wholeBody } from "./incoming-body.ts";
export type { Begun, Line, Outgoing } from "./outgoing.ts";
export { problemCode, problemOf } from "./identities.ts";
export {
  adopt,
  identitiesOf,
  startTls,
  Server,
  listen,
  positive,
  serve,
  shutdown,
  shutdownWithin,
  start,
  waitForStop,
} from "./server.ts";
