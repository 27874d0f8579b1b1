// One debugger that is connected: answers the requests of Chrome, VS Code and others in the protocol of the
// inspector, in terms of the language.
import type { Debugger } from "node:inspector";
import type { DebuggedEngine } from "./engine.ts";
import { FLAG, type DebuggedProgram, type Shown, type Stop } from "./messages.ts";
import { literalText, panicText, property, remote } from "./remote-values.ts";
import { DebugScript, type InspectorLocation, type Statement } from "./scripts.ts";
import { callsOf, type Call } from "./stack.ts";
import { logpointArguments, writtenExpression } from "./written.ts";

interface Breakpoint {
  readonly id: string;
  readonly wanted: BreakpointRequest;
  numbers: readonly number[];
}

interface BreakpointRequest {
  readonly url?: string;
  readonly urlRegex?: string;
  readonly scriptId?: string;
  readonly lineNumber: number;
  readonly columnNumber?: number;
  readonly condition?: string;
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Paused {
  readonly calls: readonly Call[];
  readonly stop: Stop;
}

/** An error of the protocol. */
class Refusal extends Error {}

const CONTEXT = {
  id: 1,
  origin: "",
  uniqueId: "1.1",
  auxData: { isDefault: true },
} as const;

export class DebugClient {
  readonly #engine: DebuggedEngine;
  readonly #send: (message: string) => void;
  readonly #flags: Int32Array;
  readonly #title: string;
  readonly #run: () => void;
  #program: DebuggedProgram | null = null;
  #scripts: readonly DebugScript[] = [];
  #breakpoints: Breakpoint[] = [];
  #nextBreakpoint = 1;
  #nextScript = 1;
  #enabled = false;
  #paused: Paused | null = null;
  /** How the program goes on as soon as the request for it is answered: front ends expect no stop before. */
  #resumption: string | null = null;
  /** The script of the engine that holds the program. */
  engineScript = "";

  constructor(
    engine: DebuggedEngine,
    send: (message: string) => void,
    settings: { readonly flags: Int32Array; readonly title: string; readonly run: () => void },
  ) {
    this.#engine = engine;
    this.#send = send;
    this.#flags = settings.flags;
    this.#title = settings.title;
    this.#run = settings.run;
  }

  /** A program starts: its files are announced, and breakpoints are set in it. */
  load(program: DebuggedProgram): void {
    this.#program = program;
    const known = new Map(this.#scripts.map((script) => [script.name, script.id]));
    this.#scripts = program.table.files.map(
      (file) => new DebugScript(known.get(file.name) ?? this.#newScriptId(), file),
    );
    if (this.#enabled)
      for (const script of this.#scripts)
        if (!known.has(script.name)) this.#event("Debugger.scriptParsed", script.parsed);
    for (const breakpoint of this.#breakpoints) {
      const found = this.#find(breakpoint.wanted);
      breakpoint.numbers = found.map(({ number }) => number);
      for (const { scriptId, lineNumber, columnNumber } of found)
        this.#event("Debugger.breakpointResolved", {
          breakpointId: breakpoint.id,
          location: { scriptId, lineNumber, columnNumber },
        });
    }
    this.#applyBreakpoints();
  }

  async receive(text: string): Promise<void> {
    const request = JSON.parse(text) as Request;
    try {
      const result = await this.#answer(request.method, request.params ?? {});
      this.#send(JSON.stringify({ id: request.id, result: result ?? {} }));
      await this.#answered();
    } catch (error) {
      const code = error instanceof Refusal ? -32_000 : -32_603;
      this.#send(JSON.stringify({ id: request.id, error: { code, message: (error as Error).message } }));
    }
  }

  /** It has left: the program goes on without it. */
  async left(): Promise<void> {
    this.#breakpoints = [];
    this.#applyBreakpoints();
    this.#flags[FLAG.exceptions] = 0;
    this.#flags[FLAG.entry] = 0;
    this.#run();
    this.#resume([], null);
    await this.#answered();
  }

  #event(method: string, params: object): void {
    this.#send(JSON.stringify({ method, params }));
  }

  async #answer(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    switch (method) {
      case "Runtime.enable":
        this.#event("Runtime.executionContextCreated", { context: { ...CONTEXT, name: this.#title } });
        return {};
      case "Runtime.runIfWaitingForDebugger":
        this.#run();
        return {};
      case "Runtime.getIsolateId":
        return { id: "1" };
      case "Runtime.evaluate":
        return this.#evaluateIn(this.#paused?.calls[0], params);
      case "Runtime.callFunctionOn":
        // Front ends ask values of JavaScript for their text; no JavaScript runs on values of the language.
        return { result: { type: "undefined" } };
      case "Runtime.getProperties":
        return this.#properties(String(params["objectId"]));
      case "Debugger.enable":
        this.#enabled = true;
        for (const script of this.#scripts) this.#event("Debugger.scriptParsed", script.parsed);
        return { debuggerId: "1.1" };
      case "Debugger.getScriptSource":
        return { scriptSource: this.#script(String(params["scriptId"])).text };
      case "Debugger.setBreakpointByUrl":
        return this.#setBreakpoint(params as unknown as BreakpointRequest);
      case "Debugger.setBreakpoint": {
        const location = params["location"] as InspectorLocation;
        const set = this.#setBreakpoint({ ...location, ...pick(params, "condition") } as BreakpointRequest);
        if (set.locations.length === 0) throw new Refusal("no statement begins there or below");
        return { breakpointId: set.breakpointId, actualLocation: set.locations[0] };
      }
      case "Debugger.removeBreakpoint":
        this.#breakpoints = this.#breakpoints.filter(({ id }) => id !== params["breakpointId"]);
        this.#applyBreakpoints();
        return {};
      case "Debugger.setBreakpointsActive":
        this.#flags[FLAG.active] = params["active"] === false ? 0 : 1;
        return {};
      case "Debugger.getPossibleBreakpoints":
        return {
          locations: this.#possible(
            params["start"] as InspectorLocation,
            params["end"] as InspectorLocation | undefined,
          ),
        };
      case "Debugger.setPauseOnExceptions": {
        const state = String(params["state"]);
        this.#flags[FLAG.exceptions] = state === "none" ? 0 : 1;
        // The scheduler catches every panic.
        await this.#engine.post("Debugger.setPauseOnExceptions", {
          state: state === "none" ? "none" : "all",
        });
        return {};
      }
      case "Debugger.pause":
        this.#flags[FLAG.pause] = 1;
        return {};
      case "Debugger.resume":
        return this.#resume([], null);
      case "Debugger.stepOver":
        return this.#resume(this.#activations(0), null);
      case "Debugger.stepOut":
        return this.#resume(this.#activations(1), null);
      case "Debugger.stepInto":
        return this.#resume(this.#activations(0), this.#paused?.calls[0]?.activation ?? null);
      case "Debugger.continueToLocation": {
        const { scriptId, lineNumber, columnNumber } = params["location"] as InspectorLocation;
        this.#setBreakpoint({ scriptId, lineNumber, columnNumber }, ONCE);
        return this.#resume([], null);
      }
      case "Debugger.evaluateOnCallFrame":
        return this.#evaluateIn(this.#paused?.calls[Number(params["callFrameId"])], params);
      case "Profiler.start":
      case "Profiler.stop":
      case "HeapProfiler.collectGarbage":
        return this.#engine.post(method);
      default:
        // Settings that do not concern the language, such as colours of stacks.
        if (
          /\.(?:enable|disable|set[A-Z]\w*|release\w*|discard\w*|notifyWhenWaitingForDisconnect)$/.test(
            method,
          )
        )
          return {};
        throw new Refusal(`${method} is not supported`);
    }
  }

  // ---- breakpoints

  #newScriptId(): string {
    return String(this.#nextScript++);
  }

  #script(id: string): DebugScript {
    const found = this.#scripts.find((script) => script.id === id);
    if (found === undefined) throw new Refusal(`there is no script ${id}`);
    return found;
  }

  #setBreakpoint(wanted: BreakpointRequest, id = `std:${this.#nextBreakpoint++}`) {
    const found = this.#find(wanted);
    this.#breakpoints.push({ id, wanted, numbers: found.map(({ number }) => number) });
    this.#applyBreakpoints();
    const locations = found.map(({ scriptId, lineNumber, columnNumber }) => ({
      scriptId,
      lineNumber,
      columnNumber,
    }));
    return { breakpointId: id, locations };
  }

  /** In all files that match: the number of a statement is the same in each of its instances. */
  #find({ scriptId, lineNumber, columnNumber = 0, ...file }: BreakpointRequest): readonly Statement[] {
    const scripts = this.#scripts.filter((script) =>
      scriptId === undefined ? script.matches(file) : script.id === scriptId,
    );
    return scripts.flatMap((script) => script.statementsAt(lineNumber, columnNumber));
  }

  #applyBreakpoints(): void {
    if (this.#program === null) return;
    const breaks = new Uint8Array(this.#program.breaks);
    breaks.fill(0);
    for (const { numbers } of this.#breakpoints)
      for (const number of numbers) if (number >= 0) breaks[number] = 1;
  }

  #possible(start: InspectorLocation, end: InspectorLocation | undefined): InspectorLocation[] {
    return this.#script(start.scriptId)
      .statements.filter(
        ({ lineNumber: line, columnNumber: column }) =>
          (line > start.lineNumber || (line === start.lineNumber && column >= (start.columnNumber ?? 0))) &&
          (end === undefined ||
            line < end.lineNumber ||
            (line === end.lineNumber && column < (end.columnNumber ?? 0))),
      )
      .map(({ scriptId, lineNumber, columnNumber }) => ({ scriptId, lineNumber, columnNumber }));
  }

  // ---- stopping and going on

  /** The engine has stopped. */
  async stopped({ callFrames, reason: cause, data }: Debugger.PausedEventDataType): Promise<void> {
    const program = this.#program;
    const isThrown = cause === "exception" || cause === "promiseRejection";
    if (program === null || (isThrown && !(await this.#isNewPanic(data)))) return this.#go();
    const { calls, stop } = await callsOf(callFrames, this.engineScript, program, (frame, expression) =>
      this.#inFrame(frame, expression),
    );
    const at = this.#statement(stop.statement);
    if (stop.reason === "failed" && calls.length === 0 && at !== null)
      calls.push({
        location: {
          source: at.script.name,
          line: at.lineNumber + 1,
          column: at.columnNumber + 1,
          function: "main",
        },
        fn: -1,
        activation: 0,
        frameId: null,
        waiting: -1,
      });
    if (calls.length === 0) return this.#go();
    this.#paused = { calls, stop };
    const hit = isThrown ? [] : this.#breakpoints.filter(({ numbers }) => numbers.includes(stop.statement));
    const isIgnored = !isThrown && stop.reason === "breakpoint" && !(await this.#meetsCondition(hit));
    const reason = isIgnored ? await this.#inEngine("stdDebug.ignore()") : stop.reason;
    if (reason === null) {
      this.#paused = null;
      return this.#go();
    }
    this.#breakpoints = this.#breakpoints.filter(({ id }) => id !== ONCE);
    this.#applyBreakpoints();
    const failed = isThrown || stop.reason === "failed";
    const why = isThrown ? panicText(data) : `${calls.at(-1)!.location.function} returned ${stop.failure}`;
    this.#event("Debugger.paused", {
      callFrames: calls.map((call, i) => this.#frame(call, i)),
      reason: failed ? "exception" : reason === "entry" ? "Break on start" : "other",
      hitBreakpoints: isIgnored ? [] : hit.map(({ id }) => id).filter((id) => id !== ONCE),
      ...(failed && {
        data: { type: "string", value: why, description: why, uncaught: true },
      }),
    });
  }

  /** Whether a breakpoint stops; those that log do not. */
  async #meetsCondition(hit: readonly Breakpoint[]): Promise<boolean> {
    let stops = hit.length === 0;
    for (const { wanted } of hit) {
      const { condition = "" } = wanted;
      const logged = logpointArguments(condition);
      if (logged !== null) await this.#log(logged);
      else stops ||= condition === "" || (await this.#isMet(writtenExpression(condition)));
    }
    return stops;
  }

  /** A condition that cannot be evaluated stops, so that it is noticed. */
  async #isMet(condition: string): Promise<boolean> {
    const value = await this.#shown(this.#paused!.calls[0]!, condition);
    return "problem" in value || value.text !== "false";
  }

  async #log(given: readonly string[]): Promise<void> {
    const call = this.#paused!.calls[0]!;
    const args: object[] = [];
    for (const each of given) {
      const text = literalText(each) ?? (await this.#shown(call, each));
      if (typeof text === "string") args.push({ type: "string", value: text });
      else if ("problem" in text) args.push({ type: "string", value: `<${text.problem}>` });
      else args.push(remote(text, false));
    }
    const { functionName, url, location } = this.#frame(call, 0);
    this.#event("Runtime.consoleAPICalled", {
      type: "log",
      args,
      executionContextId: CONTEXT.id,
      timestamp: Date.now(),
      stackTrace: { callFrames: [{ functionName, url, ...location }] },
    });
  }

  #statement(number: number): (Statement & { readonly script: DebugScript }) | null {
    for (const script of this.#scripts) {
      const found = script.statements.find((each) => each.number === number);
      if (found !== undefined) return { ...found, script };
    }
    return null;
  }

  async #isNewPanic(data: unknown): Promise<boolean> {
    const {
      objectId,
      className,
      description = "",
    } = (data ?? {}) as {
      objectId?: string;
      className?: string;
      description?: string;
    };
    const isPanic = /Panic$/.test(className ?? "") || description.includes("outOfBounds");
    if (!isPanic || objectId === undefined) return false;
    const { result } = await this.#engine.post("Runtime.callFunctionOn", {
      objectId,
      functionDeclaration: "function () { return stdDebug.isNew(this); }",
      returnByValue: true,
    });
    return result.value === true;
  }

  /** The activations that a step may end in: all calls of the goroutine, from the call `from` outwards. */
  #activations(from: number): number[] {
    return (this.#paused?.calls ?? [])
      .slice(from)
      .map(({ activation }) => activation)
      .filter((each) => each > 0);
  }

  #resume(activations: readonly number[], into: number | null): object {
    if (this.#paused === null) return {};
    this.#paused = null;
    this.#resumption = `stdDebug.step(${JSON.stringify(activations)}, ${into})`;
    return {};
  }

  async #answered(): Promise<void> {
    const expression = this.#resumption;
    if (expression === null) return;
    this.#resumption = null;
    await this.#engine.post("Runtime.evaluate", { expression });
    this.#event("Debugger.resumed", {});
    await this.#go();
  }

  async #go(): Promise<void> {
    await this.#engine.post("Debugger.resume").catch(() => {});
  }

  // ---- what a stopped program shows

  #frame({ location, fn }: Call, index: number) {
    const script = this.#scripts.find(({ name }) => name === location.source);
    const scope = (type: string, name: string, id: string): object => ({
      type,
      name,
      object: { type: "object", className: "Object", description: name, objectId: id },
    });
    return {
      callFrameId: String(index),
      functionName: location.function,
      location: {
        scriptId: script?.id ?? "0",
        lineNumber: location.line - 1,
        columnNumber: location.column - 1,
      },
      url: script?.url ?? "",
      scopeChain: [
        ...(fn < 0 ? [] : [scope("local", "Locals", `locals:${index}`)]),
        scope("closure", "Goroutines", "goroutines:"),
      ],
      canBeRestarted: false,
    };
  }

  async #properties(objectId: string): Promise<object> {
    const paused = this.#paused;
    const [kind, index] = objectId.split(":");
    if (paused === null) throw new Refusal("the program is not stopped");
    if (kind === "goroutines")
      return {
        result: paused.stop.goroutines.map((text, i) =>
          property({ name: String(i + 1), text, type: "", raw: "text" }),
        ),
      };
    if (kind === "value" && index !== "") {
      const parts = await this.#inEngine(`stdDebug.parts(${Number(index)})`);
      return { result: (JSON.parse(String(parts)) as Shown[]).map(property) };
    }
    const call = paused.calls[Number(index)];
    if (kind !== "locals" || call === undefined) return { result: [] };
    const text =
      call.frameId === null
        ? await this.#inEngine(`stdDebug.suspendedLocals(${call.waiting}, ${call.fn})`)
        : await this.#inFrame(call.frameId, `stdDebug.locals(${call.fn}, ${await this.#readers(call.fn)})`);
    return { result: (JSON.parse(String(text)) as Shown[]).map(property) };
  }

  async #evaluateIn(
    call: Call | undefined,
    params: { readonly expression?: unknown; readonly returnByValue?: unknown },
  ): Promise<object> {
    const expression = writtenExpression(String(params.expression));
    if (expression.trim() === "goroutines()") {
      const lines =
        this.#paused?.stop.goroutines ??
        JSON.parse(String(await this.#inEngine("JSON.stringify(stdDebug.goroutines())")));
      const text = (lines as readonly string[]).join("\n");
      return { result: { type: "string", value: text, description: text } };
    }
    if (call === undefined || call.fn < 0)
      throw new Refusal("expressions are evaluated while the program is stopped");
    const shown = await this.#shown(call, expression);
    if (!("problem" in shown)) {
      if (params.returnByValue !== true || shown.held === undefined) return { result: remote(shown) };
      return { result: { type: "string", value: await this.#inEngine(`stdDebug.whole(${shown.held})`) } };
    }
    const { problem } = shown;
    const exception = { type: "object", subtype: "error", className: "Error", description: problem };
    return {
      result: exception,
      exceptionDetails: { exceptionId: 1, text: problem, lineNumber: 0, columnNumber: 0, exception },
    };
  }

  async #shown(call: Call, expression: string): Promise<Shown | { readonly problem: string }> {
    const text = JSON.stringify(expression);
    const answer =
      call.frameId === null
        ? await this.#inEngine(`stdDebug.evaluateSuspended(${call.waiting}, ${call.fn}, ${text})`)
        : await this.#inFrame(
            call.frameId,
            `stdDebug.evaluate(${call.fn}, ${text}, ${await this.#readers(call.fn)})`,
          );
    return JSON.parse(String(answer)) as Shown | { readonly problem: string };
  }

  /** An object with a function for each variable that reads it; one that is not in scope throws. */
  async #readers(fn: number): Promise<string> {
    const texts = JSON.parse(String(await this.#inEngine(`stdDebug.javascript(${fn})`))) as readonly string[];
    return `{ ${texts.map((text) => `${JSON.stringify(text)}: () => ${text}`).join(", ")} }`;
  }

  async #inFrame(callFrameId: string, expression: string): Promise<unknown> {
    const { result } = await this.#engine.post("Debugger.evaluateOnCallFrame", {
      callFrameId,
      expression,
      returnByValue: true,
    });
    return result.value;
  }

  async #inEngine(expression: string): Promise<unknown> {
    const { result } = await this.#engine.post("Runtime.evaluate", { expression, returnByValue: true });
    return result.value;
  }
}

/** The breakpoint of `continueToLocation`. */
const ONCE = "once";

function pick(from: Readonly<Record<string, unknown>>, key: string): object {
  return from[key] === undefined ? {} : { [key]: from[key] };
}
