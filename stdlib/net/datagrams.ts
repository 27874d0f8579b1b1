// A UDP socket of a program. It holds a limited number of datagrams until they are received. Later ones are
// lost, as the network may lose any.
import { failed } from "./failures.ts";
import type { Sockets, Datagrams } from "../../interpreter/host/index.ts";
import { fail, MAX_DELAY_MS } from "../../interpreter/runtime/index.ts";
import type { Err, ErrorValue, MaybePromise } from "../../interpreter/runtime/index.ts";
import { systemText } from "../error/index.ts";
import { showAddress } from "./address.ts";

const MOST_HELD = 1_000;
const MOST_BYTES_HELD = 4 << 20;

/** The data that `recv_from` returns as a tuple. */
export class Datagram {
  readonly _data: string;
  readonly _from: string;

  constructor(data: string, from: string) {
    this._data = data;
    this._from = from;
  }
}

type Outcome = Datagram | Err<ErrorValue>;

interface Waiter {
  readonly max: number;
  readonly settle: (outcome: Outcome) => void;
  timer: NodeJS.Timeout | undefined;
}

export class UdpPort {
  #datagrams: Datagrams | null = null;
  #held: Datagram[] = [];
  #bytes = 0;
  readonly #waiting: Waiter[] = [];
  #timeout = Infinity;

  /** @throws the error of the system */
  static async bind(sockets: Sockets, host: string, port: number): Promise<UdpPort> {
    const made = new UdpPort();
    made.#datagrams = await sockets.bindDatagrams(host, port, (data, from, fromPort) => {
      made.#arrived(
        new Datagram(
          Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("latin1"),
          showAddress(from, fromPort),
        ),
      );
    });
    return made;
  }

  get address(): string {
    return this.#datagrams === null ? "" : showAddress(this.#datagrams.host, this.#datagrams.port);
  }

  setTimeout(ms: number): void {
    this.#timeout = ms > 0 ? ms : Infinity;
  }

  receive(max: number): MaybePromise<Outcome> {
    const first = this.#held.shift();
    if (first !== undefined) {
      this.#bytes -= first._data.length;
      return cut(first, max);
    }
    if (this.#datagrams === null) return fail("net", "recv_from: unknown socket id");
    return new Promise((settle) => {
      const waiter: Waiter = { max, settle, timer: undefined };
      if (this.#timeout <= MAX_DELAY_MS)
        waiter.timer = setTimeout(() => setImmediate(() => this.#late(waiter)), this.#timeout);
      this.#waiting.push(waiter);
    });
  }

  /** @throws the error of the system */
  async send(data: string, host: string, port: number): Promise<number> {
    await this.#datagrams!.send(Buffer.from(data, "latin1"), host, port);
    return data.length;
  }

  close(): void {
    this.#datagrams?.close();
    this.#datagrams = null;
    this.#held = [];
    for (const { settle, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      settle(fail("net", "recv_from: unknown socket id"));
    }
  }

  #arrived(datagram: Datagram): void {
    const waiter = this.#waiting.shift();
    if (waiter !== undefined) {
      clearTimeout(waiter.timer);
      waiter.settle(cut(datagram, waiter.max));
    } else if (this.#held.length < MOST_HELD && this.#bytes + datagram._data.length <= MOST_BYTES_HELD) {
      this.#held.push(datagram);
      this.#bytes += datagram._data.length;
    }
  }

  #late(waiter: Waiter): void {
    const place = this.#waiting.indexOf(waiter);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    waiter.settle(failed("recv_from", systemText("EAGAIN"), this.address));
  }
}

/** Drops bytes beyond `max`, as the system does. */
function cut(datagram: Datagram, max: number): Datagram {
  return datagram._data.length <= max ? datagram : new Datagram(datagram._data.slice(0, max), datagram._from);
}
