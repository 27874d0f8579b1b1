// The capabilities of a program.
export { addressBytes, addressKind, startsWith as hasPrefix } from "./addresses.ts";
export {
  DENIED,
  denial,
  grant,
  LONGEST_PATH,
  type Capabilities,
  type Grant,
  type Grants,
} from "./capabilities.ts";
