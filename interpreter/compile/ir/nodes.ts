// The IR: the typed tree between checking and JavaScript. It has one function per instance, every name is
// resolved to its run-time entity, and every type is actual. Nothing in it changes after lowering: a pass
// that replaces parts of a tree builds a new one (rebuild.ts), and facts about nodes are kept in separate
// tables. Types are interned (lower/type-table.ts), so `===` compares them. `at` is an offset in the source
// of the function, for traces.
import type { FunctionSymbol, Module, Type } from "../../check/index.ts";
import type { OpName } from "./operations.ts";

// ---- the parts of a program

/** A function with actual types for all its type parameters. */
export interface Instance {
  readonly id: number;
  /** Null for the initialiser of a global. */
  readonly symbol: FunctionSymbol | null;
  readonly module: Module;
  /** The name in traces: `main`, `Stack.put`. */
  readonly name: string;
  readonly typeArgs: readonly Type[];
  readonly self: Type | null;
  /** `self` comes first. */
  readonly params: readonly Local[];
  readonly result: Type;
  readonly native: NativeRef | null;
  /**
   * Whether it is the copy for calls whose function arguments never wait (analysis/suspend/sync-copies.ts).
   */
  readonly syncCopy: boolean;
  /** The call that it is a copy for, if any (lower/call-sites.ts). */
  readonly site: CallSite | null;
}

/** The body of an instance. */
export interface FunctionCode {
  readonly body: Expr;
  readonly hasDefer: boolean;
}

/** The code of all instances except natives. */
export type CodeTable = ReadonlyMap<Instance, FunctionCode>;

/** A call with its own copy of the callee. */
export interface CallSite {
  readonly id: number;
  /** The nesting depth of copies, this one included. */
  readonly depth: number;
}

export interface NativeRef {
  readonly module: string;
  /** `read` or `Server.listen`. */
  readonly name: string;
  readonly blocking: boolean;
  /** Whether it calls the functions it is given, in the calling goroutine. */
  readonly calls: boolean;
  /** Whether it gives way when its work takes long. */
  readonly long: boolean;
  /** Whether it is declared `@part`. */
  readonly part: boolean;
  /** Whether it is declared `@quick`. */
  readonly quick: boolean;
  /** Whether it is declared `@serves`. */
  readonly serves: boolean;
}

/** A variable of one function or lambda. */
export interface Local {
  readonly id: number;
  readonly name: string;
  readonly type: Type;
  /** Whether it is set more than once, its declaration included. */
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
  /** The value before its initialisation; null for types without zero value. */
  readonly zero: ConstValue | null;
  /** Whether it is a variable of a session whose value was lost with its thread. */
  readonly lost: boolean;
  /** A pseudo-function that computes the initial value; null if that is `zero`. */
  readonly initialiser: Instance | null;
}

/** The methods of a trait for one type. */
export interface VTable {
  readonly id: number;
  readonly trait: string;
  readonly type: Type;
  readonly methods: readonly { readonly name: string; readonly instance: Instance }[];
}

/** A stream of std/io that may cross between a program and its host. */
export type HostStream = "reader" | "writer";

/** `of` wraps a stream of the host in its trait, `use` reads from a stream or writes to it. */
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

/** A variable captured by value, when the lambda is evaluated (reference/functions#closures). */
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
        readonly of: "Int" | "Float" | "Bool" | "Char" | "String";
        /** The compiler has computed the value: branches that it excludes are dead code. */
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
    /** `boxed`: a payload may be indistinguishable from None, Some, Ok or Err (runtime/values/values.ts). */
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
    /** A string concatenated from parts, each a constant or an expression of type String. */
    | { readonly kind: "Text"; readonly parts: readonly (string | Expr)[]; readonly at: number }
    | {
        readonly kind: "Try";
        readonly value: Expr;
        readonly over: "Option" | "Result";
        readonly boxed: boolean;
      }
    | { readonly kind: "Block"; readonly stmts: readonly Stmt[]; readonly value: Expr | null }
    | { readonly kind: "If"; readonly condition: Expr; readonly then: Expr; readonly otherwise: Expr | null }
    /** An `if` with several steps, each of which sees the bindings of the previous ones. */
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

export type Loop = { readonly label: string | null } & (
  | {
      /** A `while`, or a `loop`, which has neither condition nor steps. */
      readonly kind: "While";
      readonly condition: Expr | null;
      /** Replaces the condition. */
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
  /** `next` is evaluated before each iteration, with the iterated value in `iterator`. */
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

/** A test of a value; without pattern, the value is a Bool that must be true. */
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
  | {
      readonly kind: "List";
      readonly before: readonly Pattern[];
      /** For a copy of the elements between the others; null if there are none. */
      readonly rest: Pattern | null;
      readonly after: readonly Pattern[];
    }
  | { readonly kind: "Alternatives"; readonly alternatives: readonly Pattern[] };

// ---- statements

export type Stmt =
  | { readonly kind: "Let"; readonly local: Local; readonly value: Expr }
  /** `otherwise` diverges; null: every value matches. */
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
  /** `label` null: the innermost loop. */
  | { readonly kind: "Break"; readonly label: string | null; readonly value: Expr | null }
  | { readonly kind: "Continue"; readonly label: string | null }
  | { readonly kind: "Defer"; readonly lambda: LambdaCode }
  | { readonly kind: "Spawn"; readonly value: Expr; readonly at: number }
  | { readonly kind: "Do"; readonly value: Expr }
  | Reached;

/** A statement of the source begins here: only in traced programs. */
export interface Reached {
  readonly kind: "Reached";
  readonly at: number;
  /** The following statements that are reached as often, as none before them can fail. */
  readonly also: readonly number[];
}
