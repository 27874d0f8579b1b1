// `Any` (reference/reflection#types): a value with its type at run time. Compiled code creates one descriptor
// object per type, so types are equal if their descriptors are the same object.
import { some, type Option } from "./values.ts";

/** A type at run time. */
export interface TypeDescriptor {
  /** The name of the type, as `type_name` returns it. */
  readonly text: string;
  /**
   * The fields of a struct, in order of declaration; empty for other types. Computed lazily, since types may
   * be recursive.
   */
  fields(): readonly { readonly name: string; readonly property: string; readonly type: TypeDescriptor }[];
}

/** A value of type `Any`. */
export class AnyValue {
  readonly value: unknown;
  readonly type: TypeDescriptor;
  constructor(value: unknown, type: TypeDescriptor) {
    this.value = value;
    this.type = type;
  }
}

/** `cast<T>`: Some if the value has exactly this type. */
export function castAny(any: AnyValue, type: TypeDescriptor): Option<unknown> {
  return any.type === type ? some(any.value) : null;
}

/** `field_names_of`: empty if the value is not a struct. */
export function anyFieldNames(any: AnyValue): string[] {
  return any.type.fields().map((field) => field.name);
}

/** `get_field`: null if there is no such field. */
export function anyField(any: AnyValue, name: string): AnyValue | null {
  const field = any.type.fields().find((candidate) => candidate.name === name);
  if (field === undefined) return null;
  return new AnyValue((any.value as Record<string, unknown>)[field.property], field.type);
}

/** Stores `value` if the field exists and has exactly its type; otherwise does nothing. */
export function setAnyField(any: AnyValue, name: string, value: AnyValue): void {
  const field = any.type.fields().find((candidate) => candidate.name === name);
  if (field?.type === value.type) (any.value as Record<string, unknown>)[field.property] = value.value;
}
