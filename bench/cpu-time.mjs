// Loaded into each measured process: writes the CPU milliseconds that it took, start included, and the
// most bytes that it held in memory to file descriptor 3 at its end.
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, `${(user + system) / 1000} ${process.resourceUsage().maxRSS * 1024}`);
});
