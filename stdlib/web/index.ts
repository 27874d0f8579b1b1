// std/web: the natives of web.std. Most of the module is written in the language.
import type { Int, MaybePromise, NativeTable, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { some } from "../../interpreter/runtime/index.ts";
import type { Request, Response } from "../http/index.ts";
import { openMetricsText, prometheusText } from "../metrics/index.ts";
import { compressed } from "./compress.ts";
import { networkOf, RateLimit } from "./rate-limit.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { finishSoon } from "./within.ts";

export function create(runtime: Runtime): NativeTable {
  /** The sessions and tokens that wrappers have attached to requests, also for copies of these. */
  const sessions = new WeakMap<Request, object>();
  const tokens = new WeakMap<Request, object>();
  let made: RequestMetrics | null = null;
  const metrics = (): RequestMetrics => (made ??= new RequestMetrics(runtime));
  return {
    structs: { __RateLimit: RateLimit },
    functions: {
      __compressed: (request: Request, response: Response): MaybePromise<Response> =>
        compressed(runtime, request, response),
      __rate_limit: (n: Int, perMs: Int): RateLimit => new RateLimit(n, perMs),
      __wait_of: (limit: RateLimit, key: string): number => limit.take(key, performance.now()),
      __network_of: networkOf,
      __within: (ms: Int, body: () => MaybePromise<Response>, site: number): MaybePromise<Option<Response>> =>
        finishSoon(runtime, Number(ms), body, site),
      __remember: (request: Request, session: object): void => void sessions.set(request.root, session),
      __remembered: (request: Request): Option<object> => {
        const session = sessions.get(request.root);
        return session === undefined ? null : some(session);
      },
      __remember_token: (request: Request, owner: object): void => void tokens.set(request.root, owner),
      __remembered_token: (request: Request): Option<object> => {
        const owner = tokens.get(request.root);
        return owner === undefined ? null : some(owner);
      },
      __error_line: (text: string): void => runtime.stderr.write(`${text}\n`),
      __time_text: (): string => new Date(runtime.host.now()).toISOString(),
      __micros: (): number => Math.round(performance.now() * 1000),
      __seconds: (): number => Math.floor(runtime.host.now() / 1000),
      __define_metrics: (): void => void metrics(),
      __counted: (
        request: Request,
        next: (request: Request) => MaybePromise<Response>,
      ): MaybePromise<Response> => metrics().counted(request, next),
      __metrics_text: (isOpen: boolean): MaybePromise<string> => {
        const write = isOpen ? openMetricsText : prometheusText;
        const families = metrics().all();
        return families instanceof Promise
          ? runtime.scheduler.external(families.then(write))
          : write(families);
      },
      __header_of: (response: Response, name: string): string => response.headerValue(name),
    },
  };
}
