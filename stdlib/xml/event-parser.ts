// Events of a document, by the package saxes, piece by piece. It reads nothing but what it is given, and knows no
// entities but the predefined ones.
import { SaxesParser } from "saxes";
import { ErrorValue, toBytes } from "../../interpreter/runtime/index.ts";

/** The kind of event, and its name or text. */
export interface XmlEvent {
  readonly kind: "start" | "end" | "text";
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const NONE: ReadonlyMap<string, string> = new Map();
/** The most elements within each other. */
const DEEPEST = 1_000;

export class EventParser {
  /** Events that have not been taken. */
  readonly events: XmlEvent[] = [];
  next = 0;
  failure: ErrorValue | null = null;
  readonly #parser = new SaxesParser();
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #depth = 0;
  #text: string[] = [];

  constructor() {
    const parser = this.#parser;
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("text", (text) => this.#addText(text));
    parser.on("cdata", (text) => this.#addText(text));
    parser.on("opentag", ({ name, attributes }) => {
      this.#endText();
      if (++this.#depth > DEEPEST) parser.fail("elements are nested too deeply.");
      const found = new Map(
        Object.entries(attributes).map(([key, value]) => [toBytes(key), toBytes(value as string)]),
      );
      this.events.push({ kind: "start", text: toBytes(name), attributes: found });
    });
    parser.on("closetag", ({ name }) => {
      this.#endText();
      this.#depth--;
      this.events.push({ kind: "end", text: toBytes(name), attributes: NONE });
    });
  }

  /** Text in several parts, such as CDATA sections, is one event. */
  #addText(text: string): void {
    if (text !== "" && this.#depth > 0) this.#text.push(text);
  }

  #endText(): void {
    if (this.#text.length === 0) return;
    this.events.push({ kind: "text", text: toBytes(this.#text.join("")), attributes: NONE });
    this.#text = [];
  }

  /** Reads a piece, "" for the end. Returns the problem, or null. */
  feed(piece: string): ErrorValue | null {
    try {
      const isEnd = piece === "";
      const text = this.#decoded(piece);
      if (text !== "") this.#parser.write(text);
      if (isEnd) this.#parser.close();
      return null;
    } catch (error) {
      return this.#problem(error as Error);
    }
  }

  /** @throws Error for bytes that are not UTF-8 */
  #decoded(piece: string): string {
    try {
      return this.#decoder.decode(Buffer.from(piece, "latin1"), { stream: piece !== "" });
    } catch {
      throw new Error("not UTF-8");
    }
  }

  #problem({ message }: Error): ErrorValue {
    // The package begins with its own location.
    const text = message.replace(/^\d+:\d+: /, "");
    const { line, columnIndex } = this.#parser;
    return new ErrorValue("xml", `line ${line}, column ${Math.max(columnIndex, 1)}: ${toBytes(text)}`);
  }

  /** Returns the next event, if there is one. */
  take(): XmlEvent | undefined {
    const event = this.events[this.next];
    if (event === undefined) return undefined;
    this.next++;
    if (this.next === this.events.length) {
      this.events.length = 0;
      this.next = 0;
    }
    return event;
  }
}
