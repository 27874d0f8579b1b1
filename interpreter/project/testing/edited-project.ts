// A small project that has every way by which files depend on each other, and random edits of it.

export type Files = Record<string, string>;

export const PROJECT: Files = {
  "shapes.std": `import std/json

trait Shape {
    fun area(self) -> Float
    fun name(self) -> String { "shape" }
    fun twice(self) -> Float {
        self.area() + self.area()
    }
}

const SIDES = 4
const LIMIT: Int = SIDES * 10 + 2
let scale = 2.0

@derive(Eq, ToString)
struct Point {
    x: Int
    y: Int = 3
}

type Points = List<Point>

@derive(Eq, ToString, ToJson)
enum Kind {
    Round
    Flat(sides: Int)
    Named(name: String, at: Int)
}

impl Point {
    fun moved(self, by: Int) -> Point {
        Point { x: self.x + by, y: self.y }
    }
    fun origin() -> Point = Point { x: 0, y: 0 }
}

impl Shape for Point {
    fun area(self) -> Float = 0.0
}
`,
  "boxes.std": `import "./shapes.std" { Point, Shape, Kind as Sort, LIMIT }
import "./shapes.std" as shapes

struct Box<T> {
    value: T
    count: Int
}

impl<T: ToString> Box<T> {
    fun shown(self) -> String {
        "\${self.value} x \${self.count}"
    }
    fun with(self, value: T) -> Box<T> {
        Box { value: value, count: self.count + 1 }
    }
}

impl<T> Shape for Box<T> {
    fun area(self) -> Float {
        self.count.to_float()
    }
    fun name(self) -> String = "box"
}

fun boxed<T>(value: T) -> Box<T> {
    Box { value: value, count: LIMIT }
}

fun same<T>(a: T, b: T) -> Bool {
    a == b
}

fun points(n: Int) -> List<Point> {
    let all: List<Point> = []
    for i in 0..n {
        all.push(Point { x: i, y: i })
    }
    all
}

fun sides(kind: Sort) -> Int {
    match kind {
        Round -> 0,
        Flat(n) -> n,
        Named(_, at) -> at,
    }
}

fun log(text: String, times: Int = LIMIT - 41) {
    for _ in 0..times { print(text) }
}
`,
  "extra.std": `import "./boxes.std" { Box, boxed, same }
import "./shapes.std" { Point, Shape, Points }
import std/string

trait Labelled {
    fun label(self) -> String
}

impl Labelled for Point {
    fun label(self) -> String = "(\${self.x}, \${self.y})"
}

impl Labelled for Box<Int> {
    fun label(self) -> String {
        self.shown()
    }
}

fun total<T: Shape>(shapes: List<T>) -> Float {
    let sum = 0.0
    for shape in shapes {
        sum += shape.area()
    }
    sum
}

fun first(all: Points) -> Point? {
    if all.len() > 0 { Some(all[0]) } else { None }
}

fun labels(all: Points) -> List<String> {
    all.map(fun(p) = p.label())
}

macro pick {
    ($a:expr, $b:expr) => { if $a > $b { $a } else { $b } }
}

fun twins<T>(a: T) -> Bool {
    same(a, a)
}

fun larger(a: Int, b: Int) -> Int = pick!(a, b)
`,
  "tasks.std": `import "./boxes.std" as boxes
import "./extra.std" { Labelled, total }
import "./shapes.std" { Point, LIMIT }
import std/collections

let started = 0
const NAME = "tasks"

fun note(p: Point) {
    started += 1
    boxes.log(p.label())
}

fun run(n: Int) -> Result<Int, String> {
    let seen: Map<String, Int> = [:]
    for p in boxes.points(n) {
        note(p)
        seen.set(p.label(), p.x)
    }
    if n > LIMIT {
        return Err("\${NAME}: too many")
    }
    let sum = total(boxes.points(2))
    Ok(seen.len() + sum.to_int())
}

fun dynamic(shape: dyn Labelled) -> String {
    shape.label()
}
`,
  "main.std": `import "./tasks.std" { run, dynamic }
import "./shapes.std" { Point }
import "./boxes.std" { boxed, same, sides }
import "./extra.std" { twins }
import "./shapes.std" { Kind }

fun helper(n: Int) -> Int {
    let unused = n
    n + sides(Kind.Flat(sides: n))
}

fun main() {
    match run(3) {
        Ok(n) -> print(helper(n)),
        Err(e) -> print(e),
    }
    let b = boxed(4)
    print(b.shown())
    print(b == boxed(4) || Point.origin() == Point { x: 1 }.moved(2))
    print(dynamic(Point { x: 1, y: 2 }))
    print(twins(b) || twins(Point.origin()) || same(3, 4))
}
`,
};

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = [
  ..."Int String Float Bool Point Box Shape Labelled Kind Sort Points List Some None Ok self n x y value".split(
    " ",
  ),
  ..."LIMIT SIDES run note twins same label area name total boxed points sides moved log helper main 0 1 2.5 true".split(
    " ",
  ),
  ...'"text" + - == { } ( ) , : . = fun let const return import @derive(Eq) @derive(Hash)'.split(" "),
];

/** One edit of one file: mostly small, and mostly of something that others know. */
export function editedFiles(files: Files, random: () => number): Files {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const id = pick(Object.keys(files));
  const text = files[id]!;
  const kind = random();
  // Edits are undone soon, so that the project is mostly a program with one or two of them.
  if (kind < 0.2) return PROJECT;
  if (kind < 0.35) return { ...files, [id]: PROJECT[id]! };
  const lines = text.split("\n");
  const line = Math.floor(random() * lines.length);
  if (kind < 0.42) lines.splice(line, 1);
  else if (kind < 0.47) lines.splice(line, 0, pick(["", "// a comment", lines[line]!, "    let extra = 1"]));
  else if (kind < 0.52) lines.splice(line, 2, lines[line + 1] ?? "", lines[line]!);
  else {
    const words = [...lines[line]!.matchAll(/\w+|[^\s\w]/g)];
    const word = words.length === 0 ? null : pick(words);
    if (word === null) return files;
    const by = kind < 0.62 ? "" : kind < 0.7 ? `${word[0]}2` : pick(WORDS);
    const all = kind > 0.9;
    const changed = all
      ? text.replaceAll(new RegExp(`\\b${word[0].replace(/\W/g, "\\$&")}\\b`, "g"), () => by)
      : null;
    if (changed !== null) return { ...files, [id]: changed };
    lines[line] = lines[line]!.slice(0, word.index) + by + lines[line]!.slice(word.index + word[0].length);
  }
  return { ...files, [id]: lines.join("\n") };
}
