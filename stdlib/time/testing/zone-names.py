"""Writes ../zone-name-data.ts: the abbreviations of time in each zone, from compiled zone files.

python3 stdlib/time/testing/zone-names.py ROOT… > stdlib/time/zone-name-data.ts

The first root has the times before 1970 of each zone (Debian's /usr/share/zoneinfo), the next one those that Intl
and most others have, where zones that agree since 1970 are one, and the newest changes (tzdata of PyPI).
"""

import os
import struct
import sys


RECENT = 1767225600  # 2026


def offset_text(offset):
    """Writes an offset as the database names zones without letters."""
    sign = "-" if offset < 0 else "+"
    hours, rest = divmod(abs(offset), 3600)
    return f"{sign}{hours:02}" if rest == 0 else f"{sign}{hours:02}{rest // 60:02}"


def read(path):
    """Returns [(since, offset, name)] of a compiled zone file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"TZif" or data[4:5] < b"2":
        return None

    def header(at):
        return struct.unpack(">6l", data[at + 20 : at + 44])

    isut, isstd, leap, times, types, chars = header(0)
    at = 44 + times * 5 + types * 6 + chars + leap * 8 + isstd + isut
    isut, isstd, leap, times, types, chars = header(at)
    at += 44
    moments = struct.unpack(f">{times}q", data[at : at + times * 8])
    at += times * 8
    kinds = data[at : at + times]
    at += times
    infos = [struct.unpack(">lBB", data[at + i * 6 : at + i * 6 + 6]) for i in range(types)]
    at += types * 6
    names = data[at : at + chars]

    def of(kind):
        offset, _, index = infos[kind]
        return offset, names[index : names.index(b"\0", index)].decode()

    return [(None, *of(0))] + [(moment, *of(kind)) for moment, kind in zip(moments, kinds)]


def by_offset(periods):
    """Returns the [(since, name)] of each offset."""
    offsets = {}
    for since, offset, name in periods:
        spans = offsets.setdefault(offset, [])
        if not spans or spans[-1][1] != name:
            spans.append((since, name))
    return offsets


def described(by_offset):
    """Writes names by offset: `-18000EST,EWT@-880218000`."""
    parts = []
    for offset, spans in by_offset.items():
        if all(name == offset_text(offset) for _, name in spans):
            continue
        first = spans[0][1]
        later = [f"{name}@{since}" for since, name in spans[1:]]
        parts.append(",".join([f"{offset}{first}", *later]))
    return " ".join(parts)


def main(roots):
    zones = {}
    for root in roots:
        for folder, _, files in os.walk(root):
            for file in files:
                name = os.path.relpath(os.path.join(folder, file), root)
                if name.startswith(("posix", "right")) or "." in name or name in ("localtime", "Factory"):
                    continue
                periods = read(os.path.join(root, name))
                if periods is not None:
                    known = zones.setdefault(name, {})
                    for offset, spans in by_offset(periods).items():
                        if offset in known:
                            last, newest = known[offset][-1], spans[-1]
                            if newest[1] != last[1] and (newest[0] or 0) >= RECENT:
                                known[offset].append(newest)
                        else:
                            known[offset] = spans
    lines = {}
    for name, offsets in zones.items():
        lines.setdefault(described(offsets), []).append(name)
    print("// The abbreviations of time by zone and offset, in the time zone database 2026f; written by")
    print("// testing/zone-names.py. A line has zones, then for each offset in seconds its name, and later ones with")
    print("// the Unix seconds from which they hold. Names that are the offset itself are left out.")
    print("export const ZONE_NAMES = `")
    for text, names in sorted(lines.items(), key=lambda line: min(line[1])):
        if text:
            print(f"{','.join(sorted(names))} {text}")
    print("`;")


main(sys.argv[1:])
