// Reads a file without errors piece by piece: from the start of an item to the start of the next. The tokens of a
// piece are dropped as soon as it is read, and a later version of the text takes over the pieces that it shares.
//
// Nothing is reported here. A text with an error, with a macro or with unusual layout is read as a whole
// (parse.ts), which finds the same trees.
import { Reporter, trying } from "../../diagnostics/index.ts";
import { LIMITS, spend } from "../../limits/index.ts";
import type { Source } from "../../source/index.ts";
import type { Item } from "../ast/index.ts";
import { closerOf, closers, MAX_DEPTH, scanBrackets } from "../brackets.ts";
import { hasControls } from "../deceptive-text.ts";
import { splitItems } from "../items.ts";
import { PartialLexer } from "../lexer.ts";
import { LostNames } from "../lost.ts";
import { usesMacros } from "../macros/expand.ts";
import { fileState, parseItems } from "../parser/index.ts";
import type { Token } from "../tokens.ts";
import { NO_USES, type TreeUses } from "../tree-uses.ts";
import { moved } from "./moved.ts";

export interface Piece {
  /** Where it starts; it ends at the start of the next one. */
  readonly start: number;
  readonly items: readonly Item[];
  readonly uses: Readonly<TreeUses>;
  /** How many numbers of nodes its items took. */
  readonly nodes: number;
}

/** A text that was read in pieces. */
export interface Pieces {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly nodeCount: number;
  /** How many items were read now, and not taken over. */
  readonly read: number;
}

/** Lines that start an item, unless they are inside of one. */
const START = /(?<=[\r\n])(?:@|(?:import|const|let|struct|enum|trait|impl|extern)\b|(?:fun|type) [A-Za-z_])/g;
/** The longest text that decides whether a line starts an item. */
const LOOK_AHEAD = 8;
/** Numbers of nodes that may be unused before a text is read anew: the checker has tables with a row for each. */
const SPARE_NODES = 10_000;

/** The pieces of a text; null if it has to be read as a whole. */
export function readPieces(source: Source, declarations: boolean, earlier: Pieces | null): Pieces | null {
  if (hasControls(source.text)) return null;
  return trying(() => new Reader(source, declarations, earlier).read());
}

class Reader {
  readonly #source: Source;
  readonly #text: string;
  readonly #declarations: boolean;
  readonly #earlier: Pieces | null;
  readonly #pieces: Piece[] = [];
  readonly #diagnostics = new Reporter();
  /** How much of the earlier text is the same at the end. */
  #sameEnd = 0;
  #nodeCount: number;
  #tokens = 0;
  #read = 0;

  constructor(source: Source, declarations: boolean, earlier: Pieces | null) {
    this.#source = source;
    this.#text = source.text;
    this.#declarations = declarations;
    this.#earlier = earlier !== null && isDense(earlier) ? earlier : null;
    this.#nodeCount = this.#earlier?.nodeCount ?? 0;
  }

  read(): Pieces | null {
    const { length } = this.#text;
    let at = this.#takeBefore();
    const later = this.#laterStarts();
    while (at < length) {
      const known = later.get(at);
      if (known !== undefined) {
        this.#takeFrom(known, at);
        break;
      }
      const end = this.#piece(at);
      if (end === null) return null;
      at = end;
    }
    return { text: this.#text, pieces: this.#pieces, nodeCount: this.#nodeCount, read: this.#read };
  }

  /** Takes over the pieces before the first change; returns where the rest starts. */
  #takeBefore(): number {
    const earlier = this.#earlier;
    if (earlier === null) return 0;
    const most = Math.min(this.#text.length, earlier.text.length);
    const [now, then] = [this.#text, earlier.text];
    let same = 0;
    while (same < most && now.charCodeAt(same) === then.charCodeAt(same)) same++;
    let sameEnd = 0;
    while (
      sameEnd < most - same &&
      now.charCodeAt(now.length - sameEnd - 1) === then.charCodeAt(then.length - sameEnd - 1)
    )
      sameEnd++;
    this.#sameEnd = sameEnd;
    for (const [i, piece] of earlier.pieces.entries()) {
      const end = earlier.pieces[i + 1]?.start;
      if (end === undefined || end + LOOK_AHEAD > same) return piece.start;
      this.#pieces.push(piece);
    }
    return 0;
  }

  /** The earlier pieces behind the last change, by where they start now. */
  #laterStarts(): ReadonlyMap<number, number> {
    const earlier = this.#earlier;
    if (earlier === null) return new Map();
    const by = this.#text.length - earlier.text.length;
    const first = earlier.text.length - this.#sameEnd;
    return new Map(
      earlier.pieces.flatMap(({ start }, i) =>
        start >= first && start > 0 ? [[start + by, i] as const] : [],
      ),
    );
  }

  /** Takes over all earlier pieces from one on, which starts at `at` now. */
  #takeFrom(index: number, at: number): void {
    const { pieces } = this.#earlier!;
    const by = at - pieces[index]!.start;
    for (const piece of pieces.slice(index))
      this.#pieces.push(
        by === 0 ? piece : { ...piece, start: piece.start + by, items: moved(piece.items, by) },
      );
  }

  /** Reads the piece that starts at an offset; returns its end, or null if it cannot be read on its own. */
  #piece(start: number): number | null {
    const lexer = new PartialLexer(this.#source, this.#diagnostics, start);
    let depth = 0;
    let counted = 0;
    let end = start;
    // An item with attributes starts with them.
    let isHead = this.#text[start] === "@";
    do {
      START.lastIndex = end + 1;
      const found = START.exec(this.#text);
      end = found?.index ?? this.#text.length;
      const tokens = lexer.readTo(end);
      if (this.#diagnostics.count > 0) return null;
      for (; counted < tokens.length; counted++) {
        const { kind } = tokens[counted]!;
        if (closerOf[kind] !== undefined) depth++;
        else if (closers.has(kind)) depth--;
      }
      const isComplete = depth === 0 && !isHead && (tokens.length === 0 || tokens.at(-1)!.kind === "newline");
      if (isHead && found !== null && this.#text[end] !== "@") isHead = false;
      if (isComplete) break;
    } while (end < this.#text.length);
    const before = this.#nodeCount;
    const items = this.#items(lexer.tokens());
    if (items === null) return null;
    this.#pieces.push({ start, ...items, nodes: this.#nodeCount - before });
    return end;
  }

  /** The items of a piece; null if they cannot be read. */
  #items(tokens: readonly Token[]): Pick<Piece, "items" | "uses"> | null {
    this.#tokens += tokens.length;
    if (this.#tokens > LIMITS.sourceTokens || usesMacros(tokens)) return null;
    spend(tokens.length);
    const brackets = scanBrackets(tokens, MAX_DEPTH);
    if (!brackets.balanced || brackets.tooDeep !== null) return null;
    const diagnostics = this.#diagnostics;
    const file = fileState({
      source: this.#source,
      diagnostics,
      declarations: this.#declarations,
      macros: [],
    });
    file.nextId = this.#nodeCount;
    const items = splitItems(this.#source, brackets).flatMap((range) =>
      diagnostics.count > 0 ? [] : parseItems(file, brackets.tokens, range, () => false, new LostNames()),
    );
    if (diagnostics.count > 0) return null;
    this.#nodeCount = file.nextId;
    this.#read += items.length;
    const { collectionLiterals, methods } = file.uses;
    return { items, uses: !collectionLiterals && methods.size === 0 ? NO_USES : file.uses };
  }
}

function isDense({ pieces, nodeCount }: Pieces): boolean {
  return nodeCount < 2 * pieces.reduce((sum, { nodes }) => sum + nodes, 0) + SPARE_NODES;
}
