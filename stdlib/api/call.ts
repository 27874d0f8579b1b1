// One request while its inputs are read: where it is in the plan, what is wrong so far, and what schemes gave.
import { machine } from "../../interpreter/host/index.ts";
import type { Option, Runtime } from "../../interpreter/runtime/index.ts";
import { Err, some } from "../../interpreter/runtime/index.ts";
import { decodeEscapes, formOf, type Form, type Request } from "../http/index.ts";
import { shownName } from "../json/index.ts";
import type { Input, Plan } from "./plan.ts";
import { judged, pathOf, problemResponse, type Problem } from "./problems.ts";
import type { Response } from "../http/index.ts";

type Status = Problem["status"];

export class Call {
  plan: Plan;
  readonly root: Plan;
  readonly request: Request | null;
  problems: Problem[] | null = null;
  /** The failure that an impl of the program returned. */
  refused: unknown = null;
  /** The inputs that have their default values. */
  private defaults: Set<Input> | null = null;
  private outer: Plan[] | null = null;
  /** What schemes gave, by the number of the group. */
  private readonly granted: unknown[] = [];
  private form: Form | null | undefined;
  private formIsRefused = false;
  private checkedNames = false;

  private readonly runtime: Runtime;

  constructor(runtime: Runtime, plan: Plan, request: Request | null) {
    this.runtime = runtime;
    this.plan = plan;
    this.root = plan;
    this.request = request;
  }

  get failed(): boolean {
    if (!this.checkedNames) this.checkNames();
    return this.problems !== null || this.refused !== null;
  }

  enter(index: number): void {
    (this.outer ??= []).push(this.plan);
    this.plan = this.plan.inputs[index]!.child!;
  }

  leave(): void {
    if (this.plan.deniesUnknown) this.denyUnknown(this.plan);
    this.plan = this.outer!.pop()!;
  }

  note(input: Input, message: string, code: string, suffix = "", status: Status = 422): void {
    const own = input.source === "path" ? 404 : status;
    const source = input.source === "whole" ? "query" : input.source;
    const path = source === "body" ? "body" : pathOf(source, input.text.key);
    this.add({ path: path + suffix, message, code, status: own });
  }

  add(problem: Problem): void {
    // One more than are listed, so that the list says that it is cut.
    if ((this.problems?.length ?? 0) < 1000) (this.problems ??= []).push(problem);
  }

  isDefault(index: number): boolean {
    return this.defaults?.has(this.plan.inputs[index]!) ?? false;
  }

  // ---- texts

  /** The one text of an input, or null; a missing one is noted unless it may be missing. */
  one(index: number): string | null {
    const input = this.plan.inputs[index]!;
    const texts = this.textsOf(input);
    if (texts.length === 1) return this.isText(input, texts[0]!) ? texts[0]! : null;
    if (texts.length > 1) {
      this.note(input, "expected one value", "type");
      return null;
    }
    this.missing(input);
    return null;
  }

  all(index: number): string[] {
    const input = this.plan.inputs[index]!;
    const texts = this.textsOf(input);
    if (texts.length === 0 && input.text.hasDefault) this.useDefault(input);
    if (!texts.every((text) => this.isText(input, text))) return [];
    return input.text.comma ? texts.flatMap((text) => (text === "" ? [] : text.split(","))) : texts;
  }

  has(index: number): boolean {
    const input = this.plan.inputs[index]!;
    if (this.textsOf(input).length > 0) return true;
    this.missing(input);
    return false;
  }

  /** Whether the bytes are UTF-8: those of a result would be replaced when it is sent. */
  private isText(input: Input, bytes: string): boolean {
    if (!/[\x80-\xff]/.test(bytes) || machine().javascript.isUtf8(Buffer.from(bytes, "latin1"))) return true;
    this.note(input, "is not UTF-8", "format");
    return false;
  }

  private missing(input: Input): void {
    if (input.text.hasDefault) this.useDefault(input);
    // A body that is no form is one problem, not one of each field.
    else if (!input.isOptional && !(input.source === "form" && this.formIsRefused))
      this.note(input, `missing ${nameOf(input)}`, "missing");
  }

  private useDefault(input: Input): void {
    (this.defaults ??= new Set()).add(input);
  }

  private textsOf({ source, text: { key } }: Input): string[] {
    const request = this.request!;
    switch (source) {
      case "path":
        return [decodeEscapes(request.param(key))];
      case "query":
        return request.queryAll(key);
      case "header":
        return request.headersAll(key);
      case "cookie": {
        const value = request.cookie(key);
        return value === null ? [] : [value];
      }
      case "form":
        return [...(this.formNow()?.values(key) ?? [])];
      default:
        return [];
    }
  }

  // ---- the body

  /** The form of the body, parsed when the first input needs it; null if there is none. */
  private formNow(): Form | null {
    if (this.form === undefined) this.form = this.parseForm();
    return this.form;
  }

  private parseForm(): Form | null {
    const request = this.request!;
    if (request._body === "" && request.header("content-type") === "") return null;
    const form = formOf(this.runtime, request);
    // Only bodies that are read as they arrive take several steps.
    if (form instanceof Promise) throw new Error("the body of an operation is complete");
    if (!(form instanceof Err)) return form as Form;
    this.formIsRefused = true;
    const media = mediaOf(this.request!);
    const isForm = media === "application/x-www-form-urlencoded" || media === "multipart/form-data";
    const message = isForm ? form.error._message : "expected a form";
    this.add({ path: "body", message, code: isForm ? "format" : "media_type", status: isForm ? 400 : 415 });
    return null;
  }

  /** The text of the body, or null after noting why there is none. */
  bodyText(index: number): string | null {
    const input = this.plan.inputs[index]!;
    const request = this.request!;
    const body = request._body;
    if (body === "") {
      if (input.text.hasDefault) this.useDefault(input);
      else if (input.isOptional) return "null";
      else this.add({ path: "body", message: "a body is missing", code: "missing", status: 400 });
      return null;
    }
    if (isJson(request)) return body;
    this.add({
      path: "body",
      message: "expected a body of application/json",
      code: "media_type",
      status: 415,
    });
    return null;
  }

  // ---- what schemes give

  grant(group: number, value: unknown): void {
    this.granted[group] = value;
  }

  context(index: number): Option<unknown> {
    const value = this.granted[this.plan.inputs[index]!.group];
    return value === undefined ? null : some(value);
  }

  // ---- names that no input reads

  private checkNames(): void {
    this.checkedNames = true;
    if (this.root.deniesUnknown) this.denyUnknown(this.root);
  }

  private denyUnknown(plan: Plan): void {
    if (this.request === null) return;
    const known = new Set(plan.inputs.filter(({ source }) => source === "query").map(({ text }) => text.key));
    const unknown = new Set(this.request.queries().map(({ name }) => name));
    for (const name of unknown)
      if (!known.has(name))
        this.add({
          path: pathOf("query", shownName(name)),
          message: "is not known",
          code: "unknown_field",
          status: 422,
        });
  }

  // ---- the response

  get instance(): string {
    return this.request?.root._path ?? "";
  }

  refusal(): Response {
    const { status, listed } = judged(this.problems ?? []);
    const { instance } = this;
    if (status === 404)
      return problemResponse({ status, instance, detail: "there is no such resource", errors: listed });
    const count = listed.length === 1 ? "1 problem" : `${listed.length} problems`;
    return problemResponse({ status, instance, detail: `the request has ${count}`, errors: listed });
  }
}

function nameOf({ source, text: { key } }: Input): string {
  switch (source) {
    case "header":
      return `header ${key}`;
    case "cookie":
      return `cookie ${key}`;
    case "form":
      return `field ${key}`;
    default:
      return `parameter ${key}`;
  }
}

function mediaOf(request: Request): string {
  return request.header("content-type").split(";", 1)[0]!.trim().toLowerCase();
}

/** Whether the body is JSON; without a media type it is, unless a page of another site sends it. */
function isJson(request: Request): boolean {
  const media = mediaOf(request);
  if (media !== "") return media === "application/json" || /^application\/[^\s]+\+json$/.test(media);
  const site = request.header("sec-fetch-site").trim().toLowerCase();
  if (site === "cross-site" || site === "same-site") return false;
  const origin = request.header("origin").trim();
  if (origin === "") return true;
  const port = request.scheme() === "https" ? ":443" : ":80";
  const host = /^https?:\/\/([^/]*)$/i.exec(origin)?.[1] ?? "";
  return (
    (host.endsWith(port) ? host.slice(0, -port.length) : host).toLowerCase() === request.host().toLowerCase()
  );
}
