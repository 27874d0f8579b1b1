// Decoding errors with a path (reference/derive#decoding). Each value around the one that failed puts its
// step before the path: `.price`, then `[3]`, then `.items`.
import { ErrorValue } from "../../interpreter/runtime/index.ts";

/** An error whose message ends with a path. */
class LocatedError extends ErrorValue {
  readonly #text: string;
  readonly #path: string;

  constructor({ kind, code }: { readonly kind: string; readonly code: string }, text: string, path: string) {
    super(kind, located(text, path), code);
    this.#text = text;
    this.#path = path;
  }

  /** Null if the program has replaced the message. */
  get parts(): { readonly text: string; readonly path: string } | null {
    return this._message === located(this.#text, this.#path) ? { text: this.#text, path: this.#path } : null;
  }

  /** Returns null if the program has replaced the message. */
  below(step: string): LocatedError | null {
    const isOwn = this._message === located(this.#text, this.#path);
    return isOwn
      ? new LocatedError({ kind: this._kind, code: this._code }, this.#text, step + this.#path)
      : null;
  }
}

/** An error of a text without path, or with one. */
export function errorAt(text: string, path: string): ErrorValue {
  const parts = { kind: "json", code: "" };
  return path === "" ? new ErrorValue(parts.kind, text, parts.code) : new LocatedError(parts, text, path);
}

/** The text and the path of an error; the path is empty if the program has made or changed the error. */
export function partsOf(error: ErrorValue): { readonly text: string; readonly path: string } {
  return (error instanceof LocatedError ? error.parts : null) ?? { text: error._message, path: "" };
}

/** Omits the dot before a name at the start of a path. */
function located(text: string, path: string): string {
  return `${text} at ${withoutDot(path)}`;
}

export function withoutDot(path: string): string {
  return path.startsWith(".") ? path.slice(1) : path;
}

function below(error: ErrorValue, step: string): ErrorValue {
  return (
    (error instanceof LocatedError ? error.below(step) : null) ??
    new LocatedError({ kind: error._kind, code: error._code }, error._message, step)
  );
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The step to the member `key`, named as in the JSON text. */
export function memberStep(key: string): string {
  return NAME.test(key) ? `.${key}` : `[${quoted(key)}]`;
}

/** Returns the error with the step of the member `key`. */
export function belowMember(error: ErrorValue, key: string): ErrorValue {
  return below(error, memberStep(key));
}

export function belowElement(error: ErrorValue, index: number): ErrorValue {
  return below(error, `[${index}]`);
}

/** Returns the error with the step of part `index` of an enum's payload. */
export function belowPayload(error: ErrorValue, index: number): ErrorValue {
  return below(error, `.values[${index}]`);
}

/** Quotes as JSON does, and keeps bytes above 0x7f. */
function quoted(key: string): string {
  return JSON.stringify(key);
}
