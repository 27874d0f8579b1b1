// Reading of many accepted sockets into one buffer. Node makes a buffer of 64 KiB for every read of a
// socket that a server accepted, a quarter of the cost of a small exchange; `onread` of `net.Socket`
// avoids it, but only for sockets that one makes oneself.
import { Socket } from "node:net";

const SIZE = 65_536;

/** What Node's sockets wrap; not part of its documented interface. */
interface HandleOwner {
  _handle?: object | null;
}

export class SharedBuffer {
  private made: Buffer | null = null;

  /**
   * Starts to read a socket that was accepted paused.
   * @param received gets what has come, as a byte string
   * @returns the socket to use from now on
   */
  read(socket: Socket, received: (bytes: string) => void): Socket {
    const owner = socket as HandleOwner;
    const handle = owner._handle;
    if (handle === undefined || handle === null) {
      socket.on("data", (bytes: Buffer) => received(bytes.toString("latin1")));
      return socket;
    }
    // The accepted socket has no part in the connection any more; nobody else knows it.
    owner._handle = null;
    const buffer = (this.made ??= Buffer.allocUnsafeSlow(SIZE));
    const onread = {
      buffer,
      callback: (length: number) => {
        received(buffer.toString("latin1", 0, length));
        return true;
      },
    };
    const options: object = { handle, allowHalfOpen: true, onread };
    return new Socket(options).resume();
  }
}
