// Entry point for generated code, which gets this namespace as `$`. The compiler knows its names by type: what it writes
// into a program stands here.
export { crossing } from "./border/index.ts";
export { Frame, unwind } from "./goroutines/index.ts";
export {
  addInt, andInt, anyField, anyFieldNames, AnyValue, castAny, charText, divInt, Dyn, eqInt, Err, floatText,
  floatToInt, highHalf, highProduct, intToFloat, leInt, lostVariable, lowHalf, ltInt, makeInt, mulInt, mulRemInt,
  negInt, ok, okPayload, orInt, payload, remInt, setAnyField, shlInt, shrInt, some, stringChars, subInt,
  uninitialised, Wide, xorInt,
} from "./values/index.ts";
