// Compares what happened when a case ran with what it announces.
import type { Case } from "./conform-cases.ts";
import { differences, type Outcome } from "./expectations.ts";

/** Describes each difference between a case and what it announces. */
export function judge(one: Case, outcome: Outcome): string[] {
  const found = differences(one.expected, outcome, nameOf(outcome, one.path));
  const announced = new Set(
    [one.path, ...one.modules.map((module) => module.path)].map((path) => nameOf(outcome, path)),
  );
  for (const module of one.modules) {
    const { errors, warnings, faults } = module.expected;
    const expected = { ...one.expected, errors, warnings, faults, stdout: [], stderr: [], panic: null };
    found.push(
      ...differences(
        expected,
        { ...outcome, stdout: "", stderr: "", exit: expected.exit },
        nameOf(outcome, module.path),
      ),
    );
    if (errors.length > 0 && one.expected.errors.length === 0) {
      const status = found.indexOf(`exit status ${outcome.exit}, expected ${one.expected.exit}`);
      if (status >= 0 && outcome.exit === 1) found.splice(status, 1);
    }
  }
  for (const { severity, code, file, line, message } of outcome.diagnostics) {
    if (severity === "error" && !announced.has(file))
      found.push(`unannounced error ${code} in ${file}:${line}: ${message}`);
  }
  return found;
}

/** Diagnostics name files by absolute paths, or by paths that the engine has shortened. */
function nameOf(outcome: Outcome, path: string): string {
  const reported = outcome.diagnostics.find((one) => path === one.file || path.endsWith(`/${one.file}`));
  return reported?.file ?? path;
}
