// Handles of shared objects: `Channel { id }` and `WaitGroup { id }`. A handle refers to its object directly.
// The number is assigned when a script reads it. From then on it is in the table, so that a handle written as
// a literal with that number refers to the same object.
import type { Int } from "../../interpreter/runtime/index.ts";

export interface Handle<S> {
  _id: Int;
  /** The object, or null if it was freed or the number is unknown. */
  readonly state: S | null;
}

export interface HandleClass<S> {
  /** Called by a struct literal in a script. */
  new (id: Int): Handle<S>;
  /** Returns a handle of a new object. */
  of(state: S): Handle<S>;
  /** Forgets the object for all its handles. */
  free(handle: Handle<S>): void;
}

/** Returns the class for one kind of object and one program. */
export function handleClass<S extends object>(): HandleClass<S> {
  const byId = new Map<Int, Cell>();
  let lastId = 0;

  /** Shared by all handles of one object, so that freeing affects all of them. */
  class Cell {
    state: S | null;
    id: Int | null;

    constructor(state: S | null, id: Int | null) {
      this.state = state;
      this.id = id;
    }
  }

  return class {
    #cell: Cell;

    constructor(id: Int) {
      this.#cell = byId.get(id) ?? new Cell(null, id);
    }

    static of(state: S): Handle<S> {
      const handle = new this(0);
      handle.#cell = new Cell(state, null);
      return handle;
    }

    static free(handle: Handle<S>): void {
      const cell = (handle as InstanceType<typeof this>).#cell;
      cell.state = null;
      if (cell.id !== null) byId.delete(cell.id);
    }

    get state(): S | null {
      return this.#cell.state;
    }

    get _id(): Int {
      if (this.#cell.id === null) {
        this.#cell.id = ++lastId;
        if (this.#cell.state !== null) byId.set(lastId, this.#cell);
      }
      return this.#cell.id;
    }

    set _id(id: Int) {
      this.#cell = byId.get(id) ?? new Cell(null, id);
    }
  };
}
