// Resource usage of the process as Node reports it.
import type { Usage } from "../index.ts";

export const usage: Usage = {
  residentBytes: () => process.memoryUsage.rss(),
  cpuSeconds() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
};
