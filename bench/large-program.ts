// A generated program, for what takes time by the line.

/** A program of about this many lines, with the usual mix of declarations and statements. */
export function largeProgram(lines: number): string {
  const unit = (n: number): string => `
@derive(Eq, ToString)
struct Item${n} { id: Int, name: String, tags: List<String> }

enum State${n} { Empty, Full(Item${n}), Counted(Int, Int) }

impl Item${n} {
    fun label(self, width: Int) -> String {
        let text = "\${self.name}-\${self.id + width}"
        if self.tags.len() > width {
            return "\${text}*"
        }
        return text
    }
}

fun weigh${n}(s: State${n}, factor: Int) -> Int {
    let total = 0
    for i in 0..factor {
        total += match s {
            Empty -> 0,
            Full(item) -> item.id * i,
            Counted(a, b) -> a + b,
        }
    }
    return total
}
`;
  const units = Math.ceil(lines / unit(0).split("\n").length);
  return `${Array.from({ length: units }, (_, n) => unit(n)).join("")}\nfun main() {\n    print(weigh0(State0.Empty, 3))\n}\n`;
}
