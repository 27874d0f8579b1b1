// What the wrapper `metrics` counts: requests by method, route and status, and how long handlers took.
import { observed, type MaybePromise, type Runtime } from "../../interpreter/runtime/index.ts";
import type { Request, Response } from "../http/index.ts";
import { METHOD_COUNT, METHOD_OTHER } from "../http/index.ts";
import { checkedDefinition, registryOf, type Family, type Registry, type Series } from "../metrics/index.ts";

/** In seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The status that the server sends when a handler fails. */
const FAILED = 500;

/** The series of one route, by method and by method and status. */
class RouteSeries {
  readonly durations: (Series | undefined)[] = new Array(METHOD_COUNT).fill(undefined);
  readonly requests = new Map<number, Series>();
}

export class RequestMetrics {
  private readonly requests: Family;
  private readonly durations: Family;
  private readonly byPattern = new Map<string, RouteSeries>();
  private readonly runtime: Runtime;
  private readonly registry: Registry;
  private inFlight = 0;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    const registry = registryOf(runtime);
    this.registry = registry;
    this.requests = registry.define(
      checkedDefinition("counter", ["http_requests_total", "Requests."], ["method", "route", "status"]),
    );
    this.durations = registry.define(
      checkedDefinition(
        "histogram",
        ["http_request_duration_seconds", "The time that handlers took."],
        ["method", "route"],
        "sum",
        BOUNDS,
      ),
    );
    const reading = (kind: "counter" | "gauge", name: string, help: string, read: () => number): void => {
      const { only } = registry.define(checkedDefinition(kind, [name, help], []));
      registry.beforeReading(() => only!.set(read(), runtime.host.now()));
    };
    const { usage } = runtime.host.system;
    reading("gauge", "http_requests_in_flight", "Requests in progress.", () => this.inFlight);
    reading("gauge", "goroutines", "Goroutines.", () => runtime.scheduler.alive);
    reading("gauge", "process_resident_memory_bytes", "Resident memory.", () => usage.residentBytes());
    reading("counter", "process_cpu_seconds_total", "Processor time.", () => usage.cpuSeconds());
  }

  /** Returns all metrics of the program. */
  all(): ReturnType<Registry["all"]> {
    return this.registry.all();
  }

  /** Calls `next`, and counts the request when its handler has ended. One that fails counts as status 500. */
  counted(request: Request, next: (request: Request) => MaybePromise<Response>): MaybePromise<Response> {
    const begun = performance.now();
    this.inFlight += 1;
    return observed(
      this.runtime.scheduler,
      () => next(request),
      (response) => {
        this.inFlight -= 1;
        const status = response === null ? FAILED : Number(response._status);
        this.count(request, status, (performance.now() - begun) / 1000);
      },
    );
  }

  private count(request: Request, status: number, seconds: number): void {
    const route = request.routePattern;
    const method = request._method.tag;
    let series = this.byPattern.get(route);
    if (series === undefined) this.byPattern.set(route, (series = new RouteSeries()));
    const key = status * METHOD_COUNT + method;
    let requests = series.requests.get(key);
    if (requests === undefined) {
      requests = this.requests.with([nameOf(request), route, String(status)]);
      series.requests.set(key, requests);
    }
    requests.add(1);
    let durations = series.durations[method];
    if (durations === undefined)
      series.durations[method] = durations = this.durations.with([nameOf(request), route]);
    durations.observe(seconds);
  }
}

/** The name of a method. Clients may invent methods, so these share one. */
function nameOf(request: Request): string {
  return request._method.tag === METHOD_OTHER ? "OTHER" : request.methodName();
}
