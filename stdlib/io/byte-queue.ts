// A queue of bytes in pieces, which are taken from the front in linear time.

export class ByteQueue {
  private pieces: string[] = [];
  private first = 0;
  private offset = 0;
  private size = 0;

  get length(): number {
    return this.size;
  }

  push(piece: string): void {
    if (piece === "") return;
    this.pieces.push(piece);
    this.size += piece.length;
  }

  /** Takes at most `max` bytes from the front: 1 or more unless the queue is empty. */
  take(max: number): string {
    let taken = this.takePiece(max);
    while (taken.length < max && this.size > 0) taken += this.takePiece(max - taken.length);
    return taken;
  }

  /** Returns all bytes and leaves them in the queue. */
  text(): string {
    const rest = this.pieces.slice(this.first);
    if (this.offset > 0) rest[0] = rest[0]!.slice(this.offset);
    return rest.join("");
  }

  clear(): void {
    this.pieces = [];
    this.first = 0;
    this.offset = 0;
    this.size = 0;
  }

  private takePiece(max: number): string {
    const piece = this.pieces[this.first];
    if (piece === undefined) return "";
    const end = Math.min(piece.length, this.offset + max);
    const taken = piece.slice(this.offset, end);
    this.size -= taken.length;
    this.offset = end;
    if (end === piece.length) this.dropFirst();
    return taken;
  }

  private dropFirst(): void {
    this.pieces[this.first] = "";
    this.first += 1;
    this.offset = 0;
    if (this.first === this.pieces.length) {
      this.pieces = [];
      this.first = 0;
    } else if (this.first > 1024 && this.first * 2 > this.pieces.length) {
      this.pieces = this.pieces.slice(this.first);
      this.first = 0;
    }
  }
}
