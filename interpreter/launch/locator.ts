// From positions in generated code to locations in scripts.
import {
  HOST_CALL,
  locationOf,
  locationOfSite,
  type PositionMap,
  type ScriptLocation,
} from "../compile/positions.ts";
import type { Locator, TraceLocation } from "../runtime/host.ts";

/** Finds script locations for traces by the positions of a compiled program. */
export function locatorOf(positions: PositionMap): Locator {
  return {
    frame: (line, column) => traceLocation(locationOf(positions, line, column)),
    site: (index) => traceLocation(locationOfSite(positions, index)),
  };
}

function traceLocation(location: ScriptLocation | null): TraceLocation | null {
  return location === null || location.function.startsWith(HOST_CALL)
    ? null
    : { function: location.function, file: location.source, line: location.line, column: location.column };
}
