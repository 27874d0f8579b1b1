// Ending processes with their children by force.
import { readdirSync, readFileSync } from "node:fs";

/** A process that goes on starting others is looked at again so often. */
const MOST_LOOKS = 20;

/** Of a process group that a child leads. */
export function endGroup(leader: number): void {
  attempt(-leader, "SIGKILL");
}

/**
 * Of a child that shares this group: it and its descendants as the system tells them, stopped first, so that none escapes
 * between two looks. Where the system does not tell, the child alone.
 */
export function endTree(pid: number): void {
  const found = new Set([pid]);
  attempt(pid, "SIGSTOP");
  for (let look = 0, fresh = true; fresh && look < MOST_LOOKS; look++) {
    fresh = false;
    // Parents come before their children only by chance.
    for (const [child, parent] of parents()) {
      if (!found.has(parent) || found.has(child)) continue;
      found.add(child);
      attempt(child, "SIGSTOP");
      fresh = true;
    }
  }
  for (const each of found) attempt(each, "SIGKILL");
}

/** Of each process its parent, on Linux. */
function* parents(): Iterable<readonly [number, number]> {
  for (const name of entries()) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // `pid (name) state parent …`; the name may hold anything.
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
    // It is gone, or belongs to another user.
  }
}
