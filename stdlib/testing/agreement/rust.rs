//! Writes calls of the prelude with the results that Rust gives: `rustc -O rust.rs -o /tmp/rust && /tmp/rust > rust.tsv`
//!
//! Each line has the statements before the call, the call, and its result, all as Stdlang.

struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
    fn int(&mut self) -> i64 {
        match self.next(6) {
            0 => i64::MIN,
            1 => i64::MAX,
            2 => self.next(20) as i64 - 10,
            3 => (self.next(1 << 33) as i64) - (1 << 32),
            _ => self.next(u64::MAX) as i64,
        }
    }
    fn small(&mut self) -> i64 {
        self.next(11) as i64 - 5
    }
    fn ints(&mut self, most: u64) -> Vec<i64> {
        (0..self.next(most + 1)).map(|_| self.small()).collect()
    }
    fn float(&mut self) -> f64 {
        match self.next(4) {
            0 => self.small() as f64 / 2.0,
            1 => self.next(1_000_000) as f64 / 1000.0 - 500.0,
            2 => [0.0, -0.0, 0.5, -0.5, 2.5, -2.5, 1e15, -4503599627370497.5][self.next(8) as usize],
            _ => self.small() as f64,
        }
    }
    fn text(&mut self) -> String {
        let pieces = [
            "a", "B", "ab", "é", "ß", "中", "😀", " ", "  ", "\t", "\n", "\r\n", "_", "-", "1", "x", "Z", "É", "",
        ];
        (0..self.next(9)).map(|_| pieces[self.next(19) as usize]).collect()
    }
}

trait Literal {
    fn literal(&self) -> String;
}

impl Literal for i64 {
    fn literal(&self) -> String {
        if *self == i64::MIN { format!("({} - 1)", i64::MIN + 1) } else { self.to_string() }
    }
}
impl Literal for bool {
    fn literal(&self) -> String {
        self.to_string()
    }
}
impl Literal for f64 {
    fn literal(&self) -> String {
        if self.is_infinite() { "1.0 / 0.0".into() } else { format!("{self:?}") }
    }
}
impl Literal for str {
    fn literal(&self) -> String {
        let mut out = String::from("\"");
        for c in self.chars() {
            match c {
                '\\' => out += "\\\\",
                '"' => out += "\\\"",
                '\n' => out += "\\n",
                '\r' => out += "\\r",
                '\t' => out += "\\t",
                c => out.push(c),
            }
        }
        out + "\""
    }
}
impl Literal for String {
    fn literal(&self) -> String {
        self.as_str().literal()
    }
}
impl<T: Literal> Literal for Option<T> {
    fn literal(&self) -> String {
        match self {
            None => "None".into(),
            Some(value) => format!("Some({})", value.literal()),
        }
    }
}
impl<T: Literal, E: Literal> Literal for Result<T, E> {
    fn literal(&self) -> String {
        match self {
            Ok(value) => format!("Ok({})", value.literal()),
            Err(error) => format!("Err({})", error.literal()),
        }
    }
}
impl<T: Literal> Literal for [T] {
    fn literal(&self) -> String {
        format!("[{}]", self.iter().map(Literal::literal).collect::<Vec<_>>().join(", "))
    }
}
impl<T: Literal> Literal for Vec<T> {
    fn literal(&self) -> String {
        self.as_slice().literal()
    }
}

fn case<T: Literal + ?Sized>(before: &str, call: &str, result: &T) {
    println!("{before}\t{call}\t{}", result.literal());
}

fn lists(r: &mut Random) {
    let xs = r.ints(8);
    let n = xs.len() as u64;
    let a = format!("let xs: List<Int> = {}", xs.literal());
    if n > 0 {
        let (i, j, by) = (r.next(n), r.next(n), r.next(n + 1));
        let mut swapped = xs.clone();
        swapped.swap(i as usize, j as usize);
        case(&format!("{a}; xs.swap({i}, {j})"), "xs", &swapped);
        let mut rotated = xs.clone();
        rotated.rotate_left(by as usize);
        case(&format!("{a}; xs.rotate({by})"), "xs", &rotated);
    }
    let mut kept = xs.clone();
    kept.retain(|x| x % 2 == 0);
    case(&format!("{a}; xs.retain(fun(x) = x % 2 == 0)"), "xs", &kept);
    let mut filled = xs.clone();
    filled.fill(7);
    case(&format!("{a}; xs.fill(7)"), "xs", &filled);
    let size = r.next(10);
    let mut resized = xs.clone();
    resized.resize(size as usize, 9);
    case(&format!("{a}; xs.resize({size}, 9)"), "xs", &resized);
    let mut sorted = xs.clone();
    sorted.sort();
    sorted.dedup();
    let wanted = r.small();
    let found = sorted.binary_search(&wanted).map(|i| i as i64).map_err(|i| i as i64);
    case(&format!("let xs: List<Int> = {}", sorted.literal()), &format!("xs.binary_search({wanted})"), &found);
    let mut keyed = xs.clone();
    keyed.sort_by_key(|x| x % 3);
    case(&format!("{a}; xs.sort_by_key(fun(x) = x % 3)"), "xs", &keyed);
    let (even, odd): (Vec<i64>, Vec<i64>) = xs.iter().partition(|x| *x % 2 == 0);
    case(&format!("{a}; let (even, odd) = xs.partition(fun(x) = x % 2 == 0)"), "[even, odd]", &vec![even, odd]);
    let scanned: Vec<i64> = xs
        .iter()
        .scan(1, |sum, x| {
            *sum = *sum * 2 + x;
            Some(*sum)
        })
        .collect();
    case(&a, "xs.scan(1, fun(sum, x) = sum * 2 + x)", &scanned);
    case(&a, "xs.min_by(fun(x) = x.abs())", &xs.iter().copied().min_by_key(|x: &i64| x.abs()));
    case(&a, "xs.position(fun(x) = x > 2)", &xs.iter().position(|x| *x > 2).map(|i| i as i64));
}

fn numbers(r: &mut Random) {
    let (a, b, n) = (r.int(), r.int(), r.next(70) as u32);
    let (x, y) = (format!("({})", a.literal()), format!("({})", b.literal()));
    case("", &format!("{x}.abs()"), &a.wrapping_abs());
    case("", &format!("{x}.sign()"), &a.signum());
    case("", &format!("{x}.pow({n})"), &a.wrapping_pow(n));
    case("", &format!("{x}.checked_pow({n})"), &a.checked_pow(n));
    case("", &format!("{x}.checked_add({y})"), &a.checked_add(b));
    case("", &format!("{x}.checked_sub({y})"), &a.checked_sub(b));
    case("", &format!("{x}.checked_mul({y})"), &a.checked_mul(b));
    case("", &format!("{x}.checked_div({y})"), &a.checked_div(b));
    case("", &format!("{x}.saturating_add({y})"), &a.saturating_add(b));
    case("", &format!("{x}.saturating_sub({y})"), &a.saturating_sub(b));
    case("", &format!("{x}.saturating_mul({y})"), &a.saturating_mul(b));
    let (low, high) = (b.min(a / 2), b.max(a / 2));
    case("", &format!("{x}.clamp({}, {})", low.literal(), high.literal()), &a.clamp(low, high));
}

fn floats(r: &mut Random) {
    let (a, b) = (r.float(), r.float());
    let (x, y) = (format!("({})", a.literal()), format!("({})", b.literal()));
    case("", &format!("{x}.round()"), &a.round());
    case("", &format!("{x}.floor()"), &a.floor());
    case("", &format!("{x}.ceil()"), &a.ceil());
    case("", &format!("{x}.trunc()"), &a.trunc());
    case("", &format!("{x}.abs()"), &a.abs());
    case("", &format!("{x}.abs().sqrt()"), &a.abs().sqrt());
    // Rust leaves open which zero these give.
    if a != 0.0 || b != 0.0 {
        case("", &format!("{x}.max({y})"), &a.max(b));
        case("", &format!("{x}.min({y})"), &a.min(b));
    }
    case("", &format!("{x}.is_finite()"), &a.is_finite());
    let (low, high) = (b.min(1.0), b.max(1.0));
    case("", &format!("{x}.clamp({}, {})", low.literal(), high.literal()), &a.clamp(low, high));
    for text in ["1.5", "-0.25", "1e3", "12", ".5", "5.", "1e", "x", "", "1.2.3", "1e400", "-1e-400", "0x10"] {
        case("", &format!("{}.to_float()", text.literal()), &text.parse::<f64>().ok());
    }
}

fn texts(r: &mut Random) {
    let s = r.text();
    let t = s.literal();
    let owned = |parts: Vec<&str>| parts.into_iter().map(String::from).collect::<Vec<_>>();
    case("", &format!("{t}.lines()"), &owned(s.lines().collect()));
    case("", &format!("{t}.words()"), &owned(s.split_whitespace().collect()));
    case("", &format!("{t}.trim_start()"), s.trim_start());
    case("", &format!("{t}.trim_end()"), s.trim_end());
    case("", &format!("{t}.reverse_chars()"), &s.chars().rev().collect::<String>());
    let n = r.next(6);
    case("", &format!("{t}.nth_char({n}).map(fun(c) = c.to_string())"), &s.chars().nth(n as usize).map(String::from));
    let other = if r.next(2) == 0 { s.to_ascii_uppercase() } else { r.text() };
    case("", &format!("{t}.equals_ignore_case({})", other.literal()), &s.eq_ignore_ascii_case(&other));
    case("", &format!("{t}.replace_first(\"a\", \"<>\")"), &s.replacen('a', "<>", 1));
    let bounds: Vec<usize> = (0..=s.len()).filter(|i| s.is_char_boundary(*i)).collect();
    let (i, j) = (bounds[r.next(bounds.len() as u64) as usize], bounds[r.next(bounds.len() as u64) as usize]);
    let (from, to) = (i.min(j), i.max(j));
    let mut inserted = s.clone();
    inserted.insert_str(from, "<>");
    case("", &format!("{t}.insert({from}, \"<>\")"), &inserted);
    let mut removed = s.clone();
    removed.replace_range(from..to, "");
    case("", &format!("{t}.remove_range({from}, {to})"), &removed);
    case("", &format!("{t}.is_ascii()"), &s.is_ascii());
}

fn main() {
    let mut random = Random(88172645463325252);
    for _ in 0..40 {
        lists(&mut random);
        numbers(&mut random);
        texts(&mut random);
    }
    for _ in 0..25 {
        floats(&mut random);
    }
}
