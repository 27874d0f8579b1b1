// Kills processes with their children.
import { readdirSync, readFileSync } from "node:fs";

/** The most repetitions of the search, for processes that keep starting others. */
const MOST_LOOKS = 20;

/** Kills the process group that a child leads. */
export function endGroup(leader: number): void {
  attempt(-leader, "SIGKILL");
}

/**
 * Kills a child in the group of this process with its descendants as the system reports them. They are
 * stopped first, so that none escapes between two searches. If the system does not report descendants, only
 * the child is killed.
 */
export function endTree(pid: number): void {
  const found = new Set([pid]);
  attempt(pid, "SIGSTOP");
  for (let look = 0, fresh = true; fresh && look < MOST_LOOKS; look++) {
    fresh = false;
    // Parents may come after their children.
    for (const [child, parent] of parents()) {
      if (!found.has(parent) || found.has(child)) continue;
      found.add(child);
      attempt(child, "SIGSTOP");
      fresh = true;
    }
  }
  for (const each of found) attempt(each, "SIGKILL");
}

/** The processes and their parents, on Linux. */
function* parents(): Iterable<readonly [number, number]> {
  for (const name of entries()) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // `pid (name) state parent …`; the name may contain anything.
    const parent = /^.*\) \S (\d+) /s.exec(text(`/proc/${name}/stat`))?.[1];
    if (parent !== undefined) yield [pid, Number(parent)];
  }
}

function entries(): readonly string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

function text(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function attempt(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process is gone, or belongs to another user.
  }
}
