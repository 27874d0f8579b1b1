import type { ChildProcess } from "node:child_process";

/** Resolves with the lines of a server once it has printed `count`; rejects if it ends before. */
export function linesOf(child: ChildProcess, count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", () => reject(new Error("the server has ended")));
    child.stdout!.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      const lines = text.split("\n").slice(0, -1);
      if (lines.length >= count) resolve(lines);
    });
  });
}
