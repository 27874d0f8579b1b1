from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_GET(self) -> None:
        parts = self.path.split("/")
        found = len(parts) == 3 and parts[1] == "hello"
        body = f"hello {parts[2]}".encode() if found else b""
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
Thread(target=server.serve_forever, daemon=True).start()
client = HTTPConnection("127.0.0.1", server.server_port)
size = 0
for n in range(3000):
    client.request("GET", f"/hello/{n}")
    size += len(client.getresponse().read())
print(size)
