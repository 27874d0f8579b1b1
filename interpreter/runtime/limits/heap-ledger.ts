// Which part of the JavaScript heap belongs to which program. Programs of one thread share its heap with each
// other and with the host, and V8 only tells its size, garbage included. So the ledger keeps an account: the
// bytes that belong to the host, and those of each program. A complete collection (`settle`) tells how much
// all of them hold; what has come since the last one belongs to the programs that were running while the
// heap grew (`grown`), up to that growth, and the rest to the host.
//
//   begin ──► look ──┬─ small growth ──────────────────────► look
//     ▲              └─ growth that could exceed a limit: first young garbage is collected, then all
//     └─ another program begins: young garbage is collected, the rest is `grown`
//
// Soundness: a program is ended only after a complete collection, for bytes that came while it was running.
import { machine } from "../../host/index.ts";

/** What one program holds; exact after `settle`. */
export interface HeapShare {
  held: number;
  /** The growth of the heap while the program was running, since the last `settle`. */
  grown: number;
  /** Whether no `settle` has told yet what was there before it. */
  isNew: boolean;
}

/** Growth that is not worth a collection of young garbage when another program begins. */
const SMALL = 32_000;

class HeapLedger {
  readonly #shares = new Set<HeapShare>();
  /** The bytes of the host. */
  #host = 0;
  /** The bytes that all held at the last `settle`. */
  #live = 0;
  /** The size of the heap at the last look. */
  #used = 0;
  /** Whether a program has ended since the last `settle`: it held more than was known, at the host's expense. */
  #hasClosed = false;
  /** The program that runs, or has run last. */
  #runs: HeapShare | null = null;

  /** Opens the account of a program that starts. */
  open(): HeapShare {
    const share = { held: 0, grown: 0, isNew: true };
    this.#shares.add(share);
    this.#used = usedHeap();
    return share;
  }

  close(share: HeapShare): void {
    if (this.#shares.delete(share)) this.#hasClosed = true;
    if (this.#runs === share) this.#runs = null;
  }

  /** The program of `share` begins to run: what has come since the last look belongs to the one before. */
  begin(share: HeapShare): void {
    if (this.#runs === share) return;
    if (this.#runs !== null) {
      const used = usedHeap();
      this.#note(this.#runs, used - this.#used > SMALL ? this.#withoutYoung() : used);
    }
    this.#runs = share;
  }

  /**
   * Notes how the heap has grown while the program of `share` was running.
   * @returns the growth since the last `settle`, garbage included; of a new program, only its own
   */
  look(share: HeapShare): number {
    this.begin(share);
    this.#note(share, usedHeap());
    return share.isNew ? share.grown : this.#used - this.#live;
  }

  /** The same after the collection of young garbage, which is quick. */
  lookClosely(share: HeapShare): number {
    this.#note(share, this.#withoutYoung());
    return share.isNew ? share.grown : this.#used - this.#live;
  }

  #note(share: HeapShare, used: number): void {
    share.grown += Math.max(0, used - this.#used);
    this.#used = used;
    // What V8 frees later than `settle`, as it does with buffers, must not hide what the program adds.
    if (used < this.#live) {
      this.#remove(this.#live - used);
      this.#live = used;
    }
  }

  #withoutYoung(): number {
    machine().javascript.collectYoungGarbage();
    return usedHeap();
  }

  /** Collects all garbage, and divides what is left between the programs and the host. */
  settle(): void {
    this.#live = heldHeap();
    this.#used = this.#live;
    const shares = [...this.#shares];
    const more = this.#live - this.#host - sum(shares, (share) => share.held);
    if (more > 0) this.#host += more - this.#add(shares, more);
    else this.#remove(-more);
    this.#hasClosed = false;
    for (const share of shares) {
      share.grown = 0;
      share.isNew = false;
    }
  }

  /** Divides `bytes` by the growth of each program; returns how many belong to programs. */
  #add(shares: readonly HeapShare[], bytes: number): number {
    const known = shares.filter((share) => !share.isNew);
    const grown = sum(known, (share) => share.grown);
    const part = grown === 0 ? 0 : Math.min(1, bytes / grown);
    for (const share of known) share.held += share.grown * part;
    return grown * part;
  }

  /**
   * Removes `bytes` that are gone: from the programs what they held, the rest from the host; all from the host
   * if a program has begun or ended since the last `settle`, as what came or went while the host ran is unknown.
   */
  #remove(bytes: number): void {
    const shares = [...this.#shares];
    const isKnown = !this.#hasClosed && !shares.some((share) => share.isNew);
    this.#host -= isKnown ? bytes - this.#take(shares, bytes) : bytes;
  }

  /** Takes `bytes` that are gone from the programs; returns how many of them they held. */
  #take(shares: readonly HeapShare[], bytes: number): number {
    const held = sum(shares, (share) => share.held);
    const part = held === 0 ? 0 : Math.min(1, bytes / held);
    for (const share of shares) share.held -= share.held * part;
    return held * part;
  }
}

function sum(shares: readonly HeapShare[], of: (share: HeapShare) => number): number {
  return shares.reduce((total, share) => total + of(share), 0);
}

/** The ledger of this thread: its heap is one, whatever number of engines uses it. */
export const heapLedger = new HeapLedger();

/** Bytes of the heap, garbage included. */
export function usedHeap(): number {
  const { used, external } = machine().javascript.heap();
  return used + external;
}

/** Bytes of the heap without garbage. */
export function heldHeap(): number {
  machine().javascript.collectGarbage();
  return usedHeap();
}
