// Runs conformance scripts with the engine for pages, one after the other. It runs in a page or in a bare context, so
// it uses nothing but `stdlang/browser` and what pages have.
const EVERYTHING = { net: true, fs: true, env: true, process: true };
const MOST_MILLIS = 30_000;

/** Runs one case on a machine of its own. */
export async function runCase(api, { name, path, files, args, stdin, env }) {
  const out = [];
  const err = [];
  // In a bare context, the encoder makes an array of another realm.
  let input = stdin === "" ? null : Uint8Array.from(new TextEncoder().encode(stdin));
  const machine = api.createMachine({ files, variables: env });
  const engine = api.createEngine({
    modules: api.standardModules,
    machine,
    capabilities: EVERYTHING,
    stdout: (bytes) => void out.push(bytes),
    stderr: (bytes) => void err.push(bytes),
    readInput: async () => {
      const piece = input;
      input = null;
      return piece;
    },
    limits: { wallMillis: MOST_MILLIS },
  });
  try {
    const outcome = await engine.run(path, args);
    const diagnostics = outcome.diagnostics.map((one) => ({
      severity: one.severity,
      code: one.code,
      file: one.primary.source.name,
      line: one.primary.source.lineAt(one.primary.span.start),
      message: one.message,
    }));
    const found = { name, stdout: out.join(""), stderr: err.join(""), exit: outcome.exitCode, diagnostics };
    return outcome.problem === null ? found : { ...found, failure: outcome.problem };
  } catch (error) {
    const failure = `the engine failed: ${error.stack ?? error}`;
    return { name, stdout: "", stderr: "", exit: 70, diagnostics: [], failure };
  }
}
