// Loaded into each measured process: at its end, writes its CPU milliseconds, start included, and its peak
// memory in bytes to file descriptor 3.
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, `${(user + system) / 1000} ${process.resourceUsage().maxRSS * 1024}`);
});
