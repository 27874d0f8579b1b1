// Coverage in the form that lcov, genhtml, editors and services read.
import type { FileCoverage } from "./coverage.ts";
import { sharesOf } from "./text.ts";

export function lcovText(files: readonly FileCoverage[]): string {
  return files.map(record).join("");
}

function record(file: FileCoverage): string {
  const { lines, functions } = sharesOf([file]);
  const names = uniqueNames(file);
  const branches = file.branches.flatMap(({ counts }) => counts);
  return [
    "TN:",
    `SF:${file.name}`,
    ...file.functions.map(({ line }, i) => `FN:${line},${names[i]}`),
    ...file.functions.map(({ count }, i) => `FNDA:${count},${names[i]}`),
    `FNF:${functions.all}`,
    `FNH:${functions.reached}`,
    ...file.branches.flatMap(({ line, counts }, i) => {
      const isReached = counts.some((count) => count > 0);
      return counts.map((count, way) => `BRDA:${line},${i},${way},${isReached ? count : "-"}`);
    }),
    `BRF:${branches.length}`,
    `BRH:${branches.filter((count) => count > 0).length}`,
    ...[...file.lines].map(([line, { count }]) => `DA:${line},${count}`),
    `LF:${lines.all}`,
    `LH:${lines.reached}`,
    "end_of_record",
    "",
  ].join("\n");
}

/** Two impls of a type may have methods of one name; readers tell functions apart by their names. */
function uniqueNames({ functions }: FileCoverage): string[] {
  const used = new Set<string>();
  return functions.map(({ name, line }) => {
    const unique = used.has(name) ? `${name}:${line}` : name;
    used.add(unique);
    return unique;
  });
}
