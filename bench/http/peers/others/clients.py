"""Tests the server of browser.std with requests, httpx and websockets. Arguments: the base URL of http, of https, ca.pem."""
import sys
import threading

base, secure, ca = sys.argv[1:4]
failed = 0


def check(name, seen, expected):
    global failed
    good = seen == expected
    failed += not good
    print(f"{'ok  ' if good else 'FAIL'} {name}{'' if good else f': {seen!r} instead of {expected!r}'}")


def skipped(name):
    print(f"skip {name}: pip install {name}")


try:
    import requests
    answer = requests.post(f"{base}/form", data={"text": "ä"}, files={"file": ("a.bin", b"\0" * 2_000_000, "application/x-test")})
    check("requests: a form with a file", answer.text, "ä|a.bin|application/x-test|2000000")
    session = requests.Session()
    session.get(f"{base}/cookies/set")
    check("requests: cookies", sorted(session.get(f"{base}/cookies/sent").text.split("; ")), ["hidden=1", "shown=2", "strict=5"])
    with requests.get(f"{base}/events", stream=True) as events:
        lines = [line for line in events.iter_lines(decode_unicode=True) if line]
    check("requests: events", lines, ["event: n", "id: 1", "data: first line", "data: second line 1", "data: plain"])
    part = requests.get(f"{base}/sound.wav", headers={"Range": "bytes=-8"})
    check("requests: a part", (part.status_code, len(part.content)), (206, 8))
    check("requests: https", requests.get(f"{secure}/index.html", verify=ca).status_code, 200)
    check("requests: a body in chunks", requests.post(f"{base}/form", data=iter([b"a=", b"1"])).status_code, 400)
except ImportError:
    skipped("requests")

try:
    import httpx
    with httpx.Client() as client:
        answer = client.post(f"{base}/form", data={"text": "ä"}, files={"file": ("a.bin", b"\0" * 2_000_000, "application/x-test")})
        check("httpx: a form with a file", answer.text, "ä|a.bin|application/x-test|2000000")
        with client.stream("GET", f"{base}/sound.wav") as whole:
            check("httpx: a stream", sum(len(piece) for piece in whole.iter_bytes()), 1_920_044)
        try:
            client.get(f"{base}/wait", timeout=0.2)
        except httpx.ReadTimeout:
            pass
        check("httpx: a request that is given up", client.get(f"{base}/left", timeout=10).text, "true")
        check("httpx: OPTIONS and 405", (client.options(f"{base}/form").headers["allow"], client.delete(f"{base}/form").status_code), ("GET, HEAD, POST, OPTIONS", 405))
except ImportError:
    skipped("httpx")

try:
    from websockets.sync.client import connect
    from websockets.exceptions import ConnectionClosed
    with connect(f"{base.replace('http', 'ws')}/socket") as socket:
        socket.send("grüße")
        socket.send(b"\0\xff")
        socket.send(["in ", "some ", "parts"])
        socket.send("long " * 100_000)
        seen = [socket.recv(), socket.recv(), socket.recv(), len(socket.recv()), type(socket.protocol.extensions[0]).__name__]
        socket.ping().wait(5)
        socket.send("close me")
        try:
            socket.recv()
        except ConnectionClosed as closed:
            seen += [closed.rcvd.code, closed.rcvd.reason]
    check("websockets", seen, ["grüße", b"\0\xff", "in some parts", 500_000, "PerMessageDeflate", 4321, "as you like"])
    counts = []
    def many():
        with connect(f"{base.replace('http', 'ws')}/socket") as socket:
            for i in range(100):
                socket.send(str(i))
            counts.append([socket.recv() for _ in range(100)] == [str(i) for i in range(100)])
    threads = [threading.Thread(target=many) for _ in range(20)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    check("websockets: twenty at once", counts, [True] * 20)
except ImportError:
    skipped("websockets")

sys.exit(1 if failed else 0)
