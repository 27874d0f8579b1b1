"""Writes calls of the prelude with the results that Python gives: python3 python.py > python.tsv

Each line has the statements before the call, the call, and its result, all as Stdlang.
"""
import functools
import itertools
import math
import random
import statistics
import textwrap

random.seed(20)
MIN, MAX = -(2**63), 2**63 - 1
PIECES = ["a", "B", "ab", "é", "ß", "中", "😀", " ", "  ", "\t", "\n", "_", "-", "1", "x", ".", "É"]
lines = []


def literal(value):
    if value is None:
        return "None"
    if isinstance(value, Some):
        return f"Some({literal(value.value)})"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value != MIN else f"({MIN + 1} - 1)"
    if isinstance(value, float):
        return f"{value:.17g}" if "." in f"{value:.17g}" and "e" not in f"{value:.17g}" else f"{value:.1f}"
    if isinstance(value, str):
        escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "$": "\\$"}
        return '"' + "".join(escapes.get(c, c) for c in value) + '"'
    if isinstance(value, tuple):
        return "(" + ", ".join(map(literal, value)) + ")"
    if isinstance(value, dict):
        return "[" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "]"
    return "[" + ", ".join(map(literal, value)) + "]"


class Some:
    def __init__(self, value):
        self.value = value


def case(call, result, before=""):
    lines.append(f"{before}\t{call}\t{literal(result)}")


def ints(least=0, most=9, span=5):
    return [random.randint(-span, span) for _ in range(random.randint(least, most))]


def text(most=8):
    return "".join(random.choice(PIECES) for _ in range(random.randint(0, most)))


def big():
    return random.choice([random.randint(-9, 9), random.randint(MIN, MAX), MIN, MAX, 2**32, -(2**31), 2**53])


def wrapped(value):
    return (value + 2**63) % 2**64 - 2**63


def checked(value):
    return Some(value) if MIN <= value <= MAX else None


def saturated(value):
    return max(MIN, min(MAX, value))


def first(found):
    return next((Some(each) for each in found), None)


def lists():
    xs, ys, n = ints(), ints(0, 3), random.randint(0, 4)
    a = f"let xs: List<Int> = {literal(xs)}"
    b = f"{a}; let ys: List<Int> = {literal(ys)}"
    odd = "fun(x) = x % 2 != 0"
    is_odd = lambda x: math.fmod(x, 2) != 0
    size = lambda x: abs(x) % 3
    case(f"xs.position({odd})", first(i for i, x in enumerate(xs) if is_odd(x)), a)
    case(f"xs.count({odd})", sum(map(is_odd, xs)), a)
    case("xs.reduce(fun(x, y) = x * 3 + y)", Some(functools.reduce(lambda x, y: x * 3 + y, xs)) if xs else None, a)
    case("xs.filter_map(fun(x) = if x > 0 { Some(x * 2) } else { None })", [x * 2 for x in xs if x > 0], a)
    case(f"xs.partition({odd})", ([x for x in xs if is_odd(x)], [x for x in xs if not is_odd(x)]), a)
    case("xs.take_while(fun(x) = x < 3)", list(itertools.takewhile(lambda x: x < 3, xs)), a)
    case("xs.drop_while(fun(x) = x < 3)", list(itertools.dropwhile(lambda x: x < 3, xs)), a)
    case("xs.unique()", list(dict.fromkeys(xs)), a)
    case("xs.unique_by(fun(x) = x.abs() % 3)", list({size(x): x for x in reversed(xs)}.values()) and
         [next(x for x in xs if size(x) == key) for key in dict.fromkeys(map(size, xs))], a)
    case("xs.min_by(fun(x) = x.abs() % 3)", Some(min(xs, key=size)) if xs else None, a)
    case("xs.max_by(fun(x) = x.abs() % 3)", Some(max(xs, key=size)) if xs else None, a)
    case("xs.sorted_by_key(fun(x) = x.abs() % 3)", sorted(xs, key=size), a)
    case("xs", sorted(xs, key=size), f"{a}; xs.sort_by_key(fun(x) = x.abs() % 3)")
    case("xs.concat(ys)", xs + ys, b)
    case("[xs, ys, xs].flatten()", xs + ys + xs, b)
    case(f"xs.repeat({n})", xs * n, a)
    case("xs.scan(7, fun(sum, x) = sum * 2 + x)",
         list(itertools.accumulate(xs, lambda total, x: total * 2 + x, initial=7))[1:], a)
    case("xs.product()", math.prod(xs), a)
    case("xs.mean()", Some(float(statistics.fmean(xs))) if xs else None, a)
    case("xs.last_index_of(2)", max((i for i, x in enumerate(xs) if x == 2), default=-1), a)
    case("xs.starts_with(ys)", xs[: len(ys)] == ys, b)
    case("xs.ends_with(ys)", ys == [] or xs[-len(ys):] == ys, b)
    case("xs.to_map(fun(x) = (x.abs() % 3, x)).sorted()", sorted({size(x): x for x in xs}.items()), a)
    case(f"xs.get_opt({n})", Some(xs[n]) if n < len(xs) else None, a)


def maps():
    m = {text(2): random.randint(-5, 5) for _ in range(random.randint(1, 5))}
    o = {random.choice([*m, "k", "z"]): random.randint(-5, 5) for _ in range(random.randint(1, 4))}
    a = f"let m: Map<String, Int> = {literal(m)}"
    b = f"{a}; let o: Map<String, Int> = {literal(o)}"
    by_bytes = lambda pair: pair[0].encode()
    case("m.map_values(fun(v) = v * v).sorted()", sorted(((k, v * v) for k, v in m.items()), key=by_bytes), a)
    case("m.filter(fun(_, v) = v > 0).sorted()", sorted(((k, v) for k, v in m.items() if v > 0), key=by_bytes), a)
    case("m.merge(o).to_list()", list({**m, **o}.items()), b)
    case("m.to_list()", list({**m, **o}.items()), f"{b}; m.extend(o)")
    key = random.choice([*m, "none"])
    case("(popped, m.to_list())", (Some(m[key]) if key in m else None, [(k, v) for k, v in m.items() if k != key]),
         f"{a}; let popped = m.pop({literal(key)})")
    case("m.invert().sorted()", sorted({v: k for k, v in m.items()}.items()), a)
    case("m.contains_value(3)", 3 in m.values(), a)
    case("m.any(fun(_, v) = v > 3)", any(v > 3 for v in m.values()), a)
    case("m.all(fun(_, v) = v > -3)", all(v > -3 for v in m.values()), a)
    case("m.count(fun(k, _) = k.is_ascii())", sum(k.isascii() for k in m), a)
    case("m.find(fun(_, v) = v < 0)", first((k, v) for k, v in m.items() if v < 0), a)


def sets():
    xs, ys = set(ints(1)), set(ints(1, 4))
    braced = lambda found: "{" + ", ".join(map(str, [*found, min(found)])) + "}"
    a = f"let s = {braced(xs)}; let t = {braced(ys)}"
    case("s.is_superset(t)", xs >= ys, a)
    case("s.is_disjoint(t)", xs.isdisjoint(ys), a)
    case("s.symmetric_difference(t).sorted()", sorted(xs ^ ys), a)
    case("s.map(fun(x) = x / 2 * 2).sorted()", sorted({int(x / 2) * 2 for x in xs}), a)
    case("s.filter(fun(x) = x > 0).sorted()", sorted(x for x in xs if x > 0), a)
    case("s.sorted()", sorted(xs | ys), f"{a}; s.extend(t)")


def numbers():
    a, b, n = big(), big(), random.randint(0, 9)
    x, y = f"({literal(a)})", f"({literal(b)})"
    quotient = lambda: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    case(f"{x}.abs()", wrapped(abs(a)))
    case(f"{x}.pow({n})", wrapped(a**n))
    case(f"{x}.sign()", (a > 0) - (a < 0))
    case(f"{x}.is_even()", a % 2 == 0)
    case(f"{x}.digits()", [int(c) for c in str(abs(a))])
    case(f"{x}.min({y})", min(a, b))
    case(f"{x}.max({y})", max(a, b))
    if math.gcd(a, b) <= MAX:
        case(f"{x}.gcd({y})", math.gcd(a, b))
    low, high = sorted([b, big()])
    case(f"{x}.clamp({literal(low)}, {literal(high)})", max(low, min(high, a)))
    case(f"{x}.checked_add({y})", checked(a + b))
    case(f"{x}.checked_sub({y})", checked(a - b))
    case(f"{x}.checked_mul({y})", checked(a * b))
    case(f"{x}.checked_div({y})", checked(quotient()) if b != 0 else None)
    case(f"{x}.checked_pow({n})", checked(a**n))
    case(f"{x}.saturating_add({y})", saturated(a + b))
    case(f"{x}.saturating_sub({y})", saturated(a - b))
    case(f"{x}.saturating_mul({y})", saturated(a * b))


def texts():
    s, part = text(), random.choice(PIECES)
    t = literal(s)
    case(f"{t}.count({literal(part)})", s.count(part))
    case(f"{t}.replace_first({literal(part)}, \"<>\")", s.replace(part, "<>", 1))
    chars = random.choice(["a ", "é_", "😀\t\n", "x1.-"])
    case(f"{t}.trim_matches({literal(chars)})", s.strip(chars))
    case(f"{t}.is_ascii()", s.isascii())
    case(f"{t}.words()", s.split())
    case(f"{t}.reverse_chars()", s[::-1])
    n = random.randint(0, 5)
    case(f"{t}.nth_char({n}).map(fun(c) = c.to_string())", Some(s[n]) if n < len(s) else None)
    block = "\n".join(random.choice(["", "  ", "    a", "  b c", "      d", "  é"]) for _ in range(random.randint(1, 4)))
    case(f"{literal(block)}.dedent()", textwrap.dedent(block))
    number = random.choice(["12", "-7", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "", "-", "1a", "007"])
    valid = number.lstrip("-").isdigit() and number.count("-") <= 1 and MIN <= int(number) <= MAX
    case(f"{literal(number)}.to_int()", Some(int(number)) if valid else None)


for each, times in [(lists, 25), (maps, 25), (sets, 12), (numbers, 40), (texts, 40)]:
    for _ in range(times):
        each()
print("\n".join(sorted(set(lines))))
