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

  /**
   * Shows these and, if they are all there are, removes others. Equal ones are not sent again; but each document that
   * was opened is answered once, so that its editor knows that it has been checked.
   */
  show(all: readonly PublishDiagnosticsParams[], isAll: boolean): void {
    const seen = new Set<string>();
    for (const params of all) {
      const { uri, diagnostics, version } = params;
      seen.add(uri);
      const text = diagnostics.length === 0 ? "" : JSON.stringify(diagnostics);
      const known = this.#shown.get(uri);
      if (known === text || (known === undefined && text === "" && version === undefined)) continue;
      this.#shown.set(uri, text);
      this.#send(params);
    }
    if (isAll) for (const uri of [...this.#shown.keys()]) if (!seen.has(uri)) this.clear(uri);
  }

  clear(uri: string): void {
    const known = this.#shown.get(uri);
    if (!this.#shown.delete(uri) || known === "") return;
    this.#send({ uri, diagnostics: [] });
  }
}
