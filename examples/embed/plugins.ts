// Plug-ins: scripts use objects of the host through the methods that its declaration lists.
import { createEngine, defineModule } from "stdlang";
import { standardModules } from "stdlang/stdlib";

class Document {
  readonly #lines: string[] = [];
  append(line: string): void {
    this.#lines.push(line);
  }
  count(): number {
    return this.#lines.length;
  }
  text(): string {
    return this.#lines.join("\n");
  }
}

const editor = defineModule({
  name: "editor",
  declaration: `
    struct Document {}
    impl Document {
        fun append(self, line: String)
        fun count(self) -> Int
    }
  `,
  classes: { Document },
  functions: {},
});
const plugin = `
  import std/editor { Document }

  fun run(document: Document) -> Int {
      document.append("né, from a plug-in")
      document.append("lines: \${document.count()}")
      document.count()
  }
`;
const engine = createEngine({ modules: [...standardModules, editor], limits: { steps: 100_000 } });
const { program } = await engine.load({ path: "plugin.std", text: plugin });
const document = new Document();
console.log(await program!.call("run", document));
console.log(document.text());
program!.close();
