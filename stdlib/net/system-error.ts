// Texts of failures of the operating system, which std/fs and std/process word alike.
export { errorText, systemText } from "../error/index.ts";
