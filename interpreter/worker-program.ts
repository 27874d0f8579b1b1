// A loaded program whose code runs in a thread: each call takes a message there and one back.
import type { Checked } from "./engine.ts";
import { entryOf } from "./engine-options.ts";
import type { EngineThread } from "./engine-thread.ts";
import { nodeSystem } from "./host/node/index.ts";
import type { ExitReason } from "./launch/index.ts";
import type { Entry } from "./modules/index.ts";
import type { Program, ProgramFunctionInfo, Reloaded } from "./program.ts";
import { Source } from "./source/index.ts";
import type { Action } from "./worker-messages.ts";
import { ThreadEnded } from "./worker-slots.ts";

/** Restores the sources of diagnostics, which have methods that messages cannot carry. */
export function revived<T extends { readonly diagnostics: Checked["diagnostics"] }>(outcome: T): T {
  const { sources, ...rest } = outcome as T & { readonly sources: readonly { name: string; text: string }[] };
  const all = sources.map(({ name, text }) => new Source(name, text));
  const label = <L extends { readonly source: Source }>(one: L): L => ({
    ...one,
    source: all[one.source as unknown as number]!,
  });
  return {
    ...(rest as unknown as T),
    diagnostics: outcome.diagnostics.map((one) => ({
      ...one,
      primary: label(one.primary),
      related: one.related.map(label),
      ...(one.fixes && { fixes: one.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(label) })) }),
    })),
  };
}

let lastFetch = 0;

function aborted(): DOMException {
  return new DOMException("the request was aborted", "AbortError");
}

/** Reads the body, until the request is aborted. @throws what reading it throws */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const { body, signal } = request;
  if (body === null || request.bodyUsed) return body && new Uint8Array(await request.arrayBuffer());
  const reader = body.getReader();
  // The pending read then ends.
  const abort = (): void => void reader.cancel(aborted()).catch(() => {});
  signal.addEventListener("abort", abort);
  try {
    const pieces: Uint8Array[] = [];
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
    }
    return new Uint8Array(await new Response(ReadableStream.from(pieces)).arrayBuffer());
  } finally {
    signal.removeEventListener("abort", abort);
    reader.releaseLock();
  }
}

/** A loaded program in a thread. */
export class WorkerProgram implements Program {
  readonly #thread: EngineThread;
  readonly #number: number;
  functions: readonly ProgramFunctionInfo[] = [];

  private constructor(thread: EngineThread, number: number) {
    this.#thread = thread;
    this.#number = number;
  }

  static async of(thread: EngineThread, number: number): Promise<WorkerProgram> {
    const program = new WorkerProgram(thread, number);
    thread.hosts(number);
    await program.#learn();
    return program;
  }

  get exitReason(): ExitReason | null {
    return this.#thread.exitReasonOf(this.#number);
  }

  call(name: string, ...args: readonly unknown[]): Promise<never> {
    return this.#act("call", [name, args]) as Promise<never>;
  }

  async fetch(request: Request, server?: string): Promise<Response> {
    const { signal } = request;
    const body = await bodyOf(request);
    if (signal.aborted) throw aborted();
    const init = { method: request.method, headers: [...request.headers], ...(body && { body }) };
    const key = ++lastFetch;
    const abort = (): void => void this.#act("abortFetch", [key]).catch(() => {});
    signal.addEventListener("abort", abort);
    try {
      const answer = (await this.#act("fetch", [key, request.url, init, server])) as {
        status: number;
        statusText: string;
        headers: [string, string][];
        body: Uint8Array<ArrayBuffer>;
      };
      const empty = [204, 205, 304].includes(answer.status);
      return new Response(empty ? null : answer.body, answer);
    } catch (error) {
      throw signal.aborted ? aborted() : error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  handler(server?: string): (request: unknown, response: unknown) => void {
    return nodeSystem.directHttp.listener((request) => this.fetch(request, server));
  }

  async instance(): Promise<Program<never>> {
    const number = (await this.#act("instance", [])) as number;
    return (await WorkerProgram.of(this.#thread, number)) as Program<never>;
  }

  async reset(): Promise<void> {
    await this.#act("reset", []);
  }

  async reload(entry: Entry | string): Promise<Reloaded> {
    entryOf(entry);
    const reloaded = revived((await this.#act("reload", [entry])) as Reloaded);
    await this.#learn();
    return reloaded;
  }

  /** Other instances in the thread continue; the last one ends it. */
  close(): void {
    this.#thread.close(this.#number);
  }

  async #learn(): Promise<void> {
    this.functions = (await this.#act("functions", [])) as readonly ProgramFunctionInfo[];
  }

  async #act(action: Action, args: readonly unknown[]): Promise<unknown> {
    try {
      return await this.#thread.act(action, this.#number, args);
    } catch (error) {
      throw error instanceof ThreadEnded ? error.asScriptError() : error;
    }
  }
}
