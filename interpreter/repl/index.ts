// Public API: a session in which a program grows input by input. Compiles inputs and shows values; reading
// lines and running code are the host's.
export { ReplSession, type Prepared, type Refused } from "./session.ts";
export { namesOf } from "./held.ts";
export { continuesLine, needsMore } from "./declarations.ts";
export { PendingInput } from "./pending-input.ts";
export { mixedItems, piecesOf } from "./pieces.ts";
