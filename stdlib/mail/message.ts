// Messages as bytes, by the package nodemailer. It may read neither files nor URLs.
import MailComposer from "nodemailer/lib/mail-composer";
import { fromBytes, payload, type Option } from "../../interpreter/runtime/index.ts";

/** Something wrong with a message or its options. */
export class MailProblem extends Error {}

/** The struct `Message`. */
export interface Message {
  readonly ___from: string;
  readonly ___to: readonly string[];
  readonly ___bcc: readonly string[];
  readonly ___subject: string;
  readonly ___text: Option<string>;
  readonly ___html: Option<string>;
  readonly ___files: readonly string[];
}

/** The sender and the recipients as the server gets them, and the message. */
export interface Encoded {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A name and an address in brackets, or an address alone. */
const ADDRESS = /^(?:[^<>]*<([^\s<>@,;]+@[^\s<>@,;]+)>|([^\s<>@,;]+@[^\s<>@,;]+))$/;

/** The address without the name. @throws MailProblem */
function addressOf(text: string): string {
  const found = ADDRESS.exec(oneLine("an address", text).trim());
  if (found === null) throw new MailProblem(`not an address: ${text.slice(0, 64)}`);
  return fromBytes((found[1] ?? found[2])!);
}

/** Line breaks would begin another header. @throws MailProblem */
function oneLine(what: string, text: string): string {
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(text)) throw new MailProblem(`${what} contains a control character`);
  return text;
}

/** Rejects with a MailProblem. */
export async function encoded(message: Message): Promise<Encoded> {
  const { ___from: from, ___to: to, ___bcc: bcc, ___subject: subject, ___files: files } = message;
  if (from === "") throw new MailProblem("the message has no sender");
  if (to.length + bcc.length === 0) throw new MailProblem("the message has no recipient");
  const sender = addressOf(from);
  const recipients = [...to, ...bcc].map(addressOf);
  const attachments = [];
  for (let i = 0; i + 2 < files.length; i += 3)
    attachments.push({
      filename: fromBytes(oneLine("the name of a file", files[i]!)),
      contentType: fromBytes(oneLine("the type of a file", files[i + 1]!)),
      content: Buffer.from(files[i + 2]!, "latin1"),
    });
  const composer = new MailComposer({
    from: fromBytes(from),
    to: to.map(fromBytes),
    subject: fromBytes(oneLine("the subject", subject)),
    attachments,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(message.___text !== null && { text: fromBytes(payload(message.___text)) }),
    ...(message.___html !== null && { html: fromBytes(payload(message.___html)) }),
  });
  const bytes = await composer.compile().build();
  return { from: sender, to: recipients, text: bytes.toString("latin1") };
}
