// What the prompt and the thread in which its programs run say to each other.
import type { CompiledProgram } from "../../launch/index.ts";
import type { Grants } from "../../runtime/host.ts";

export interface WorkerSettings {
  /** One Int32: 1 asks the running evaluation to stop, 2 whatever runs. */
  readonly interrupt: SharedArrayBuffer;
  readonly capabilities: Grants;
  /** Output while no input runs is handed over rather than written. */
  readonly tellsBackground: boolean;
}

export type Request =
  | { readonly kind: "evaluate"; readonly program: CompiledProgram; readonly storeKeys: readonly string[] }
  | { readonly kind: "abandon" }
  | { readonly kind: "input"; readonly line: Uint8Array | null };

export type Reply =
  /** `value` is null for statements and Unit. */
  | {
      readonly kind: "value";
      readonly value: { readonly text: string; readonly type: string } | null;
      readonly isSet: readonly boolean[];
    }
  /** `text` is for the terminal: it was not written to standard error yet. `isLost`: with the variables of the session. */
  | {
      readonly kind: "failed";
      readonly text: string;
      readonly isLost?: boolean;
      readonly isSet: readonly boolean[];
    }
  | { readonly kind: "output"; readonly stream: "stdout" | "stderr"; readonly bytes: string }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "needInput" };
