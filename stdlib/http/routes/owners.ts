// Finds the struct that a map belongs to. A struct that a program makes from another one
// (`Request { path: "/new", ..req }`) shares at least one of its maps.
import { ScriptMap } from "../../../interpreter/runtime/index.ts";

export type TextMap = ScriptMap<string, string>;

/** The owners, of type `T`, of the maps that the program has read from them. */
export class Owners<T extends object> {
  /** The owners of maps that the program has made. */
  readonly #ofOthers = new WeakMap<TextMap, T>();

  /** Returns a new map that belongs to `owner`. */
  newMap(owner: T): TextMap {
    return new OwnedMap(this, owner);
  }

  /** Makes `owner` the only owner of the map, and returns the map. */
  register(map: TextMap, owner: T): TextMap {
    if (map instanceof OwnedMap && map.owners === this) map.owner = owner;
    else this.#ofOthers.set(map, owner);
    return map;
  }

  /** Returns the owner registered last. */
  of(map: TextMap | null): T | undefined {
    if (map === null) return undefined;
    return map instanceof OwnedMap && map.owners === this ? (map.owner as T) : this.#ofOthers.get(map);
  }
}

/** A map made here. An entry of a `WeakMap` would take as long as a third of a small request. */
class OwnedMap extends ScriptMap<string, string> {
  readonly owners: object;
  owner: object;

  constructor(owners: object, owner: object) {
    super();
    this.owners = owners;
    this.owner = owner;
  }
}
