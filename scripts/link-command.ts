// Makes the built command available in the clone as `node_modules/.bin/std`, to scripts of npm and to shells
// whose PATH has that folder. `npx std` uses it, too, or npm's own link to the clone. It starts the Node of the clone,
// in the same process, whatever Node the PATH has.
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);

const LAUNCHER = `#!/bin/sh
bin=\${0%/*}
[ -L "$0" ] && bin=$(dirname "$(readlink -f "$0")")
node=$bin/../node/bin/node
[ -x "$node" ] || node=node
# Sockets of a service manager would not survive a second start of Node with a larger stack.
exec "$node" \${LISTEN_FDS:+--stack-size=7200} "$bin/../../dist/interpreter/cli/std.js" "$@"
`;

export function linkCommand(): void {
  const folder = join(root, "node_modules/.bin");
  if (!existsSync(folder) || process.platform === "win32") return;
  const link = join(folder, "std");
  rmSync(link, { force: true });
  writeFileSync(link, LAUNCHER);
  chmodSync(link, 0o755);
}
