// Every limit of the module in one table (reference/http-client#connections, reference/http-server#responses).

export const LIMITS = {
  /** Request line to blank line, empty lines before it included. */
  requestHeadBytes: 65_536,
  requestFields: 256,
  requestBodyBytes: 10_485_760,
  responseLineBytes: 102_400,
  responseFields: 100,
  interimResponses: 100,
  chunkLineBytes: 65_536,
  /** Extensions and leading zeros of one body together. */
  chunkOverheadBytes: 65_536,
  trailerBytes: 65_536,
  /** The longest string of the platform. */
  stringBytes: 536_870_888,
  /** One wait for the client covers at most this much of a response. */
  writeSlice: 65_536,
  /** Answers collected before they are written, and requests held while a handler runs. */
  heldBytes: 65_536,
  /** What is read of a file at a time, for each client that it is sent to. */
  filePiece: 131_072,
  /** Of a longer body that waits in memory the client earns time with every byte. */
  patientBytes: 1_048_576,
  /** So many bytes earn a second. */
  takenPerSecond: 16_384,
  /** Parts of a form, or its fields where it is urlencoded; its plain values together; the headers of one part. */
  formParts: 1_000,
  formFields: 10_000,
  formValueBytes: 10_485_760,
  partHeadBytes: 16_384,
  /** A longer file of a form lies on disk. */
  fileInMemory: 1_048_576,
  lingerMs: 2_000,
  /** While draining, the server waits no longer than this for a client that does not close. */
  drainLingerMs: 250,
  /** A body earns a second for so many bytes. */
  bodyBytesPerSecond: 4_096,
  streamChunk: 8_192,
  connectMs: 5_000,
  waitMs: 10_000,
  idlePerOrigin: 64,
  idleInAll: 256,
  idleMs: 4_000,
  /** A kept connection takes an unrepeatable request only this soon after its last response. */
  freshMs: 1_000,
} as const;
