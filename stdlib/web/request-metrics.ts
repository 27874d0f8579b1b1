// What the wrapper `metrics` counts: requests by method, route and status, and how long handlers took.
import type { Runtime } from "../../interpreter/runtime/index.ts";
import type { Request } from "../http/index.ts";
import { METHOD_COUNT, METHOD_OTHER } from "../http/index.ts";
import { checkedDefinition, registryOf, type Family, type Registry, type Series } from "../metrics/index.ts";

/** In seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The series of one route, by method and by method and status. */
class RouteSeries {
  readonly durations: (Series | undefined)[] = new Array(METHOD_COUNT).fill(undefined);
  readonly requests = new Map<number, Series>();
}

export class RequestMetrics {
  private readonly requests: Family;
  private readonly durations: Family;
  private readonly byPattern = new Map<string, RouteSeries>();
  private inFlight = 0;

  private constructor(runtime: Runtime) {
    const registry = registryOf(runtime);
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

  static of(runtime: Runtime): RequestMetrics {
    let made = known.get(runtime);
    if (made === undefined) known.set(runtime, (made = new RequestMetrics(runtime)));
    return made;
  }

  begin(): void {
    this.inFlight += 1;
  }

  end(request: Request, micros: number, status: number): void {
    this.inFlight -= 1;
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
    durations.observe(micros / 1e6);
  }
}

/** The name of a method. Clients may invent methods, so these share one. */
function nameOf(request: Request): string {
  return request._method.tag === METHOD_OTHER ? "OTHER" : request.methodName();
}

const known = new WeakMap<Runtime, RequestMetrics>();

/** Returns the registry after its metrics of requests have been defined. */
export function requestRegistry(runtime: Runtime): Registry {
  RequestMetrics.of(runtime);
  return registryOf(runtime);
}
