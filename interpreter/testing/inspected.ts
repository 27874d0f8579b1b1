// A debugger for tests, over the protocol of the inspector: `std run --inspect-brk`.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished } from "vitest";
import { STD } from "./command.ts";

interface Value {
  readonly description?: string;
}

interface Frame {
  readonly callFrameId: string;
  readonly functionName: string;
  readonly location: { readonly lineNumber: number };
  readonly url: string;
  readonly scopeChain: readonly { readonly name: string; readonly object: { readonly objectId: string } }[];
}

interface Paused {
  readonly callFrames: readonly Frame[];
  readonly reason: string;
  readonly hitBreakpoints: readonly string[];
  readonly data?: Value;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A program that waits for a debugger, and one that is connected to it. */
export class Inspected {
  readonly child: ChildProcess;
  stdout = "";
  stderr = "";
  readonly ended: Promise<number | null>;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #events: Message[] = [];
  #heard: () => void = () => {};
  /** Called for each message, in order. */
  onMessage: (message: Message) => void = () => {};
  #id = 0;
  #isClosed = false;

  private constructor(child: ChildProcess, socket: WebSocket, heard: { stderr: string }) {
    this.child = child;
    this.#socket = socket;
    this.stderr = heard.stderr;
    child.stdout!.on("data", (bytes) => (this.stdout += bytes));
    child.stderr!.on("data", (bytes) => (this.stderr += bytes));
    this.ended = new Promise((resolve) => child.on("close", resolve));
    socket.onclose = () => {
      this.#isClosed = true;
      this.#heard();
      for (const answer of this.#answers.values()) answer({ error: { message: "the connection is closed" } });
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      this.onMessage(message);
      if (message.id !== undefined) this.#answers.get(message.id)!(message);
      else {
        this.#events.push(message);
        this.#heard();
      }
    };
  }

  static async start(
    text: string,
    command: readonly string[] = ["run", "--inspect-brk=0"],
    others: Readonly<Record<string, string>> = {},
  ): Promise<Inspected> {
    const folder = mkdtempSync(join(tmpdir(), "std-debug-"));
    const name = command[0] === "test" ? "app_test.std" : "app.std";
    writeFileSync(join(folder, name), text);
    for (const [other, content] of Object.entries(others)) writeFileSync(join(folder, other), content);
    const operands = command.some((word) => word.includes("::")) ? [] : [name, ...Object.keys(others)];
    const child = spawn(process.execPath, [STD, ...command, ...operands], { cwd: folder });
    onTestFinished(() => {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    });
    const heard = { stderr: "" };
    const url = await new Promise<string>((resolve, reject) => {
      child.on("close", () => reject(new Error(heard.stderr)));
      child.stderr.on("data", (bytes) => {
        heard.stderr += bytes;
        const found = /^Debugger listening on (ws:\S+)\n/m.exec(heard.stderr);
        if (found !== null) resolve(found[1]!);
      });
    });
    const socket = new WebSocket(url);
    await new Promise((resolve) => (socket.onopen = resolve));
    const inspected = new Inspected(child, socket, heard);
    await inspected.call("Runtime.enable");
    await inspected.call("Debugger.enable");
    const script = await inspected.event<{ url: string }>("Debugger.scriptParsed");
    expect(script.url).toBe(pathToFileURL(join(folder, name)).href);
    return inspected;
  }

  async call<T = unknown>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#id;
    const answer = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(error.message);
    return result as T;
  }

  async event<T>(method: string): Promise<T> {
    for (;;) {
      const at = this.#events.findIndex((each) => each.method === method);
      if (at >= 0) return this.#events.splice(at, 1)[0]!.params as T;
      if (this.#isClosed) throw new Error(`no ${method}: ${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }

  /** Lets the program end, which may close the connection before the answer is sent. Resolves with its status. */
  async finish(): Promise<number | null> {
    await this.call("Debugger.resume").catch(() => {});
    return this.ended;
  }

  /** Sets a breakpoint on the line with this text. */
  async breakAt(text: string, line: number): Promise<string> {
    const { breakpointId, locations } = await this.call<{
      breakpointId: string;
      locations: readonly { lineNumber: number }[];
    }>("Debugger.setBreakpointByUrl", { lineNumber: line - 1, urlRegex: "app(_test)?\\.std$" });
    expect([text, locations.map((each) => each.lineNumber + 1)]).toEqual([text, [line]]);
    return breakpointId;
  }

  /** Goes on by a request, and waits until the program stops again; the stack as `function:line`. */
  async until(request: string): Promise<readonly string[]> {
    const [paused] = await Promise.all([this.event<Paused>("Debugger.paused"), this.call(request)]);
    this.paused = paused;
    return this.stack;
  }

  paused: Paused | null = null;

  get stack(): readonly string[] {
    return this.paused!.callFrames.map(
      ({ functionName, location }) => `${functionName}:${location.lineNumber + 1}`,
    );
  }

  /** The parts of a value, as a front end expands them, each with its path. */
  async expanded(expression: string, callFrameId = "0"): Promise<readonly string[]> {
    const { result } = await this.call<{ result: { objectId?: string; description: string } }>(
      "Debugger.evaluateOnCallFrame",
      { callFrameId, expression },
    );
    if (result.objectId === undefined) throw new Error(result.description);
    // Front ends first ask for a text, with a function that must not run.
    const functionDeclaration = "function () { process.exit(9); }";
    const asked = await this.call("Runtime.callFunctionOn", {
      objectId: result.objectId,
      functionDeclaration,
    });
    expect(asked).toEqual({ result: { type: "undefined" } });
    return this.#parts(result.objectId, "");
  }

  async #parts(objectId: string, path: string): Promise<string[]> {
    const { result } = await this.call<{
      result: readonly { name: string; value: { description: string; objectId?: string } }[];
    }>("Runtime.getProperties", { objectId });
    const all: string[] = [];
    for (const { name, value } of result) {
      all.push(`${path}${name}=${value.description}`);
      if (value.objectId !== undefined) all.push(...(await this.#parts(value.objectId, `${path}${name}.`)));
    }
    return all;
  }

  async shown(scope: "Locals" | "Goroutines", frame = 0): Promise<readonly string[]> {
    const found = this.paused!.callFrames[frame]!.scopeChain.find(({ name }) => name === scope)!;
    const { result } = await this.call<{ result: readonly { name: string; value: Value }[] }>(
      "Runtime.getProperties",
      found.object,
    );
    return result.map(({ name, value }) => `${name}=${value.description}`);
  }

  async evaluate(expression: string, frame = 0): Promise<string> {
    const { callFrameId } = this.paused!.callFrames[frame]!;
    const { result } = await this.call<{ result: Value }>("Debugger.evaluateOnCallFrame", {
      callFrameId,
      expression,
    });
    return result.description!;
  }

  leave(): void {
    this.#socket.close();
  }
}
