// The typed tree between checking and JavaScript: one function per instance, every name resolved to
// what it is at run time, every type actual. Nothing of it changes after lowering: what exchanges parts of a
// tree makes another (rebuild.ts), and what is found out about nodes stands in tables beside them. Types are interned (lower/type-table.ts), so `===` compares them.
// `at` is an offset into the source of the function, for traces.
import type { FunctionSymbol, Module, Type } from "../../check/index.ts";
import type { OpName } from "./operations.ts";

// ---- what a program consists of

/** A function together with actual types for all its type parameters. */
export interface Instance {
  readonly id: number;
  /** Null for the initialiser of a global. */
  readonly symbol: FunctionSymbol | null;
  readonly module: Module;
  /** As traces call it: `main`, `Stack.put`. */
  readonly name: string;
  readonly typeArgs: readonly Type[];
  readonly self: Type | null;
  /** `self` first. */
  readonly params: readonly Local[];
  readonly result: Type;
  readonly native: NativeRef | null;
  /** The variant for calls whose function arguments never wait (analysis/suspend/sync-copies.ts). */
  readonly syncCopy: boolean;
  /** Of a copy for one call (lower/call-sites.ts). */
  readonly site: CallSite | null;
}

/** What an instance does. */
export interface FunctionCode {
  readonly body: Expr;
  readonly hasDefer: boolean;
}

/** The code of all instances; there is none of natives. */
export type CodeTable = ReadonlyMap<Instance, FunctionCode>;

/** A call with a copy of its callee. */
export interface CallSite {
  readonly id: number;
  /** How many copies it stands in, its own included. */
  readonly depth: number;
}

export interface NativeRef {
  readonly module: string;
  /** `read` or `Server.listen`. */
  readonly name: string;
  readonly blocking: boolean;
  /** Calls the functions it is given, in the goroutine that calls it. */
  readonly calls: boolean;
  /** Gives way when its work takes long. */
  readonly long: boolean;
  /** Declared `@part`. */
  readonly part: boolean;
  /** Declared `@quick`. */
  readonly quick: boolean;
  /** Declared `@serves`. */
  readonly serves: boolean;
}

/** A variable of one function or lambda. */
export interface Local {
  readonly id: number;
  readonly name: string;
  readonly type: Type;
  /** Set more than once, its declaration included. */
  readonly assigned: boolean;
}

export interface StructInfo {
  readonly id: number;
  readonly name: string;
  readonly type: Type;
  readonly module: Module;
  readonly fields: readonly { readonly name: string; readonly type: Type }[];
}

export interface EnumInfo {
  readonly id: number;
  readonly name: string;
  readonly type: Type;
  readonly module: Module;
  readonly variants: readonly { readonly name: string; readonly payload: readonly Type[] }[];
}

export interface GlobalInfo {
  readonly id: number;
  readonly name: string;
  readonly type: Type;
  readonly module: Module;
  /** What it holds before its turn; null for types without zero value. */
  readonly zero: ConstValue | null;
  /** A variable of a session whose value has gone with the thread that held it. */
  readonly lost: boolean;
  /** A pseudo function that computes the initial value; null when it starts as `zero`. */
  readonly initialiser: Instance | null;
}

/** The methods of a trait for one type. */
export interface VTable {
  readonly id: number;
  readonly trait: string;
  readonly type: Type;
  readonly methods: readonly { readonly name: string; readonly instance: Instance }[];
}

/** Streams of std/io that may cross between a program and its host. */
export type HostStream = "reader" | "writer";

/** `of` puts a stream of the host behind its trait, `use` reads from one or writes to it. */
export type HostStreams = ReadonlyMap<HostStream, { readonly of: Instance; readonly use: Instance }>;

/** A type as a value at run time (reference/reflection#types). */
export interface Descriptor {
  readonly id: number;
  readonly text: string;
  readonly fields: readonly { readonly name: string; readonly type: Type }[];
  readonly type: Type;
}

export interface LambdaCode {
  readonly id: number;
  readonly name: string;
  readonly params: readonly Local[];
  readonly result: Type;
  readonly captures: readonly Capture[];
  readonly body: Expr;
  readonly hasDefer: boolean;
}

/** By value, when the lambda is evaluated (reference/functions#closures). */
export interface Capture {
  readonly outer: Local;
  readonly inner: Local;
}

// ---- expressions

export type ConstValue = bigint | number | boolean | string | null;

export type Expr = Typed &
  (
    | {
        readonly kind: "Const";
        readonly value: ConstValue;
        readonly of:
          | "Int"
          | "Float"
          | "Bool"
          | "Char"
          | "String" /** Decided by the compiler: dead branches go. */;
        readonly folded?: true;
      }
    | { readonly kind: "Unit" }
    | { readonly kind: "None" }
    | { readonly kind: "Local"; readonly local: Local }
    | { readonly kind: "Global"; readonly global: GlobalInfo; readonly at: number }
    | { readonly kind: "FunctionValue"; readonly instance: Instance; readonly at: number }
    | { readonly kind: "Lambda"; readonly lambda: LambdaCode }
    | { readonly kind: "Op"; readonly op: OpName; readonly args: readonly Expr[]; readonly at: number }
    | { readonly kind: "And" | "Or"; readonly left: Expr; readonly right: Expr }
    | {
        readonly kind: "Call";
        readonly instance: Instance;
        readonly args: readonly Expr[];
        readonly at: number;
      }
    | {
        readonly kind: "CallValue";
        readonly callee: Expr;
        readonly args: readonly Expr[];
        readonly at: number;
      }
    | {
        readonly kind: "CallDyn";
        readonly receiver: Expr;
        readonly trait: string;
        readonly method: string;
        readonly args: readonly Expr[];
        readonly at: number;
      }
    | { readonly kind: "NewStruct"; readonly struct: StructInfo; readonly fields: readonly Expr[] }
    | {
        readonly kind: "NewVariant";
        readonly enum: EnumInfo;
        readonly index: number;
        readonly payload: readonly Expr[];
      }
    /** `boxed`: the payload type itself may look like None, Some, Ok or Err (runtime/values/values.ts). */
    | {
        readonly kind: "Wrap";
        readonly wrap: "Some" | "Ok" | "Err";
        readonly value: Expr;
        readonly boxed: boolean;
      }
    | { readonly kind: "Field"; readonly object: Expr; readonly struct: StructInfo; readonly index: number }
    | { readonly kind: "List"; readonly elements: readonly Expr[] }
    | { readonly kind: "Dyn"; readonly value: Expr; readonly vtable: VTable }
    | { readonly kind: "Descriptor"; readonly descriptor: Descriptor }
    /** Text from parts, each a string constant or an expression of type String. */
    | { readonly kind: "Text"; readonly parts: readonly (string | Expr)[]; readonly at: number }
    | {
        readonly kind: "Try";
        readonly value: Expr;
        readonly over: "Option" | "Result";
        readonly boxed: boolean;
      }
    | { readonly kind: "Block"; readonly stmts: readonly Stmt[]; readonly value: Expr | null }
    | { readonly kind: "If"; readonly condition: Expr; readonly then: Expr; readonly otherwise: Expr | null }
    /** An `if` of several steps, each of which sees what those before bind. */
    | {
        readonly kind: "Chain";
        readonly steps: readonly Step[];
        readonly then: Expr;
        readonly otherwise: Expr | null;
      }
    | { readonly kind: "Match"; readonly subject: Expr; readonly arms: readonly Arm[] }
    | Loop
  );

interface Typed {
  readonly type: Type;
}

export type Loop = { readonly label: string | null } /** `loop` (no condition) and `while`. */ & (
  | {
      readonly kind: "While";
      readonly condition: Expr | null /** Instead of a condition. */;
      readonly steps: readonly Step[] | null;
      readonly body: Expr;
      readonly type: Type;
      readonly at: number;
    }
  | {
      readonly kind: "ForRange";
      readonly pattern: Pattern;
      readonly from: Expr;
      readonly to: Expr;
      readonly inclusive: boolean;
      readonly body: Expr;
      readonly type: Type;
      readonly at: number;
    }
  | {
      readonly kind: "ForList";
      readonly pattern: Pattern;
      readonly list: Expr;
      readonly element: Type;
      readonly body: Expr;
      readonly type: Type;
      readonly at: number;
    }
  /** `next` is evaluated before each iteration with the iterated value in `iterator`. */
  | {
      readonly kind: "ForNext";
      readonly pattern: Pattern;
      readonly value: Expr;
      readonly iterator: Local;
      readonly next: Expr;
      readonly boxed: boolean;
      readonly element: Type;
      readonly body: Expr;
      readonly type: Type;
      readonly at: number;
    }
);

/** A test on a value; without pattern a Bool that must be true. */
export interface Step {
  readonly pattern: Pattern | null;
  readonly value: Expr;
}

export interface Arm {
  readonly pattern: Pattern;
  readonly guard: Expr | null;
  readonly body: Expr;
}

export type Pattern =
  | { readonly kind: "Any" }
  | { readonly kind: "Bind"; readonly local: Local }
  | { readonly kind: "Literal"; readonly value: Expr & { kind: "Const" } }
  | {
      readonly kind: "Range";
      readonly low: bigint | number;
      readonly high: bigint | number;
      readonly inclusive: boolean;
    }
  | {
      readonly kind: "Variant";
      readonly enum: EnumInfo;
      readonly index: number;
      readonly payload: readonly Pattern[];
    }
  | { readonly kind: "None" }
  | { readonly kind: "Some" | "Ok" | "Err"; readonly inner: Pattern; readonly boxed: boolean }
  | {
      readonly kind: "Struct";
      readonly struct: StructInfo;
      readonly fields: readonly { readonly name: string; readonly pattern: Pattern }[];
    }
  | { readonly kind: "Alternatives"; readonly alternatives: readonly Pattern[] };

// ---- statements

export type Stmt =
  | { readonly kind: "Let"; readonly local: Local; readonly value: Expr }
  /** `otherwise` leaves; null: every value matches. */
  | {
      readonly kind: "Destructure";
      readonly pattern: Pattern;
      readonly value: Expr;
      readonly otherwise: Expr | null;
    }
  | { readonly kind: "SetLocal"; readonly local: Local; readonly value: Expr }
  | { readonly kind: "SetGlobal"; readonly global: GlobalInfo; readonly value: Expr }
  | {
      readonly kind: "SetField";
      readonly object: Expr;
      readonly struct: StructInfo;
      readonly index: number;
      readonly value: Expr;
    }
  | {
      readonly kind: "SetIndex";
      readonly list: Expr;
      readonly index: Expr;
      readonly value: Expr;
      readonly at: number;
    }
  | { readonly kind: "Return"; readonly value: Expr | null }
  /** `label` null: of the innermost loop. */
  | { readonly kind: "Break"; readonly label: string | null; readonly value: Expr | null }
  | { readonly kind: "Continue"; readonly label: string | null }
  | { readonly kind: "Defer"; readonly lambda: LambdaCode }
  | { readonly kind: "Spawn"; readonly value: Expr; readonly at: number }
  | { readonly kind: "Do"; readonly value: Expr };
