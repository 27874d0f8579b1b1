// All limits of the module (reference/http-client#connections, reference/http-server#responses).

export const LIMITS = {
  /** From the request line to the blank line, including empty lines before it. */
  requestHeadBytes: 65_536,
  requestFields: 256,
  requestBodyBytes: 10_485_760,
  /** Of a request that the client sends. */
  urlBytes: 1_048_576,
  /** The longest path, without the query, that may name a file. */
  filePathBytes: 4_096,
  responseLineBytes: 102_400,
  responseFields: 100,
  interimResponses: 100,
  chunkLineBytes: 65_536,
  /** Extensions and leading zeros of one body together. */
  chunkOverheadBytes: 65_536,
  trailerBytes: 65_536,
  /** The longest string of the platform. */
  stringBytes: 536_870_888,
  /** A wait for the client covers at most this many bytes of a response. */
  writeSlice: 65_536,
  /** Responses collected before they are written, and requests held while a handler runs. */
  heldBytes: 65_536,
  /** The bytes read from a file at a time for each client. */
  filePiece: 131_072,
  /** Above this size, a body that waits in memory gives the client more time with every byte it takes. */
  patientBytes: 1_048_576,
  /** The bytes taken that give the client one more second. */
  takenPerSecond: 16_384,
  /**
   * The parts of a form or, if it is urlencoded, its fields; its plain values together; the headers of one
   * part.
   */
  formParts: 1_000,
  formFields: 10_000,
  formValueBytes: 10_485_760,
  partHeadBytes: 16_384,
  /** A larger file of a form is stored on disk, and so are all files beyond a sum. */
  fileInMemory: 1_048_576,
  formFilesInMemory: 10_485_760,
  /** From a signal to the cut of what is unfinished, and from there to the interruption of its code. */
  stopMs: 10_000,
  cutMs: 500,
  /** The time that interrupted code gets for its deferred calls. */
  unwindMs: 250,
  lingerMs: 2_000,
  /** While draining, the server waits no longer than this for a client to close. */
  drainLingerMs: 250,
  /** The bytes received that give the client one more second for its body. */
  bodyBytesPerSecond: 4_096,
  streamChunk: 8_192,
  connectMs: 5_000,
  waitMs: 10_000,
  idlePerOrigin: 64,
  idleInAll: 256,
  idleMs: 4_000,
  /** A kept connection accepts a request that must not be repeated only this soon after its last response. */
  freshMs: 1_000,
} as const;
