# Serves the requests of client-others.std with Python's http.server.
import gzip
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, status=200, body=b"", **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self):
        match self.path:
            case "/hello": self.answer(body=b"hello, world")
            case "/gzip": self.answer(body=gzip.compress(b"squeezed " * 1000), Content_Encoding="gzip")
            case "/moved": self.answer(302, Location="/hello")
            case "/none": self.answer(204)
            case "/cookie": self.answer(Set_Cookie="a=1; Path=/; Max-Age=60; HttpOnly")
            case "/cookies": self.answer(body=self.headers.get("Cookie", "").encode())
            case "/close":
                self.answer(body=b"bye", Connection="close")
                self.close_connection = True
            case "/big": self.answer(body=b"x" * 20_000_000)
            case "/pieces":
                self.send_response(200)
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for i in range(3):
                    self.wfile.write(b"8\r\npiece %d\n\r\n" % i)
                self.wfile.write(b"0\r\n\r\n")
            case _: self.answer(404)

    do_HEAD = do_GET

    def do_POST(self):
        if self.path == "/refuse":
            self.answer(413, b"no", Connection="close")
            self.close_connection = True
        elif "Content-Length" in self.headers:
            self.answer(body=self.rfile.read(int(self.headers["Content-Length"])))
        else:
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            self.answer(body=body)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.handle_error = lambda *args: None  # clients that disconnect
print(f"127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
