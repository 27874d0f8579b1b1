// The portable names of failures of the system, by the symbolic names of its errors
// (reference/errors#codes). Every system has these names, though not these numbers.
const CODES: Readonly<Record<string, string>> = {
  ENOENT: "not_found",
  EACCES: "permission_denied",
  EPERM: "permission_denied",
  EEXIST: "already_exists",
  ENOTDIR: "not_a_directory",
  EISDIR: "is_a_directory",
  ENOTEMPTY: "not_empty",
  ENOSPC: "no_space",
  EDQUOT: "no_space",
  EPIPE: "broken_pipe",
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_reset",
  ECONNABORTED: "connection_reset",
  ETIMEDOUT: "timed_out",
  ETIME: "timed_out",
  EADDRINUSE: "address_in_use",
  EHOSTUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ENETUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  ENOTFOUND: "name_not_found",
  EAI_NONAME: "name_not_found",
  EAI_NODATA: "name_not_found",
  EMFILE: "too_many_files",
  ENFILE: "too_many_files",
  EINTR: "interrupted",
};

/** The portable name of an error such as `ECONNREFUSED`; empty if it has none. */
export function portableCode(name: string): string {
  return Object.hasOwn(CODES, name) ? CODES[name]! : "";
}
