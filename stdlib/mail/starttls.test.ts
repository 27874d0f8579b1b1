// Mail over TLS: a test server that offers STARTTLS, or speaks TLS from the start, with certificates of an
// authority of its own.
import { createServer as listenPlain, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as listenTls, TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "../../interpreter/testing/run.ts";
import { TestAuthority } from "../http/testing/authority.ts";

const authority = new TestAuthority();
const identity = authority.certify("localhost", "DNS:localhost");
const other = authority.certify("other.test", "DNS:other.test");
const stranger = new TestAuthority();
const unknown = stranger.certify("localhost", "DNS:localhost");
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  authority.remove();
  stranger.remove();
});
/** What the clients of a test said: `tls ` before the commands of an encrypted connection. */
let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.stubEnv("SSL_CERT_FILE", authority.at("ca.pem"));
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
});
afterEach(() => void vi.unstubAllEnvs());

const ANSWERS: Readonly<Record<string, string>> = { STARTTLS: "502 no\r\n", QUIT: "221 bye\r\n" };

/** Speaks SMTP; `offer` is the extension that an unencrypted connection offers. */
function serve(socket: Socket, cert: typeof identity, offer: string): void {
  const encrypted = socket instanceof TLSSocket;
  let inData = false;
  let text = "";
  socket.on("error", () => undefined);
  const take = (bytes: Buffer): void => {
    text += bytes.toString("latin1");
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (inData) {
        inData = line !== ".";
        if (line === ".") socket.write("250 accepted\r\n");
        if (line.startsWith("Subject:")) said.push(line);
        continue;
      }
      const [verb = ""] = line.split(" ");
      said.push(`${encrypted ? "tls " : ""}${verb}`);
      if (verb === "EHLO") socket.write(`250-test\r\n${encrypted ? "" : offer}250 AUTH PLAIN\r\n`);
      else if (verb === "AUTH") socket.write("235 welcome\r\n");
      else if (verb === "DATA") {
        inData = true;
        socket.write("354 go on\r\n");
      } else if (verb === "STARTTLS" && offer !== "") {
        socket.off("data", take);
        socket.write("220 go on\r\n");
        serve(new TLSSocket(socket, { isServer: true, ...cert }), cert, offer);
        return;
      } else socket.write(ANSWERS[verb] ?? "250 fine\r\n");
    }
  };
  socket.on("data", take);
}

/** The port of a server that greets without TLS, or within it. */
async function listening(
  cert: typeof identity,
  { secure = false, offer = "250-STARTTLS\r\n" } = {},
): Promise<number> {
  const greet = (socket: Socket): void => {
    socket.write("220 test\r\n");
    serve(socket, cert, offer);
  };
  const server = secure ? listenTls(cert, greet) : listenPlain(greet);
  server.on("tlsClientError", () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** What `mail.send` returns. */
async function send(port: number, tls: string): Promise<string> {
  const text = `import std/mail
import std/mail { Message, SmtpOptions }

fun main() {
    let message = Message.new().from("ann@example.com").to("bob@example.com").subject("Hi").text("Hello")
    let options = SmtpOptions { host: "localhost", port: ${port}, tls: "${tls}", user: "ann", password: "pw" }
    print(mail.send(message, options))
}
`;
  const capabilities = { net: true, env: true, fs: true } as const;
  const { stdout, stderr } = await run(text, { capabilities });
  return `${stdout}${stderr}`.trim();
}

const DELIVERED = ["tls EHLO", "tls AUTH", "tls MAIL", "tls RCPT", "tls DATA", "Subject: Hi", "tls QUIT"];

test("STARTTLS encrypts the connection before anything of the message or the password", async () => {
  expect(await send(await listening(identity), "starttls")).toBe("Ok(())");
  await vi.waitFor(() => expect(said).toEqual(["EHLO", "STARTTLS", ...DELIVERED]));
});

test("a connection can be encrypted from the beginning", async () => {
  expect(await send(await listening(identity, { secure: true }), "tls")).toBe("Ok(())");
  await vi.waitFor(() => expect(said).toEqual(DELIVERED));
});

test("a server that does not offer STARTTLS, as one behind an attacker, gets nothing of the message", async () => {
  const port = await listening(identity, { offer: "" });
  expect(await send(port, "starttls")).toMatch(/^Err\(mail: send: /);
  expect(said).not.toContain("AUTH");
  expect(said).not.toContain("MAIL");
});

test.each([
  ["starttls", false],
  ["tls", true],
])("with %s, the certificate must be for the host, and by a trusted authority", async (tls, secure) => {
  expect(await send(await listening(other, { secure }), tls)).toMatch(/^Err\(mail: send: .*certificate/i);
  expect(await send(await listening(unknown, { secure }), tls)).toMatch(/^Err\(mail: send: .*certificate/i);
  expect(said.filter((verb) => /AUTH|MAIL/.test(verb))).toEqual([]);
});

test("a server that is not there is reported as for any other connection", async () => {
  const server = listenPlain();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  expect(await send(port, "never")).toMatch(
    /^Err\(mail: send: connect to \S+: Connection refused \(os error \d+\)\)$/,
  );
});
