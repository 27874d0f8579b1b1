// Texts of failures of the operating system: `<description> (os error <errno>)` (stdlib-a 0.4).
// In: an error of Node's; out: the text of the C library, whatever the platform's numbers are.
import { constants } from "node:os";

/** Description by symbolic name, as the GNU C library words it. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  E2BIG: "Argument list too long",
  EACCES: "Permission denied",
  EADDRINUSE: "Address already in use",
  EADDRNOTAVAIL: "Cannot assign requested address",
  EAFNOSUPPORT: "Address family not supported by protocol",
  EAGAIN: "Resource temporarily unavailable",
  EALREADY: "Operation already in progress",
  EBADF: "Bad file descriptor",
  EBUSY: "Device or resource busy",
  ECHILD: "No child processes",
  ECONNABORTED: "Software caused connection abort",
  ECONNREFUSED: "Connection refused",
  ECONNRESET: "Connection reset by peer",
  EDESTADDRREQ: "Destination address required",
  EDQUOT: "Disk quota exceeded",
  EEXIST: "File exists",
  EFAULT: "Bad address",
  EFBIG: "File too large",
  EHOSTUNREACH: "No route to host",
  EILSEQ: "Invalid or incomplete multibyte or wide character",
  EINTR: "Interrupted system call",
  EINVAL: "Invalid argument",
  EIO: "Input/output error",
  EISCONN: "Transport endpoint is already connected",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
  EMFILE: "Too many open files",
  EMLINK: "Too many links",
  EMSGSIZE: "Message too long",
  ENAMETOOLONG: "File name too long",
  ENETDOWN: "Network is down",
  ENETUNREACH: "Network is unreachable",
  ENFILE: "Too many open files in system",
  ENOBUFS: "No buffer space available",
  ENODEV: "No such device",
  ENOENT: "No such file or directory",
  ENOEXEC: "Exec format error",
  ENOMEM: "Cannot allocate memory",
  ENOPROTOOPT: "Protocol not available",
  ENOSPC: "No space left on device",
  ENOSYS: "Function not implemented",
  ENOTCONN: "Transport endpoint is not connected",
  ENOTDIR: "Not a directory",
  ENOTEMPTY: "Directory not empty",
  ENOTSOCK: "Socket operation on non-socket",
  ENOTSUP: "Operation not supported",
  ENOTTY: "Inappropriate ioctl for device",
  ENXIO: "No such device or address",
  EOVERFLOW: "Value too large for defined data type",
  EPERM: "Operation not permitted",
  EPIPE: "Broken pipe",
  EPROTO: "Protocol error",
  EPROTONOSUPPORT: "Protocol not supported",
  EPROTOTYPE: "Protocol wrong type for socket",
  EROFS: "Read-only file system",
  ESPIPE: "Illegal seek",
  ESRCH: "No such process",
  ETIMEDOUT: "Connection timed out",
  ETXTBSY: "Text file busy",
  EXDEV: "Invalid cross-device link",
};

/** Names that libuv or Node use for something the C library knows under another one. */
const ALIASES: Readonly<Record<string, string>> = {
  ECANCELED: "ECONNABORTED",
  ERR_STREAM_DESTROYED: "EPIPE",
  ERR_STREAM_WRITE_AFTER_END: "EPIPE",
  ERR_SOCKET_CLOSED: "EPIPE",
  ERR_SOCKET_CLOSED_BEFORE_CONNECTION: "ECONNABORTED",
};

/** The text of the system error with this symbolic name, such as `ECONNREFUSED`. */
export function systemText(name: string): string {
  const code = ALIASES[name] ?? name;
  const description = DESCRIPTIONS[code];
  const number = (constants.errno as Readonly<Record<string, number>>)[code];
  if (description === undefined || number === undefined) return name;
  return `${description} (os error ${number})`;
}

/** The text of anything that a socket or resolver failed with. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined ? error.message : systemText(code);
}
