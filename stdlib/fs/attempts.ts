// Shared by the natives of std/fs: paths are validated and checked against the capabilities before anything
// is done, and failures become values.
import { UNIT } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, Runtime, Unit } from "../../interpreter/runtime/index.ts";
import { FileFailure, named, pathProblem } from "./failure.ts";

/** `entry`: writing to the folder that contains the name, not to the target of the path. */
type Access = "read" | "write" | "entry";
/** A path and the kinds of access of an operation on it. */
export type Use = readonly [path: string, ...access: Access[]];

/** The value of work that returns a `T`. */
type Value<T> = T extends void ? Unit : T;

export class Attempts {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Returns the result of work that has begun. */
  settled<T>(work: Promise<T>): Promise<Value<T> | Err<ErrorValue>> {
    return this.#runtime.scheduler.external(
      work.then(
        (value) => (value === undefined ? UNIT : value) as Value<T>,
        (failure: unknown) => {
          if (failure instanceof FileFailure) return failure.toResult();
          throw failure;
        },
      ),
    );
  }

  /** Runs `body` after all paths are validated and allowed. Failures of `body` name the path `about`. */
  named<T>(
    operation: string,
    uses: readonly Use[],
    body: () => Promise<T>,
    about = uses[0]![0],
  ): Promise<Value<T> | Err<ErrorValue>> | Err<ErrorValue> {
    return this.begun(operation, uses, () => named(operation, about, body));
  }

  /** Runs `body` like `named`, but `body` names its failures itself. */
  begun<T>(
    operation: string,
    uses: readonly Use[],
    body: () => Promise<T>,
  ): Promise<Value<T> | Err<ErrorValue>> | Err<ErrorValue> {
    for (const [path, ...accesses] of uses) {
      let problem = pathProblem(path);
      for (const access of accesses) problem ??= this.#denial(access, path);
      if (problem !== null) return new FileFailure(operation, problem, path).toResult();
    }
    return this.settled(body());
  }

  #denial(access: Access, path: string): string | null {
    const { capabilities } = this.#runtime.host;
    return access === "entry" ? capabilities.write(path, "entry") : capabilities[access](path);
  }
}
