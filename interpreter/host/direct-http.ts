// HTTP without a network: a host calls the routes of a script, whose server takes pairs of streams in this
// process as connections.

export interface DirectHttp {
  /**
   * Sends a request on a connection whose other end is passed to `accept`; returns the response as it
   * arrives.
   */
  fetch(request: Request, accept: (connection: unknown) => void): Promise<Response>;
  /** As `fetch`, with a request and a response of Node's own server. */
  forward(request: unknown, response: unknown, accept: (connection: unknown) => void): void;
  /** A listener for Node's own server that answers with a function of web requests. */
  listener(answer: (request: Request) => Promise<Response>): (request: unknown, response: unknown) => void;
}
