// The clocks of the machine besides that of the date, which is `Host.now`.

export interface Clock {
  /** Nanoseconds since some moment before the program; never goes back, whatever happens to the date. */
  monotonicNanos(): bigint;
  /** The same in milliseconds, with fractions. */
  monotonicMillis(): number;
  /** The IANA name of the zone that the machine is set to, such as `Europe/Paris`. */
  localZone(): string;
}
