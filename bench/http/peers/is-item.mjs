// The check that a typed decode makes, for the peers without types.
export function isItem(value) {
  return (
    typeof value === "object" &&
    value !== null &&
    Number.isInteger(value.id) &&
    typeof value.name === "string" &&
    typeof value.price === "number" &&
    Array.isArray(value.tags) &&
    value.tags.every((tag) => typeof tag === "string")
  );
}
