// A response whose body is a file, or a part of one. A piece is read and written before the next one is read,
// so the memory is one piece, whatever the size and however slow the client. The file is opened again when it
// is sent, and must not have changed since the response was created.
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

  /** Opens the file. Returns false if it has gone or changed; in that case, 404 has been sent. */
  private open(): boolean {
    const { line } = this.begun;
    try {
      this.file = line.runtime.host.system.content.open(this.body.path);
      if (this.file.state.tag === this.body.tag) return true;
      this.close();
    } catch {
      // The file has gone since the response was created.
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
    // The file is shorter than before, or unreadable: the announced length cannot be kept.
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
    // The piece is reused, so all of it must have been written.
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

  /** A download in progress is completed. */
  stop(): void {}
}
