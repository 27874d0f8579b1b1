// The memory of checks: what is known about items from earlier checks stays known as long as their texts and the
// answers to their questions are the same (docs/design/front.md). `project.ts` checks a program, `store.ts` has
// what is known, `surface.ts` and `answers.ts` answer questions without trees.
export { storedProject, type StoredProject, type StoredTexts } from "./disk.ts";
export { noCounts, type Counts } from "./counts.ts";
export { benchmarksOf, instanceErrors, Project, testsOf, type Inspected, type MainRule } from "./project.ts";
export { ProjectStore } from "./store.ts";
