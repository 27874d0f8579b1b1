// HTTP without a network: a host asks the routes of a script, whose server takes connections that are pairs
// of streams in this process.

export interface DirectHttp {
  /** Sends a request on a connection, whose other end `accept` gets, and gives the response as it comes. */
  fetch(request: Request, accept: (connection: unknown) => void): Promise<Response>;
  /** The same between a request and a response of Node's own server. */
  forward(request: unknown, response: unknown, accept: (connection: unknown) => void): void;
  /** A listener of Node's own server that answers by a function of web requests. */
  listener(answer: (request: Request) => Promise<Response>): (request: unknown, response: unknown) => void;
}
