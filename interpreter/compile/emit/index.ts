// From the IR to JavaScript text and the positions in it.
export { emit } from "./emit.ts";
