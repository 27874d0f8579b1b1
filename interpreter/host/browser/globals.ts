// What code of the runtime and of modules expects of Node's globals, for bundles: the build replaces these names by
// the exports here (scripts/browser.ts), so that a page's own globals stay as they are.
export { Buffer } from "./buffer.ts";

type Callback = (...args: unknown[]) => void;

const page = globalThis as unknown as {
  setTimeout(callback: () => void, millis?: number): unknown;
  clearTimeout(id: unknown): void;
  setInterval(callback: () => void, millis?: number): unknown;
  clearInterval(id: unknown): void;
};

/** A timer as Node returns it. A page has no end that a timer could delay. */
class Timer {
  readonly #call: () => void;
  readonly #millis: number;
  readonly #repeats: boolean;
  #id: unknown;

  constructor(callback: Callback, millis: number, repeats: boolean, args: readonly unknown[]) {
    this.#call = () => callback(...args);
    this.#millis = millis;
    this.#repeats = repeats;
    this.#start();
  }

  #start(): void {
    this.#id = this.#repeats
      ? page.setInterval(this.#call, this.#millis)
      : page.setTimeout(this.#call, this.#millis);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }

  refresh(): this {
    this.clear();
    this.#start();
    return this;
  }

  clear(): void {
    if (this.#repeats) page.clearInterval(this.#id);
    else page.clearTimeout(this.#id);
  }
}

export function setTimeout(callback: Callback, millis = 0, ...args: unknown[]): Timer {
  return new Timer(callback, millis, false, args);
}

export function setInterval(callback: Callback, millis = 0, ...args: unknown[]): Timer {
  return new Timer(callback, millis, true, args);
}

export function clearTimeout(timer: unknown): void {
  if (timer instanceof Timer) timer.clear();
}

export const clearInterval = clearTimeout;

const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port2.onmessage = () => waiting.shift()?.();

/** In a later turn of the event loop, without the delay that browsers add to nested timers. */
export function setImmediate(callback: Callback, ...args: unknown[]): void {
  waiting.push(() => callback(...args));
  port1.postMessage(null);
}

/** What the streams of `readable-stream` use of Node's process. */
export const process = {
  nextTick: (callback: Callback, ...args: unknown[]): void => queueMicrotask(() => callback(...args)),
  env: {},
  versions: {},
  emitWarning: (): void => {},
};

export default process;
