// std/api: the natives of api.std. The plan of a handler says where its inputs come from (`plan.ts`); a call reads
// them and collects what is wrong (`call.ts`); `document.ts` describes operations.
import {
  type Int,
  intFromText,
  type MaybePromise,
  type NativeTable,
  type Option,
  Panic,
  type Runtime,
  weighed,
} from "../../interpreter/runtime/index.ts";
import type { Request, Response, Server } from "../http/index.ts";
import { floatFromText } from "../string/index.ts";
import { create as createRegex } from "../regex/index.ts";
import { Call } from "./call.ts";
import { broken, type FitsWhole } from "./checks.ts";
import { credentials, keyOf } from "./credentials.ts";
import { DocumentFailure, documentText, type OperationText, type SchemeText } from "./document.ts";
import { pageFile } from "./page.ts";
import { namesIn, NOWHERE, Plan, planOf, requireSchemes, withKinds } from "./plan.ts";
import { problemResponse } from "./problems.ts";
import { send } from "./send.ts";

const NO_PLAN = new Plan();

/** Path, message and code of errors, one after the other. */
function errorsOf(texts: readonly string[]): { path: string; message: string; code: string }[] {
  const errors = [];
  for (let i = 0; i < texts.length; i += 3)
    errors.push({ path: texts[i]!, message: texts[i + 1]!, code: texts[i + 2]! });
  return errors;
}

function document(
  title: string,
  version: string,
  operations: readonly string[],
  schemes: readonly string[],
): string {
  try {
    return documentText(
      title,
      version,
      operations.map((text) => JSON.parse(text) as OperationText),
      schemes.map((text) => JSON.parse(text) as SchemeText),
    );
  } catch (failure) {
    if (failure instanceof DocumentFailure) throw new Panic(failure.message);
    throw failure;
  }
}

const TEXTS = {
  __int_of: (call: Call, i: Int, text: string): Int => {
    const value = /^[+-]?\d+$/.test(text) ? intFromText(text) : null;
    if (value !== null) return value;
    call.note(call.plan.inputs[Number(i)]!, "expected an integer", "type");
    return 0;
  },
  __float_of: (call: Call, i: Int, text: string): number => {
    const value = text.trim() === text ? floatFromText(text) : null;
    if (value !== null && Number.isFinite(value)) return value;
    call.note(call.plan.inputs[Number(i)]!, "expected a number", "type");
    return 0;
  },
  __bool_of: (call: Call, i: Int, text: string): boolean => {
    const input = call.plan.inputs[Number(i)]!;
    if (text === "true" || text === "1" || (text === "on" && input.source === "form")) return true;
    if (text !== "false" && text !== "0") call.note(input, "expected true or false", "type");
    return false;
  },
  __char_of: (call: Call, i: Int, text: string): number => {
    const decoded = Buffer.from(text, "latin1").toString("utf8");
    const code = decoded.codePointAt(0);
    if (code !== undefined && String.fromCodePoint(code) === decoded && code !== 0xfffd) return code;
    call.note(call.plan.inputs[Number(i)]!, "expected one character", "type");
    return 0;
  },
  __wrong: (call: Call, i: Int, message: string, code: string): void =>
    call.note(call.plan.inputs[Number(i)]!, message, code),
  __one: (call: Call, i: Int): Option<string> => call.one(Number(i)),
  __all: (call: Call, i: Int): string[] => call.all(Number(i)),
  __has: (call: Call, i: Int): boolean => call.has(Number(i)),
  __takes_empty: (call: Call, i: Int): boolean => call.plan.inputs[Number(i)]!.takesEmpty,
} as const;

const CALLS = {
  __request_of: (call: Call): Request => call.request!,
  __failed: (call: Call): boolean => call.failed,
  __refuse: (call: Call, e: unknown): void => void (call.refused ??= e),
  __refused_by: (call: Call): Option<unknown> => call.refused,
  __problems_of: (call: Call): string[] =>
    (call.problems ?? []).flatMap(({ path, message, code }) => [path, message, code]),
  __nothing: (): unknown => undefined,
  __is_nothing: (value: unknown): boolean => value === undefined,
  __source: (call: Call, i: Int): number => call.plan.inputs[Number(i)]!.how,
  __is_default: (call: Call, i: Int): boolean => call.isDefault(Number(i)),
  __enter: (call: Call, i: Int): void => call.enter(Number(i)),
  __leave: (call: Call): void => call.leave(),
  __body_text: (call: Call, i: Int): Option<string> => call.bodyText(Number(i)),
  __body_problem: (call: Call, path: string, message: string, code: string): void =>
    call.add({
      path: path === "" ? "body" : `body${path.startsWith("[") ? "" : "."}${path}`,
      message,
      code,
      status: 422,
    }),
  __unreadable_body: (call: Call, message: string): void =>
    call.add({ path: "body", message, code: "format", status: 400 }),
  __context_of: (call: Call, i: Int): Option<unknown> => call.context(Number(i)),
  __grant: (call: Call, group: Int, value: unknown): void => call.grant(Number(group), value),
  __group_is_optional: (call: Call, group: Int): boolean => call.root.groups[Number(group)]!.isOptional,
  __with_status: (call: Call, response: Response): Response => {
    response._status = call.root.status;
    return response;
  },
  __refused: (call: Call): Response => call.refusal(),
  __status_of: (call: Call): Int => call.refusal()._status,
  __title_of: (call: Call): string => (JSON.parse(call.refusal()._body) as { title: string }).title,
} as const;

const PLANS = {
  __struct_plan: withKinds,
  __plan_of: (text: string): Plan => planOf(text, NOWHERE),
  // biome-ignore lint/complexity/useMaxParams: in the order of the declaration, as scripts call it
  __route_plan: (
    [about, pattern]: readonly [string, string],
    kinds: readonly string[],
    schemeNames: readonly string[],
    schemeKeys: readonly string[],
    secured: readonly string[],
    status: Int,
  ): Plan => {
    const around = { names: namesIn(pattern), schemeNames, schemeKeys };
    const plan = planOf(withKinds(about, kinds), around);
    requireSchemes(plan, secured, around);
    plan.status = Number(status);
    return plan;
  },
  __plan_problem: (plan: Plan): Option<string> => plan.problem,
  __groups: (plan: Plan): number[][] => plan.groups.map(({ schemes }) => [...schemes]),
  __credentials: credentials,
  __key_of: keyOf,
} as const;

/** The nanoseconds for each byte of their texts, on a slow machine. */
const NANOS = { problem: 100, document: 150, request: 50 };

export function create(runtime: Runtime): NativeTable {
  let fits: FitsWhole | null = null;
  const fitsWhole: FitsWhole = (text, pattern) => {
    fits ??= createRegex(runtime).functions["__fits_whole"] as FitsWhole;
    return fits(text, pattern);
  };
  /** A list is charged for its elements alone, not for the bytes in them. */
  const charge = (nanos: number, ...lists: readonly (readonly string[])[]): void =>
    weighed(
      runtime,
      lists.reduce((bytes, list) => list.reduce((sum, text) => sum + text.length, bytes), 0),
      nanos,
    );
  return {
    structs: { __Call: Call, __Plan: Plan },
    functions: {
      ...TEXTS,
      ...CALLS,
      ...PLANS,
      __checked: (call: Call, i: Int, value: unknown): MaybePromise<unknown> => {
        const input = call.plan.inputs[Number(i)]!;
        const { checks } = input.text;
        if (checks.length === 0 || value === undefined || call.isDefault(Number(i))) return value;
        const note = (wrong: Awaited<ReturnType<typeof broken>>): unknown => {
          for (const { at, message, code } of wrong) call.note(input, message, code, at < 0 ? "" : `[${at}]`);
          return value;
        };
        const wrong = broken(value, checks, fitsWhole);
        return wrong instanceof Promise ? wrong.then(note) : note(wrong);
      },
      __call: (plan: Plan, request: Request): Call => new Call(runtime, plan, request),
      __nowhere: (): Call => new Call(runtime, NO_PLAN, null),
      __log_cause: (call: Call, text: string): void => {
        const request = call.request === null ? "" : `${call.request.methodName()} ${call.instance}: `;
        runtime.stderr.write(`${request}${text}\n`);
      },
      __answer_with_problems: (server: Server): void => {
        server.routing.refusals = (status, path) => problemResponse({ status, instance: path });
      },
      __problem_of: (
        call: Call,
        status: Int,
        texts: readonly [string, string, string],
        errors: readonly string[],
      ): Response => {
        charge(NANOS.problem, texts, errors);
        const [title, detail, code] = texts;
        return problemResponse({
          status: Number(status),
          title,
          detail,
          code,
          instance: call.instance,
          errors: errorsOf(errors),
        });
      },
      __page: (path: string, name: string, media: string, text: string): MaybePromise<Response> =>
        pageFile(runtime, { path, name, media, document: text }),
      __document: (title: string, version: string, operations: string[], schemes: string[]): string => {
        charge(NANOS.document, [title, version], operations, schemes);
        return document(title, version, operations, schemes);
      },
      __check_document: (title: string, version: string, operations: string[], schemes: string[]): void => {
        charge(NANOS.document, [title, version], operations, schemes);
        document(title, version, operations, schemes);
      },
      __send: (server: Server, texts: readonly [string, string, string], headers: readonly string[]) => {
        charge(NANOS.request, texts, headers);
        return runtime.scheduler.external(send(runtime, server, texts, headers));
      },
    },
  };
}
