// How programs end, as data and as the report on standard error.
import {
  asPanic,
  Exit,
  Failed,
  HostError,
  Interrupted,
  LimitPanic,
  type Comparison,
} from "../runtime/host.ts";

/** How a program ended. Strings are byte strings: `fromBytes` converts them to text. */
export type ExitReason =
  | {
      /** `main` has returned. */
      readonly kind: "done";
      /** A failure that did not end the program makes its exit status 1: see `Runtime.failAtEnd`. */
      readonly failed?: true;
      /** Of a test: what each goroutine that it has left does, and where. */
      readonly living?: readonly string[];
    }
  | {
      /** The script has called `exit`. */
      readonly kind: "exit";
      readonly code: number;
    }
  | {
      /** The script has panicked, exceeded a limit of the host or been interrupted. */
      readonly kind: "panic";
      readonly message: string;
      /** Message and trace, as standard error shows them. */
      readonly text: string;
      /** The values that a failed assertion compared. */
      readonly compared?: Comparison;
      /** A limit of the host was exceeded, or the host has ended the program. */
      readonly limit?: true;
      /** The host has ended the program by its signal; then `limit` is true, too. */
      readonly interrupted?: true;
    }
  | {
      /** `main` has returned an `Err`. */
      readonly kind: "failed";
      /** The text of the `Err`. */
      readonly message: string;
      /** The report on standard error. */
      readonly text: string;
    }
  | {
      /** A host module, another function of the host, or the engine has failed. */
      readonly kind: "internal";
      /** Begins with `host error: ` for failures of the host, otherwise with `internal error: `. */
      readonly text: string;
      /** What was thrown, with its JavaScript stack. */
      readonly cause?: unknown;
    };

/** The exit reason for what a program threw, undefined for nothing; `describe` formats failures. */
export function exitReasonOf(failure: unknown, describe: (error: unknown) => string): ExitReason {
  if (failure === undefined) return { kind: "done" };
  if (failure instanceof Exit) return { kind: "exit", code: failure.code };
  if (failure instanceof Failed) return { kind: "failed", message: failure.text, text: describe(failure) };
  const panic = asPanic(failure);
  return panic === null
    ? {
        kind: "internal",
        text: describe(failure),
        cause: failure instanceof HostError && failure.cause !== undefined ? failure.cause : failure,
      }
    : {
        kind: "panic",
        message: panic.message,
        text: describe(failure),
        ...(panic.compared && { compared: panic.compared }),
        ...(panic instanceof LimitPanic && { limit: true as const }),
        ...(panic instanceof Interrupted && { interrupted: true as const }),
      };
}

/** The report of a failure on standard error. */
export function failureText(failure: unknown, describe: (error: unknown) => string): string {
  if (failure instanceof Exit) return "";
  return failure instanceof Failed ? `error: ${failure.text}\n` : describe(failure);
}
