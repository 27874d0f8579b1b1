import { describe, expect, it } from "vitest";
import { readModule } from "./module-doc.ts";

const SOURCE = `/// Sizes of things (std/json). More text.
import std/string

/// A box.
struct Box<T> {
    /// Inside.
    v: T,
}

struct _Hidden { x: Int }

impl<T> Box<T> {
    /// What is inside.
    fun get(self) -> T = self.v

    fun _internal(self) {}

    fun put(
        self,
        at: Int,
        v: T,
    ) -> Result<T, String> = __put(self, at, v)
}

impl<T> Crate<T> {
    fun put(self, v: T) {
        self.box.put(0, v)
    }
}

@blocking
fun __put<T>(box: Box<T>, at: Int, v: T) -> Result<T, String>

/// Waits.
///
/// \`\`\`std
/// import std/sizes { size }
///
/// fun main() = print(size("abc")) //> 3
/// \`\`\`
@blocking
fun size(s: String) -> Int

fun __native(s: String) -> Int

fun twice(s: String) -> Int {
    return size(s) + size(s)
}

fun later(s: String) {
    spawn(fun() { size(s) })
}

fun thrice(s: String) -> Int = match s {
    "" -> 0,
    _ -> twice(s) + 1,
}
`;

describe("readModule", () => {
  const module = readModule("sizes", SOURCE);

  it("takes the leading comment as the module's text, without references", () => {
    expect(module).toMatchObject({
      title: "std/sizes",
      summary: "Sizes of things",
      text: "Sizes of things. More text.",
    });
  });

  it("lists whole types, methods under their type, and functions that may wait", () => {
    expect(module.types.map((one) => [one.name, one.signature])).toEqual([
      ["Box", "struct Box<T> {\n    v: T,\n}"],
    ]);
    expect(module.impls).toEqual([
      {
        heading: "Box<T>",
        members: [
          { name: "get", signature: "fun get(self) -> T", doc: "What is inside.", waits: false },
          {
            name: "put",
            signature: "fun put(self, at: Int, v: T) -> Result<T, String>",
            doc: "",
            waits: true,
          },
        ],
      },
      {
        heading: "Crate<T>",
        members: [{ name: "put", signature: "fun put(self, v: T)", doc: "", waits: true }],
      },
    ]);
    expect(module.functions.map((one) => [one.name, one.waits])).toEqual([
      ["size", true],
      ["twice", true],
      ["later", false],
      ["thrice", true],
    ]);
  });

  it("keeps examples unchanged", () => {
    expect(module.functions[0]?.doc).toBe(
      'Waits.\n\n```std\nimport std/sizes { size }\n\nfun main() = print(size("abc")) //> 3\n```',
    );
  });
});
