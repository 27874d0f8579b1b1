// Delivers one message to a server by SMTP, over a connection of its own.
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { systemText } from "../net/index.ts";

/** Why the server did not take a message. */
export class Refusal extends Error {
  readonly code: string;
  constructor(message: string, code = "") {
    super(message);
    this.code = code;
  }
}

/** The server: its name, and the numeric address that the program may reach. */
export interface Server {
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly tls: "starttls" | "tls" | "never";
  readonly user: string;
  readonly password: string;
  /** The certificates of the authorities that the program trusts, as PEM. */
  readonly roots: () => string;
}

/** How long the server may be silent. */
const SILENCE_MS = 30_000;

/** Rejects with a Refusal. `atEnd` closes the connection if the program ends first. */
export async function delivered(
  server: Server,
  envelope: { readonly from: string; readonly to: string[] },
  message: Buffer,
  atEnd: (close: () => void) => () => void,
): Promise<void> {
  const connection = new SMTPConnection({
    host: server.address,
    port: server.port,
    secure: server.tls === "tls",
    requireTLS: server.tls === "starttls",
    ignoreTLS: server.tls === "never",
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says: a password may follow.
    ...(server.tls !== "never" && { tls: { ca: server.roots(), rejectUnauthorized: true } }),
    // A name, not the address, is what the certificate of the server proves.
    ...(/^[\d.]+$|:/.test(server.host) ? {} : { servername: server.host }),
  });
  const forget = atEnd(() => connection.close());
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.once("end", () => reject(new Error("the connection was closed")));
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (server.user !== "") await loggedIn(connection, server);
    await sent(connection, envelope, message);
    connection.quit();
  } catch (error) {
    connection.close();
    throw refusalOf(error);
  } finally {
    forget();
  }
}

function loggedIn(connection: SMTPConnection, { user, password }: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once("error", reject);
    connection.login({ user, credentials: { user, pass: password } }, (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

function sent(
  connection: SMTPConnection,
  envelope: { readonly from: string; readonly to: string[] },
  message: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once("error", reject);
    connection.send(envelope, message, (error, info) => {
      if (error) reject(error);
      else if ((info?.rejected ?? []).length > 0)
        reject(new Error(`the server refused a recipient: ${String(info!.rejected[0])}`));
      else resolve();
    });
  });
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_reset",
  ETIMEDOUT: "timed_out",
};

function refusalOf(error: unknown): Refusal {
  const { message, code = "", cause } = error as Error & { code?: string };
  const inner = (cause as { code?: string } | undefined)?.code ?? "";
  const system = /\bE[A-Z]{5,}\b/.exec(message)?.[0] ?? "";
  // `connect ECONNREFUSED 127.0.0.1:25`
  const text = message.replace(/^connect (E[A-Z]{5,}) (\S+)$/, (_, name: string, address: string) => {
    return `connect to ${address}: ${systemText(name)}`;
  });
  return new Refusal(
    text.replace(/[\0-\x1f\x7f]+/g, " "),
    CODES[code] ?? CODES[inner] ?? CODES[system] ?? "",
  );
}
