// What all emission of functions shares: the open code, the variables, and the operations of an emitter.
export { DISCARD, RETURN, type Dest } from "./destination.ts";
export { Emitter, type CallExpr, type EmittedFunction, type LoopContext } from "./emitter.ts";
