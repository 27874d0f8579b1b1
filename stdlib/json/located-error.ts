// Errors of decoding that tell where (reference/derive#decoding): each value around the one that failed puts its step before
// the path, `.price`, then `[3]`, then `.items`.
import { ErrorValue } from "../../interpreter/runtime/index.ts";

/** An error whose message ends in a path. */
class LocatedError extends ErrorValue {
  readonly #text: string;
  readonly #path: string;

  constructor(kind: string, text: string, path: string) {
    super(kind, located(text, path));
    this.#text = text;
    this.#path = path;
  }

  /** Null when a program has put another message into it. */
  below(step: string): LocatedError | null {
    const isOwn = this._message === located(this.#text, this.#path);
    return isOwn ? new LocatedError(this._kind, this.#text, step + this.#path) : null;
  }
}

/** No dot stands before a name at the top. */
function located(text: string, path: string): string {
  return `${text} at ${path.startsWith(".") ? path.slice(1) : path}`;
}

function below(error: ErrorValue, step: string): ErrorValue {
  return (
    (error instanceof LocatedError ? error.below(step) : null) ??
    new LocatedError(error._kind, error._message, step)
  );
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The error of the member `key`, by its name in the JSON text. */
export function belowMember(error: ErrorValue, key: string): ErrorValue {
  return below(error, NAME.test(key) ? `.${key}` : `[${quoted(key)}]`);
}

export function belowElement(error: ErrorValue, index: number): ErrorValue {
  return below(error, `[${index}]`);
}

/** The error of part `index` of an enum's payload. */
export function belowPayload(error: ErrorValue, index: number): ErrorValue {
  return below(error, `.values[${index}]`);
}

/** As in a JSON text; bytes above 0x7f stay. */
function quoted(key: string): string {
  return JSON.stringify(key);
}
