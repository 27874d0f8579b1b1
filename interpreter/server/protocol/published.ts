// What the client shows as diagnostics: only changes are sent.
import type { PublishDiagnosticsParams } from "vscode-languageserver/node";

/** The most diagnostics of files that are not open. */
export const MOST_DIAGNOSTICS = 1_000;

export class Published {
  readonly #send: (params: PublishDiagnosticsParams) => void;
  readonly #shown = new Map<string, string>();

  constructor(send: (params: PublishDiagnosticsParams) => void) {
    this.#send = send;
  }

  /** Shows these, and removes all others. Equal ones are not sent again. */
  show(all: readonly PublishDiagnosticsParams[]): void {
    const seen = new Set<string>();
    for (const params of all) {
      seen.add(params.uri);
      const { diagnostics } = params;
      const text = diagnostics.length === 0 ? "" : JSON.stringify(diagnostics);
      if ((this.#shown.get(params.uri) ?? "") === text) continue;
      this.#remember(params.uri, text);
      this.#send(params);
    }
    for (const uri of [...this.#shown.keys()]) if (!seen.has(uri)) this.clear(uri);
  }

  clear(uri: string): void {
    if (!this.#shown.has(uri)) return;
    this.#shown.delete(uri);
    this.#send({ uri, diagnostics: [] });
  }

  #remember(uri: string, text: string): void {
    if (text === "") this.#shown.delete(uri);
    else this.#shown.set(uri, text);
  }
}
