// std/mail: messages, and their delivery to a server.
import {
  asCount,
  fail,
  UNIT,
  type Err,
  type ErrorValue,
  type Int,
  type NativeTable,
  type Runtime,
  type Unit,
} from "../../interpreter/runtime/index.ts";
import { codeOf, errorText, resolvePermitted, TrustStore } from "../net/index.ts";
import { delivered, Refusal } from "./delivery.ts";
import { encoded, MailProblem, type Message } from "./message.ts";

/** The struct `SmtpOptions`. */
interface SmtpOptions {
  readonly _host: string;
  readonly _port: Int;
  readonly _tls: string;
  readonly _user: string;
  readonly _password: string;
}

function failed(operation: string, error: unknown): Err<ErrorValue> {
  if (error instanceof MailProblem) return fail("mail", error.message);
  if (error instanceof Refusal) return fail("mail", `${operation}: ${error.message}`, error.code);
  const text = errorText(error);
  return fail("mail", `${operation}: ${text}`, codeOf(text));
}

export function create(runtime: Runtime): NativeTable {
  const trust = new TrustStore(runtime.host.system);

  async function send(message: Message, options: SmtpOptions): Promise<Unit> {
    const { _host: host, _port, _tls: tls, _user: user, _password: password } = options;
    const port = asCount(_port);
    if (tls !== "starttls" && tls !== "tls" && tls !== "never") throw new MailProblem(`unknown tls: ${tls}`);
    if (!(port >= 1 && port <= 65535)) throw new MailProblem(`the port is out of range: ${_port}`);
    const { from, to, text } = await encoded(message);
    const addresses = await resolvePermitted(runtime.host, host, port);
    const refusal = typeof addresses === "string" ? addresses : (runtime.sockets?.refusal() ?? null);
    if (refusal !== null) throw new Refusal(refusal, codeOf(refusal));
    const server = {
      host,
      address: addresses[0]!,
      port,
      tls,
      user,
      password,
      roots: () => trust.roots(),
    } as const;
    await delivered(server, { from, to: [...to] }, Buffer.from(text, "latin1"), (close) =>
      runtime.atEnd(close),
    );
    return UNIT;
  }

  const { scheduler } = runtime;
  return {
    functions: {
      __encode: (message: Message) =>
        scheduler.external(
          encoded(message).then(
            ({ text }) => text,
            (error: unknown) => failed("encode", error),
          ),
        ),
      __send: (message: Message, options: SmtpOptions) =>
        scheduler.external(send(message, options).catch((error: unknown) => failed("send", error))),
    },
  };
}
