// How V8 uses memory in a command that soon ends.

/**
 * Keeps the young generation at its first size. What a check makes is dropped at once or needed to the end, so that
 * a larger one does not save time.
 */
export function keepYoungGenerationSmall(): void {
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
}
