// The capabilities of a program.
export { addressBytes, addressKind, startsWith as hasPrefix } from "./addresses.ts";
export { denial, grant, type Capabilities, type Grant, type Grants } from "./capabilities.ts";
