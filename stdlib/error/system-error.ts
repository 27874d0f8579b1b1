// Texts of failures of the operating system: `<description> (os error <errno>)` (reference/library#failures).
// An error of Node becomes the text of the C library, whatever the numbers of the platform are.
import { get } from "../../interpreter/own/index.ts";
import { machine, portableCode } from "../../interpreter/host/index.ts";
import { DENIED } from "../../interpreter/runtime/index.ts";

/** The description for each symbolic name, in the words of the GNU C library. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  E2BIG: "Argument list too long",
  EACCES: "Permission denied",
  EADDRINUSE: "Address already in use",
  EADDRNOTAVAIL: "Cannot assign requested address",
  EAFNOSUPPORT: "Address family not supported by protocol",
  EAGAIN: "Resource temporarily unavailable",
  EALREADY: "Operation already in progress",
  EBADF: "Bad file descriptor",
  EBADMSG: "Bad message",
  EBUSY: "Device or resource busy",
  ECHILD: "No child processes",
  ECONNABORTED: "Software caused connection abort",
  ECONNREFUSED: "Connection refused",
  ECONNRESET: "Connection reset by peer",
  EDEADLK: "Resource deadlock avoided",
  EDESTADDRREQ: "Destination address required",
  EDOM: "Numerical argument out of domain",
  EDQUOT: "Disk quota exceeded",
  EEXIST: "File exists",
  EFAULT: "Bad address",
  EFBIG: "File too large",
  EHOSTUNREACH: "No route to host",
  EIDRM: "Identifier removed",
  EILSEQ: "Invalid or incomplete multibyte or wide character",
  EINPROGRESS: "Operation now in progress",
  EINTR: "Interrupted system call",
  EINVAL: "Invalid argument",
  EIO: "Input/output error",
  EISCONN: "Transport endpoint is already connected",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
  EMFILE: "Too many open files",
  EMLINK: "Too many links",
  EMSGSIZE: "Message too long",
  EMULTIHOP: "Multihop attempted",
  ENAMETOOLONG: "File name too long",
  ENETDOWN: "Network is down",
  ENETRESET: "Network dropped connection on reset",
  ENETUNREACH: "Network is unreachable",
  ENFILE: "Too many open files in system",
  ENOBUFS: "No buffer space available",
  ENODATA: "No data available",
  ENODEV: "No such device",
  ENOENT: "No such file or directory",
  ENOEXEC: "Exec format error",
  ENOLCK: "No locks available",
  ENOLINK: "Link has been severed",
  ENOMEM: "Cannot allocate memory",
  ENOMSG: "No message of desired type",
  ENOPROTOOPT: "Protocol not available",
  ENOSPC: "No space left on device",
  ENOSR: "Out of streams resources",
  ENOSTR: "Device not a stream",
  ENOSYS: "Function not implemented",
  ENOTCONN: "Transport endpoint is not connected",
  ENOTDIR: "Not a directory",
  ENOTEMPTY: "Directory not empty",
  ENOTSOCK: "Socket operation on non-socket",
  ENOTSUP: "Operation not supported",
  ENOTTY: "Inappropriate ioctl for device",
  ENXIO: "No such device or address",
  EOPNOTSUPP: "Operation not supported",
  EOVERFLOW: "Value too large for defined data type",
  EPERM: "Operation not permitted",
  EPIPE: "Broken pipe",
  EPROTO: "Protocol error",
  EPROTONOSUPPORT: "Protocol not supported",
  EPROTOTYPE: "Protocol wrong type for socket",
  ERANGE: "Numerical result out of range",
  EROFS: "Read-only file system",
  ESPIPE: "Illegal seek",
  ESRCH: "No such process",
  ESTALE: "Stale file handle",
  ETIME: "Timer expired",
  ETIMEDOUT: "Connection timed out",
  ETXTBSY: "Text file busy",
  EXDEV: "Invalid cross-device link",
};

/** Names of libuv or Node for errors that the C library names differently. */
const ALIASES: Readonly<Record<string, string>> = {
  ECANCELED: "ECONNABORTED",
  ERR_STREAM_DESTROYED: "EPIPE",
  ERR_STREAM_WRITE_AFTER_END: "EPIPE",
  ERR_SOCKET_CLOSED: "EPIPE",
  ERR_SOCKET_CLOSED_BEFORE_CONNECTION: "ECONNABORTED",
  ERR_STREAM_PREMATURE_CLOSE: "ECONNABORTED",
  // No memory for a buffer or for the string made from it.
  ERR_MEMORY_ALLOCATION_FAILED: "ENOMEM",
  ERR_STRING_TOO_LONG: "ENOMEM",
  ERR_BUFFER_TOO_LARGE: "ENOMEM",
  ERR_WORKER_OUT_OF_MEMORY: "ENOMEM",
};

/**
 * Returns the text of the system error with this symbolic name, such as `ECONNREFUSED`. Names of Node's own
 * errors are mapped to those of the C library.
 */
export function systemText(name: string): string {
  const code = get(ALIASES, name) ?? (name.startsWith("ERR_") ? "EINVAL" : name);
  const description = DESCRIPTIONS[code];
  const number = machine().errors.number(code);
  if (description === undefined || number === null) return name;
  return `${description} (os error ${number})`;
}

/** How texts begin that report a name which cannot be resolved, and that the name does not exist. */
export const LOOKUP_FAILED = "failed to lookup address information: ";
const NO_SUCH_NAMES = ["Name or service not known", "No address associated with hostname"];

/**
 * The portable name (reference/errors#codes) of a failure that ends with the text of a system error, or is a
 * denial; empty for others. Pass the text without the path or address that follows it in the message.
 */
export function codeOf(text: string): string {
  const number = /\(os error (\d+)\)$/.exec(text)?.[1];
  if (number !== undefined) {
    for (const name of Object.keys(DESCRIPTIONS))
      if (text.endsWith(systemText(name)) && portableCode(name) !== "") return portableCode(name);
    return "";
  }
  if (text.startsWith(DENIED)) return "permission_denied";
  return NO_SUCH_NAMES.some((known) => text.endsWith(LOOKUP_FAILED + known)) ? "name_not_found" : "";
}

/** Returns the text of any error of a file, socket, child process or buffer. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== undefined) return systemText(code);
  return machine().javascript.exhausted(error) === "memory" ? systemText("ENOMEM") : error.message;
}
