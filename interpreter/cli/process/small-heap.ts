// How V8 uses memory in commands.

/** Collects garbage when the heap has grown by a fifth, in a command that lives long beside other programs. */
export function keepHeapSmall(): void {
  process.getBuiltinModule("node:v8").setFlagsFromString("--heap-growing-percent=20");
}

/**
 * Keeps the young generation at its first size. What a check makes is dropped at once or needed to the end, so that
 * a larger one does not save time.
 */
export function keepYoungGenerationSmall(): void {
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
}
