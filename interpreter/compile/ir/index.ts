// The IR: the typed tree between checking and JavaScript, and queries on it.
export type {
  Arm,
  CallSite,
  Capture,
  CodeTable,
  ConstValue,
  Descriptor,
  EnumInfo,
  Expr,
  FunctionCode,
  GlobalInfo,
  HostStream,
  HostStreams,
  Instance,
  LambdaCode,
  Local,
  Loop,
  NativeRef,
  Pattern,
  Step,
  Reached,
  Stmt,
  StructInfo,
  VTable,
} from "./nodes.ts";
export { factsOf, reflects, type ArityOf, type IntOp, type OpName } from "./operations.ts";
export { rebuild, type Changes } from "./rebuild.ts";
export { EVALUATED, moduleKey, storeKey, typeKey, type SessionGlobals } from "./session.ts";
export {
  isFun,
  isOneSize,
  isOption,
  isPrimitive,
  isResult,
  isUnit,
  needsOkBox,
  needsSomeBox,
  streamOf,
  worksOnNumbers,
} from "./types.ts";
export { bindingsOf, partsOfList, eachPart, eachPartOfStmt, isIrrefutable, type Parts } from "./walk.ts";
