// Decides the conditions of `@check` that need more than a comparison (reference/json-attributes#checks). Strings are
// bytes.

/** Counts the characters of a text, up to `most`. */
export function characters(text: string, most: number): number {
  let count = 0;
  for (let i = 0; i < text.length && count < most; i++) if ((text.charCodeAt(i) & 0xc0) !== 0x80) count++;
  return count;
}

/** Whether a number is a multiple of another, as both are written: 0.3 of 0.1. */
export function isMultiple(value: number, of: number): boolean {
  if (of === 0 || !Number.isFinite(value)) return false;
  const times = value / of;
  const whole = Math.round(times);
  return Math.abs(times - whole) <= Math.abs(times) * 2 * Number.EPSILON;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOSTNAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, "i");
/** The rule of HTML for `<input type=email>`. */
const EMAIL = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})*$`, "i");
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d{1,9})?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const BYTE = "(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const IPV6 = /^[0-9a-f:.]{2,45}$/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const URI = /^(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i;

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (day === undefined) return false;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const isLeap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return m >= 1 && m <= 12 && d >= 1 && d <= days[m - 1]!;
}

/** Texts longer than any of the formats but a URI. */
const LONGEST = 320;

export function hasFormat(text: string, format: string): boolean {
  if (format === "uri") return SCHEME.test(text) && URI.test(text);
  if (text.length > LONGEST) return false;
  switch (format) {
    case "email":
      return EMAIL.test(text) && text.length <= 254;
    case "uuid":
      return UUID.test(text);
    case "date":
      return isDate(text);
    case "date_time":
      return isDate(text.slice(0, 10)) && /[t ]/i.test(text.charAt(10)) && TIME.test(text.slice(11));
    case "ipv4":
      return IPV4.test(text);
    case "ipv6":
      return IPV6.test(text) && URL.canParse(`http://[${text}]/`);
    case "hostname":
      return HOSTNAME.test(text) && text.length <= 253;
    default:
      throw new Error(`the format ${format} is not known`);
  }
}
