// The certificates of a server (reference/http-server#tls), selected by the name that a client requests, and
// read again when their files change.
import type { Content, SecureContext, Sockets } from "../../../interpreter/host/index.ts";
import { codeOf, socketText } from "../../net/index.ts";

/** The largest certificate file. */
const MOST_BYTES = 1 << 20;

interface Files {
  readonly certificate: string;
  readonly key: string;
  /** Identifies this state of both files. */
  tags: string;
  /** The problems that have been reported and persist. */
  reported: string | null;
}

interface KnownIdentity {
  identity: SecureContext;
  /** Null for a certificate passed as PEM text. */
  readonly files: Files | null;
}

/** Used to read certificates and to report problems. */
export interface IdentitySource {
  readonly content: Content;
  readonly sockets: Sockets;
  readonly report: (line: string) => void;
}

export class Identities {
  readonly #source: IdentitySource;
  #usual: KnownIdentity | null = null;
  readonly #byName = new Map<string, KnownIdentity>();

  constructor(source: IdentitySource) {
    this.#source = source;
  }

  /**
   *
   * @param name a host, `*.` and a host, or null for all hosts without their own certificate
   * @throws Error
   */
  addFiles(name: string | null, certificate: string, key: string): void {
    const files = { certificate, key, tags: this.#tags(certificate, key), reported: null };
    this.#add(name, { identity: this.#read(files), files });
  }

  /** @throws Error */
  addTexts(name: string | null, certificate: string, key: string): void {
    this.#add(name, { identity: this.#source.sockets.context(null, certificate, key), files: null });
  }

  #add(name: string | null, entry: KnownIdentity): void {
    if (name === null) this.#usual = entry;
    else this.#byName.set(name.toLowerCase(), entry);
  }

  /**
   * Returns the certificate for the next handshake. Checking the state of two files costs little compared
   * with a handshake.
   */
  of(name: string): SecureContext {
    const lower = name.toLowerCase();
    const entry = this.#byName.get(lower) ?? this.#byName.get(lower.replace(/^[^.]*/, "*")) ?? this.#usual!;
    if (entry.files !== null) this.#look(entry, entry.files);
    return entry.identity;
  }

  /**
   * Reads the files again if they have changed. A problem is reported once, and the old certificate stays.
   */
  #look(entry: KnownIdentity, files: Files): void {
    try {
      const tags = this.#tags(files.certificate, files.key);
      if (tags !== files.tags) {
        files.tags = tags;
        entry.identity = this.#read(files);
      }
      files.reported = null;
    } catch (error) {
      const problem = problemOf(error);
      if (problem === files.reported) return;
      files.reported = problem;
      this.#source.report(`http: the certificate ${files.certificate} could not be read again: ${problem}\n`);
    }
  }

  #tags(certificate: string, key: string): string {
    const { content } = this.#source;
    const tag = (path: string): string => naming(path, () => content.stateOf(path).tag);
    return `${tag(certificate)} ${tag(key)}`;
  }

  #read({ certificate, key }: Files): SecureContext {
    const texts = [certificate, key].map((path) => naming(path, () => this.#text(path)));
    return naming(`${certificate}, ${key}`, () => this.#source.sockets.context(null, texts[0]!, texts[1]!));
  }

  #text(path: string): string {
    const file = this.#source.content.open(path);
    try {
      const bytes = new Uint8Array(Math.min(MOST_BYTES, Math.max(file.state.size, 1)));
      return Buffer.from(bytes.subarray(0, file.readSync(bytes, bytes.length, 0))).toString("latin1");
    } finally {
      file.close();
    }
  }
}

/** @throws Error that names the files concerned */
function naming<T>(paths: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${problemOf(error)} (${paths})`, { cause: error });
  }
}

/**
 * Describes a problem in one line, without the internal codes of the TLS library and error numbers of the
 * system.
 */
export function problemOf(error: unknown): string {
  return socketText(error as Error)
    .replace(/^error:[0-9A-F]+:/i, "")
    .replace(/ \(os error \d+\)$/, "");
}

/** The code of a problem (reference/errors#codes). */
export function problemCode(error: unknown): string {
  const { cause } = error as Error;
  return cause === undefined ? codeOf(socketText(error as Error)) : problemCode(cause);
}
