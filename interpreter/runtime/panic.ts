// The two ways in which running script code ends early. Both are thrown, and only the scheduler,
// the engine and the HTTP server (language 10.2) may catch them.

/** The unrecoverable failure of language 10.2; `message` is a byte string. */
export class Panic extends Error {
  override readonly name = "Panic";
}

/** `exit(n)` of std/env. */
export class Exit extends Error {
  override readonly name = "Exit";
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}
