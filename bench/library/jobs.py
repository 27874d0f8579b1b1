# The jobs of jobs.std as a user would write them for CPython.
import base64
import csv
import io
import json
import re
import sys
import time
import urllib.parse
import zlib
from datetime import datetime, timezone
from typing import NamedTuple

ROUNDS = 5


def job(name, f):
    best = float("inf")
    result = 0
    for _ in range(ROUNDS):
        start = time.perf_counter_ns()
        result = f()
        best = min(best, (time.perf_counter_ns() - start) / 1e6)
    print(f"{name}\t{best}\t{result}")


lines = []
for i in range(20000):
    host = f"{i % 256}.{i * 7 % 256}.{i * 13 % 256}.{i * 29 % 256}"
    head = f"{host} - - [10/Oct/2026:13:{10 + i % 50}:{10 + i * 3 % 50} +0000]"
    lines.append(f'{head} "GET /items/{i}?page={i % 9} HTTP/1.1" {200 + i % 5 * 100} {i * 31 % 100000} "-" "curl/8.5.0"')
line = re.compile(r'^(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+) [^"]*" (\d{3}) (\d+)')


def captures():
    total = 0
    for text in lines:
        groups = line.match(text).groups()
        total += len(groups[0]) + len(groups[1]) + len(groups[3]) + len(groups[4]) + len(groups[5])
    return total


job("captures", captures)
address = re.compile(r"(\d+)\.(\d+)\.(\d+)\.(\d+)")
job("replace", lambda: sum(len(address.sub(r"\1.x.x.\4", text)) for text in lines))
number = re.compile("[0-9]+")
job("replace_numbers", lambda: sum(len(number.sub("N", text)) for text in lines))
separator = re.compile(r"[ /:]\s*")
job("split_regex", lambda: sum(len(separator.split(text)) for text in lines))
letters = [text.replace("/items/", "/größe/日本/") for text in lines]


def captures_utf8():
    total = 0
    for text in letters:
        groups = line.match(text).groups()
        total += len(groups[0]) + len(groups[4]) + len(groups[5])
    return total


job("captures_utf8", captures_utf8)
job("replace_utf8", lambda: sum(len(separator.sub("", text).split("g")) for text in letters))
whole = "\n".join(lines)
job("replace_text", lambda: len(address.sub(r"\1.x.x.\4", whole)))
whole_letters = "\n".join(letters)
job("split_text", lambda: len(separator.split(whole_letters)))
quoted = re.compile('"([^"]*)"')
job("quoted_text", lambda: len(quoted.sub(r"<\1>", whole)))
PATTERN = "%Y-%m-%d %H:%M:%S"


def date_text(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime(PATTERN)


job("format_dates", lambda: sum(ord(date_text(i * 15731)[18]) for i in range(100000)))
dates = [date_text(i * 15731) for i in range(100000)]


def parse_dates():
    total = 0
    for text in dates:
        total += int(datetime.strptime(text, PATTERN).replace(tzinfo=timezone.utc).timestamp())
    return total


job("parse_dates", parse_dates)
names = []
seed = 1
for i in range(200000):
    seed = seed * 48271 % 2147483647
    names.append(f"name {seed} of {i % 10}")


def sort_strings():
    ordered = sorted(names)
    return len(ordered[1000]) + ord(ordered[100000][8]) * 1000


job("sort_strings", sort_strings)


class Point(NamedTuple):
    x: int
    y: int


def struct_keys():
    grid = {}
    for i in range(300000):
        p = Point(i * 7 % 300, i * 11 % 200)
        grid[p] = grid.get(p, 0) + i
    return len(grid) + grid.get(Point(7, 11), 0)


job("struct_keys", struct_keys)


def int_keys():
    counts = {}
    for i in range(1000000):
        k = i * 7919 % 200003
        counts[k] = counts.get(k, 0) + 1
    return len(counts) + counts[5]


job("int_keys", int_keys)


def sets():
    a = set()
    b = set()
    for i in range(200000):
        a.add(i * 2)
        b.add(i * 3)
    return len(a | b) + len(a & b) * 3 + len(a - b) * 5


job("sets", sets)
records = [
    {"id": i, "name": f"item number {i}", "price": i * 0.25, "tags": ["red", f"n{i % 10}"], "active": i % 3 == 0}
    for i in range(20000)
]
# CPython writes 1.0 where the others write 1.
job("json_encode", lambda: len(json.dumps(records, separators=(",", ":"))) - 10000)
text = json.dumps(records, separators=(",", ":"))


def json_decode():
    read = json.loads(text)
    return len(read) + read[777]["id"] + len(read[19999]["tags"][1])


job("json_decode", json_decode)
block = bytes(range(256)) * 8192


def base64_both():
    coded = base64.b64encode(block)
    return len(coded) + len(base64.b64decode(coded))


job("base64", base64_both)


def hex_both():
    coded = block.hex()
    return len(coded) + len(bytes.fromhex(coded))


job("hex", hex_both)
job("crc32", lambda: zlib.crc32(block))
url = "a b/c?d=é&e=100%" * 20000


def url_both():
    coded = urllib.parse.quote(url, safe="")
    return len(coded) + len(urllib.parse.unquote(coded).encode())


job("url", url_both)
words = []
for i in range(600000):
    seed = seed * 48271 % 2147483647
    words.append(f"w{seed % 5000}")
prose = " ".join(words)


def word_count():
    counts = {}
    for word in prose.split():
        counts[word] = counts.get(word, 0) + 1
    return len(counts) + max(counts.values())


job("word_count", word_count)
rows = [
    [str(i), f"name {i}", 'a, "quoted" one' if i % 10 == 0 else "plain", f"{i * 7 % 1000}.25", "2026-11-22"]
    for i in range(100000)
]


def csv_format():
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return len(out.getvalue())


job("csv_format", csv_format)
sys.stdout.flush()
