// A signal to stop (std/sync, reference/concurrency#cancellation). `isCancelled` is computed from the clock
// and from the ancestors. Alarms are set, and ancestors know of a Cancel, only while it has listeners. So a
// Cancel without listeners costs nothing and keeps nothing alive.
import { monotonicMillis } from "../../interpreter/runtime/index.ts";
import type { Alarm, Scheduler } from "../../interpreter/runtime/index.ts";

/** The type `Cancel` of scripts, which natives accept, too. */
export class Cancel {
  readonly #scheduler: Scheduler;
  readonly #parent: Cancel | null;
  /** Its own deadline or that of an ancestor, whichever is earlier. */
  readonly #deadline: number;
  #rung = false;
  /** Natives, and descendants with listeners, in order of arrival. */
  #listeners: Set<(() => void) | Cancel> | null = null;
  #alarm: Alarm | null = null;
  /** The handle of the channel that `done` returns, once it has been requested. */
  done: object | null = null;

  /**
   * Creates a Cancel that is cancelled `millis` from now at the latest; without a limit, only by `cancel`.
   */
  constructor(scheduler: Scheduler, millis = Infinity, parent: Cancel | null = null) {
    this.#scheduler = scheduler;
    this.#parent = parent;
    const own = millis === Infinity ? Infinity : monotonicMillis() + Math.max(millis, 0);
    this.#deadline = parent === null ? own : Math.min(own, parent.#deadline);
  }

  get isOver(): boolean {
    return this.isCancelled;
  }

  get isCancelled(): boolean {
    for (let each: Cancel | null = this; each !== null && !this.#rung; each = each.#parent)
      this.#rung = each.#rung;
    return this.#rung || (this.#deadline < Infinity && monotonicMillis() >= this.#deadline);
  }

  /** Cancels it and all descendants with listeners. Further calls have no effect. */
  cancel(): void {
    const ringing: Cancel[] = [this];
    for (const each of ringing) {
      const listeners = each.#listeners;
      each.#rung = true;
      if (listeners === null) continue;
      each.#listeners = null;
      each.#stopAlarm();
      if (each.#parent !== null) each.#parent.#drop(each);
      for (const listener of listeners) {
        if (listener instanceof Cancel) ringing.push(listener);
        else listener();
      }
    }
  }

  /**
   * Calls `ring`, which must not throw, once when this is cancelled, or immediately if it is. It runs inside
   * the call that cancels. The returned function removes the listener; call it as soon as it is not needed.
   */
  listen(ring: () => void): () => void {
    if (this.isCancelled) {
      ring();
      return () => {};
    }
    let listens = true;
    const listener = (): void => {
      if (listens) ring();
    };
    this.#add(listener);
    return () => {
      listens = false;
      this.#drop(listener);
    };
  }

  #add(listener: () => void): void {
    let added: (() => void) | Cancel = listener;
    for (let each: Cancel | null = this; each !== null; each = each.#parent) {
      if (each.#listeners !== null) return void each.#listeners.add(added);
      each.#listeners = new Set([added]);
      each.#setAlarm();
      added = each;
    }
  }

  /** Removes a listener; ancestors drop descendants without listeners. */
  #drop(listener: (() => void) | Cancel): void {
    let dropped = listener;
    for (let each: Cancel | null = this; each !== null; each = each.#parent) {
      if (each.#listeners === null || !each.#listeners.delete(dropped) || each.#listeners.size > 0) return;
      each.#listeners = null;
      each.#stopAlarm();
      dropped = each;
    }
  }

  /** Sets an alarm, unless an ancestor is cancelled at that time anyway. */
  #setAlarm(): void {
    const above = this.#parent === null ? Infinity : this.#parent.#deadline;
    if (this.#deadline === above) return;
    this.#alarm = this.#scheduler.alarm(this.#deadline, () => this.cancel());
  }

  #stopAlarm(): void {
    this.#alarm?.stop();
    this.#alarm = null;
  }
}
