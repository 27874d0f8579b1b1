// The messages between the prompt and the thread that runs programs.
import type { CompiledProgram } from "../../launch/index.ts";
import type { Grants } from "../../runtime/host.ts";

export interface WorkerSettings {
  /** One Int32: 1 interrupts the running evaluation, 2 also background goroutines. */
  readonly interrupt: SharedArrayBuffer;
  readonly capabilities: Grants;
  /** Whether output while no input runs is sent, not written. */
  readonly reportsBackground: boolean;
}

export type Request =
  | { readonly kind: "evaluate"; readonly program: CompiledProgram; readonly storeKeys: readonly string[] }
  | { readonly kind: "abandon" }
  /** Asks for the last value as a whole, on lines of this width. */
  | { readonly kind: "whole"; readonly width: number }
  | { readonly kind: "input"; readonly line: Uint8Array | null };

export type Reply =
  /** `value` is null for statements and `()`. */
  | {
      readonly kind: "value";
      readonly value: { readonly text: string; readonly type: string } | null;
      readonly isSet: readonly boolean[];
    }
  /** `text` was not yet written to standard error. `isLost`: the variables of the session are lost. */
  | {
      readonly kind: "failed";
      readonly text: string;
      readonly isLost?: boolean;
      readonly isSet: readonly boolean[];
    }
  /** `text` is null before the first value. */
  | { readonly kind: "whole"; readonly text: string | null }
  | { readonly kind: "output"; readonly stream: "stdout" | "stderr"; readonly bytes: string }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "needInput" };
