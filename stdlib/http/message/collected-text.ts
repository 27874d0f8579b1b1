// Collects pieces of text into one string, in linear time and in memory of the order of the text, however
// small the pieces are.

const PIECES_PER_BLOCK = 1024;

export class CollectedText {
  length = 0;
  private blocks: string[] = [];
  private recent: string[] = [];

  add(piece: string): void {
    this.length += piece.length;
    this.recent.push(piece);
    if (this.recent.length === PIECES_PER_BLOCK) {
      this.blocks.push(this.recent.join(""));
      this.recent = [];
    }
  }

  /** Returns the whole text and empties the collector. */
  take(): string {
    const pieces = this.takePieces();
    return pieces.length === 1 ? pieces[0]! : pieces.join("");
  }

  /** Returns the text in pieces and empties the collector. */
  takePieces(): string[] {
    const pieces = this.blocks.length === 0 ? this.recent : [...this.blocks, ...this.recent];
    this.blocks = [];
    this.recent = [];
    this.length = 0;
    return pieces;
  }
}
