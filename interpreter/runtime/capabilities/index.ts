// What a program may do outside of itself.
export { addressBytes, addressKind, startsWith as hasPrefix } from "./addresses.ts";
export { denial, grant, type Capabilities, type Grant, type Grants } from "./capabilities.ts";
