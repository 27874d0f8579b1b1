// Which functions may wait, and where loops give way.
export { suspend } from "./suspend.ts";
export type { Mode, Suspension } from "./suspension.ts";
