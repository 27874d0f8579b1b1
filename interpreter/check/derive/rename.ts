// The names that `rename_all` gives, by the rules of serde: names of fields are split at `_`, those of variants
// before each capital letter. Digits and acronyms are letters like others: `user_2fa` is `user2fa`, and the variant
// `IOError` is `i_o_error`.
import type { Case } from "../../syntax/index.ts";

export function renamedField(name: string, style: Case): string {
  switch (style) {
    case "snake_case":
    case "lowercase":
      return name;
    case "SCREAMING_SNAKE_CASE":
    case "UPPERCASE":
      return name.toUpperCase();
    case "kebab-case":
      return name.replaceAll("_", "-");
    case "SCREAMING-KEBAB-CASE":
      return name.toUpperCase().replaceAll("_", "-");
    case "PascalCase":
      return pascal(name);
    case "camelCase":
      return lowerFirst(pascal(name));
  }
}

export function renamedVariant(name: string, style: Case): string {
  switch (style) {
    case "PascalCase":
      return name;
    case "camelCase":
      return lowerFirst(name);
    case "lowercase":
      return name.toLowerCase();
    case "UPPERCASE":
      return name.toUpperCase();
    case "snake_case":
      return snake(name);
    case "SCREAMING_SNAKE_CASE":
      return snake(name).toUpperCase();
    case "kebab-case":
      return snake(name).replaceAll("_", "-");
    case "SCREAMING-KEBAB-CASE":
      return snake(name).toUpperCase().replaceAll("_", "-");
  }
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Drops each `_`, and begins what follows it with a capital letter. */
const pascal = (field: string): string =>
  field.replace(/(?:^_*|_+)([^_]?)/g, (_, next: string) => next.toUpperCase());

const snake = (variant: string): string =>
  variant.replace(/[A-Z]/g, (letter, at: number) => (at > 0 ? "_" : "") + letter.toLowerCase());
