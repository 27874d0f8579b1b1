// What the compiler finds out about a lowered program before it writes JavaScript.
export { nestsDeeply } from "./nesting.ts";
export { ranges } from "./ranges/index.ts";
export { suspend } from "./suspend/index.ts";
