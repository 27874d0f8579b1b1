// Notifications for the service manager (sd_notify(3)). Node has no datagrams over Unix sockets, so systemd's own program
// sends them; the unit needs `NotifyAccess=all`.
export function notifyManager(state: string, failed: (text: string) => void): void {
  const { NOTIFY_SOCKET, LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES, ...rest } = process.env;
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === "") return;
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn("systemd-notify", [state], { stdio: "ignore", env: { ...rest, NOTIFY_SOCKET } });
  child.unref();
  child.once("error", () => failed("cannot run systemd-notify, which NOTIFY_SOCKET needs"));
  child.once("exit", (status) => {
    if (status !== 0) failed(`systemd-notify ${state} ended with ${status ?? "a signal"}`);
  });
}
