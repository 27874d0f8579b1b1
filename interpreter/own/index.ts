// Properties that objects have themselves. A host may have added names of its own to `Object.prototype`: an
// object with optional properties, or a table that is asked for a name which it may lack, must not find them.

/**
 * The properties of `object` and of its class in an object without a prototype. For objects with optional
 * properties, before these are read, and for tables.
 */
export function own<T extends object>(object: T): T {
  const found = Object.create(null) as Record<string, unknown>;
  for (
    let each: object | null = object;
    each !== null && each !== Object.prototype;
    each = Object.getPrototypeOf(each) as object | null
  )
    for (const name of Object.getOwnPropertyNames(each))
      if (!(name in found)) found[name] = (object as Record<string, unknown>)[name];
  return found as T;
}

/** Whether a value has a property itself; distinguishes the types of a union, as `in` does. */
export function has<T extends object, K extends string>(
  object: T,
  name: K,
): object is Extract<T, Readonly<Record<K, unknown>>> {
  return Object.hasOwn(object, name);
}

/** A property that an object may lack. */
export function get<T extends object, K extends keyof T>(
  object: T | null | undefined,
  name: K,
): T[K] | undefined {
  return object !== null && object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** As `get`, for a property that its class may have, such as a method. */
export function inherited<T extends object, K extends keyof T>(
  object: T | null | undefined,
  name: K,
): T[K] | undefined {
  for (
    let each: object | null | undefined = object;
    each !== null && each !== undefined && each !== Object.prototype;
    each = Object.getPrototypeOf(each) as object | null
  )
    if (Object.hasOwn(each, name)) return object![name];
  return undefined;
}
