// A signal that something is not wanted any more (std/sync, reference/concurrency#cancellation). Asking gives the
// answer from the clock and from those above; alarms are set, and those above know of a Cancel, only while
// it has listeners. So one without listeners costs nothing and keeps nothing alive.
import { monotonicMillis } from "../../interpreter/runtime/index.ts";
import type { Alarm, Scheduler } from "../../interpreter/runtime/index.ts";

/** What a script holds as `Cancel`, and natives are given. */
export class Cancel {
  readonly #scheduler: Scheduler;
  readonly #parent: Cancel | null;
  /** Its own or that of one above, whichever comes first. */
  readonly #deadline: number;
  #rung = false;
  /** Natives, and Cancels below that are listened to, in the order in which they came. */
  #listeners: Set<(() => void) | Cancel> | null = null;
  #alarm: Alarm | null = null;
  /** The handle of the channel that `done` gives, once it was asked for. */
  done: object | null = null;

  /** It rings `millis` from now unless it is rung before; without a limit only when it is rung. */
  constructor(scheduler: Scheduler, millis = Infinity, parent: Cancel | null = null) {
    this.#scheduler = scheduler;
    this.#parent = parent;
    const own = millis === Infinity ? Infinity : monotonicMillis() + Math.max(millis, 0);
    this.#deadline = parent === null ? own : Math.min(own, parent.#deadline);
  }

  get isCancelled(): boolean {
    for (let each: Cancel | null = this; each !== null && !this.#rung; each = each.#parent)
      this.#rung = each.#rung;
    return this.#rung || (this.#deadline < Infinity && monotonicMillis() >= this.#deadline);
  }

  /** Rings it and all below that are listened to. Repeating is harmless. */
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
   * Calls `ring`, which must not throw, once when this rings, at once if it has. It runs inside the call that cancels.
   * The result takes it back; call it as soon as you do not care any more.
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

  /** Those above drop those without listeners. */
  #drop(listener: (() => void) | Cancel): void {
    let dropped = listener;
    for (let each: Cancel | null = this; each !== null; each = each.#parent) {
      if (each.#listeners === null || !each.#listeners.delete(dropped) || each.#listeners.size > 0) return;
      each.#listeners = null;
      each.#stopAlarm();
      dropped = each;
    }
  }

  /** Unless one above rings at that time anyway. */
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
