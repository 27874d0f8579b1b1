// The members of an object that derived `to_json` builds when not all of them are written.
import { objectOf } from "./decode.ts";
import { ObjectValue } from "./value.ts";
import type { JsonValue } from "./value.ts";

export class Fields {
  readonly #members = new Map<string, JsonValue>();

  put(key: string, value: JsonValue): void {
    this.#members.set(key, value);
  }

  /** Adds the members of an object; those that exist stay, and other values have none. */
  merge(value: JsonValue): void {
    if (!(value instanceof ObjectValue)) return;
    for (const key of value.keys()) if (!this.#members.has(key)) this.#members.set(key, value.get(key)!);
  }

  object(): JsonValue {
    return objectOf([...this.#members.keys()], [...this.#members.values()]);
  }
}
