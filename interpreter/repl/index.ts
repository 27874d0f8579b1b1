// The entry point: a session in which a program grows input by input. Compiles inputs and shows values; the
// host reads lines and runs code.
export { ReplSession, type Prepared, type Refused } from "./session.ts";
export { namesOf } from "./held.ts";
export { awaitsElse, continuesLine, needsMore } from "./declarations.ts";
export { PendingInput } from "./pending-input.ts";
export { mixedItems, piecesOf } from "./pieces.ts";
