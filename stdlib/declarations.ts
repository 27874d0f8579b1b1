// The texts of the declarations by the names of their modules. The build replaces this file (scripts/build.ts).
export const declarations: Readonly<Record<string, string>> = {};
