// An answer whose body is a file, or a part of one: a piece is read, written, and only then the next one read. So its
// memory is one piece, whatever the size and however slow the client. It is opened again when it is sent, and
// has to be what it was when the response was made.
import type { OpenContent } from "../../../interpreter/host/index.ts";
import type { FileBody } from "../routes/index.ts";
import { Response, TEXT } from "../routes/index.ts";
import { LIMITS } from "../limits.ts";
import type { Begun, Outgoing } from "./outgoing.ts";

export class FileAnswer implements Outgoing {
  readonly deadline = Infinity;
  private readonly begun: Begun;
  private readonly body: FileBody;
  private file: OpenContent | null = null;
  private piece: Uint8Array | null = null;
  private reading = false;
  private position: number;
  private status = 0;
  private keepAlive = false;
  private readonly onRead = (count: number): void => this.read(count);
  private readonly onFailure = (): void => this.read(0);

  constructor(begun: Begun, body: FileBody) {
    this.begun = begun;
    this.body = body;
    this.position = body.start;
  }

  get unsent(): boolean {
    return this.status === 0;
  }

  begin(): void {
    const { response, context, line } = this.begun;
    const silent = context.isHead || line.serializer.isBodyless(response);
    if (!silent && !this.open()) return;
    const answer = line.serializer.streamed(response, context, this.body.length);
    this.status = answer.status;
    this.keepAlive = answer.keepAlive;
    line.add(answer.head);
    if (silent) line.finished(this.status, this.keepAlive);
    else this.goOn();
  }

  /** False when the file is not there any more: that has been answered. */
  private open(): boolean {
    const { line } = this.begun;
    try {
      this.file = line.runtime.host.system.content.open(this.body.path);
      if (this.file.state.tag === this.body.tag) return true;
      this.close();
    } catch {
      // It has gone since the response was made.
    }
    line.instead(Response.of(404, TEXT, "Not Found"));
    return false;
  }

  private get left(): number {
    return this.body.start + this.body.length - this.position;
  }

  private goOn(): void {
    const { file } = this;
    if (file === null || this.reading) return;
    if (this.left === 0) {
      this.close();
      this.begun.line.finished(this.status, this.keepAlive);
      return;
    }
    this.piece ??= Buffer.allocUnsafeSlow(Math.min(LIMITS.filePiece, this.left));
    this.reading = true;
    file
      .read(this.piece, Math.min(this.piece.length, this.left), this.position)
      .then(this.onRead, this.onFailure);
  }

  private read(count: number): void {
    this.reading = false;
    if (this.file === null) return;
    // Shorter than it was, or unreadable: the length that was promised cannot be kept.
    if (count === 0) {
      this.close();
      this.begun.line.broken(this.status);
      return;
    }
    this.position += count;
    this.begun.line.add(count === this.piece!.length ? this.piece! : this.piece!.subarray(0, count));
    this.begun.line.writeNow();
  }

  released(): void {
    // The piece is used again, so all of it must have been written.
    if (!this.begun.line.blocked && this.begun.line.unwritten === 0) this.goOn();
  }

  gone(): void {
    this.close();
  }

  private close(): void {
    this.file?.close();
    this.file = null;
    this.piece = null;
  }

  expired(): void {}

  /** A download that is under way is finished. */
  stop(): void {}
}
