// The clocks of the machine, except that of the date, which is `Host.now`.

export interface Clock {
  /**
   * Nanoseconds since an arbitrary moment before the program; never goes back, whatever happens to the date.
   */
  monotonicNanos(): bigint;
  /** The same in milliseconds, with fractions. */
  monotonicMillis(): number;
  /** The IANA name of the machine's time zone, such as `Europe/Paris`. */
  localZone(): string;
}
