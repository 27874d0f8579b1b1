// Natives of std/net for datagrams.
import { asCount, fail, Outstanding } from "../../interpreter/runtime/index.ts";
import type {
  Err,
  ErrorValue,
  Int,
  MaybePromise,
  NativeTable,
  Result,
  Runtime,
} from "../../interpreter/runtime/index.ts";
import { denial, errorText } from "../error/index.ts";
import { ALL_INTERFACES, parseAddress, parseListenAddress, resolveHost } from "./address.ts";
import { Datagram, UdpPort } from "./datagrams.ts";
import { attempt, failed } from "./failures.ts";
import { resolvePermitted } from "./permitted.ts";

/** The struct `UdpSocket`. */
class UdpSocket {
  readonly port: UdpPort;

  constructor(port: UdpPort) {
    this.port = port;
  }
}

const UNKNOWN = "unknown socket id";

export function udpNatives(runtime: Runtime): NativeTable {
  const {
    scheduler,
    host: { capabilities, system },
  } = runtime;
  const ports = new Outstanding<UdpPort>(runtime, (left) => {
    for (const port of left) port.close();
  });
  runtime.sockets?.watch(() => ports.size);

  function bindUdp(address: string) {
    return attempt(runtime, "udp_bind", address, async () => {
      const parsed = parseListenAddress(address);
      if (typeof parsed === "string") return denial(capabilities, "net") ?? parsed;
      const denied = capabilities.listen(parsed.host, parsed.port);
      if (denied !== null) return denied;
      const hosts =
        parsed.host === ALL_INTERFACES ? [ALL_INTERFACES] : await resolveHost(system.sockets, parsed.host);
      if (typeof hosts === "string") return hosts;
      const refusal = runtime.sockets?.refusal() ?? null;
      if (refusal !== null) return refusal;
      const port = await UdpPort.bind(system.sockets, hosts[0]!, parsed.port);
      if (scheduler.ended) port.close();
      ports.add(port);
      return new UdpSocket(port);
    });
  }

  async function sendTo(
    { port }: UdpSocket,
    data: string,
    address: string,
  ): Promise<Result<number, ErrorValue>> {
    if (port.address === "") return fail("net", `send_to: ${UNKNOWN}`);
    const parsed = parseAddress(address);
    if (typeof parsed === "string") return failed("send_to", parsed, address);
    const hosts = await resolvePermitted(runtime.host, parsed.host, parsed.port);
    if (typeof hosts === "string") return failed("send_to", hosts, address);
    // A socket of one family reaches addresses of that family.
    const isIPv6 = port.address.startsWith("[");
    const host = hosts.find((each) => each.includes(":") === isIPv6) ?? hosts[0]!;
    const reachable = isIPv6 && !host.includes(":") ? `::ffff:${host}` : host;
    try {
      return await port.send(data, reachable, parsed.port);
    } catch (error) {
      return failed("send_to", errorText(error), address);
    }
  }

  function receiveFrom({ port }: UdpSocket, max: Int): MaybePromise<Datagram | Err<ErrorValue>> {
    const size = asCount(max);
    if (size < 0) return fail("net", "recv_from: read size must be non-negative");
    const outcome = port.receive(size);
    return outcome instanceof Promise ? scheduler.external(outcome) : outcome;
  }

  return {
    structs: { UdpSocket, __Datagram: Datagram },
    functions: {
      udp_bind: bindUdp,
      "UdpSocket.send_to": (socket: UdpSocket, data: string, address: string) =>
        scheduler.external(sendTo(socket, data, address)),
      __recv_from: receiveFrom,
      "UdpSocket.set_read_timeout_ms": ({ port }: UdpSocket, ms: Int) => port.setTimeout(asCount(ms)),
      "UdpSocket.local_addr": ({ port }: UdpSocket): string => port.address,
      "UdpSocket.close"({ port }: UdpSocket): void {
        port.close();
        ports.delete(port);
      },
    },
  };
}
