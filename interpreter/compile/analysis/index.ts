// The analyses of a lowered program before JavaScript is emitted.
export { nestsDeeply } from "./nesting.ts";
export { ranges } from "./ranges/index.ts";
export { suspend } from "./suspend/index.ts";
