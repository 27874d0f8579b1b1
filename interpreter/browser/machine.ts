// The machine that a page passes to an engine: files and a network in memory.
import { confinedFiles, exchange, MemoryNetwork, MemoryTree, pageSystem } from "../host/browser/index.ts";
import { portableCode, type System } from "../host/index.ts";
import type { SourceReader } from "../modules/index.ts";
import { fromBytes, toBytes, type Capabilities } from "../runtime/host.ts";

export interface MachineOptions {
  /** The files, by path; relative paths start at the working folder, `/home`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The environment variables. Default: none. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The working folder. */
export const HOME = "/home";
const DEFAULT_PORT = 80;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Files, environment variables and a network, which exist only in the memory of the page. */
export class Machine {
  readonly system: System;
  /** Reads the files that programs import. */
  readonly reader: SourceReader;
  readonly #tree = new MemoryTree();
  readonly #network = new MemoryNetwork();

  constructor({ files = {}, variables = {} }: MachineOptions) {
    const bytes = Object.entries(variables).map(([name, value]) => [toBytes(name), toBytes(value)] as const);
    this.system = pageSystem(this.#tree, this.#network, new Map(bytes));
    this.#tree.workingFolder = HOME;
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    const { sources } = this.system;
    this.reader = {
      canonical: (path) => attempt(() => sources.canonical(path)),
      read: (path) => attempt(() => sources.read(path)),
    };
  }

  systemFor(capabilities: Capabilities): System {
    return capabilities.confinesFiles
      ? { ...this.system, files: confinedFiles(this.system.files, capabilities) }
      : this.system;
  }

  /** Writes a file, and the folders on the way to it. */
  write(path: string, content: string | Uint8Array): void {
    const whole = path.startsWith("/") ? path : `${HOME}/${path}`;
    this.#tree.write(toBytes(whole), typeof content === "string" ? encoder.encode(content) : content);
  }

  /** The content of a file as text; null if there is none at that path. */
  read(path: string): string | null {
    const whole = path.startsWith("/") ? path : `${HOME}/${path}`;
    try {
      const node = this.#tree.get(toBytes(whole));
      return node.kind === "file" ? decoder.decode(node.bytes) : null;
    } catch {
      return null;
    }
  }

  /** The paths of all files, sorted. */
  get files(): readonly string[] {
    return this.#tree
      .files()
      .map((path) => fromBytes(path))
      .toSorted();
  }

  /** The ports on which programs listen. */
  get ports(): readonly number[] {
    return this.#network.ports;
  }

  /** Calls `observer` whenever `ports` changes; the result ends that. */
  observePorts(observer: (ports: readonly number[]) => void): () => void {
    return this.#network.observe(() => observer(this.ports));
  }

  /**
   * Sends a request to a server of a program, by its port on this machine; never leaves the page.
   * @throws Error (as a rejection) if no program listens there
   */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { hostname, port, protocol } = new URL(request.url);
    if (protocol !== "http:") return Promise.reject(new TypeError(`a page has no server of ${protocol}`));
    const host = hostname === "localhost" || hostname.endsWith(".localhost") ? "127.0.0.1" : hostname;
    const numeric = host.startsWith("[") ? host.slice(1, -1) : host;
    return exchange(request, this.#network.connect(numeric, port === "" ? DEFAULT_PORT : Number(port)));
  }
}

/** Makes a machine. */
export function createMachine(options: MachineOptions = {}): Machine {
  return new Machine(options);
}

function attempt<T>(action: () => T): T | { readonly problem: string } {
  try {
    return action();
  } catch (error) {
    const { code = "" } = error as { readonly code?: string };
    return { problem: portableCode(code) === "not_found" ? "no such file" : code };
  }
}
