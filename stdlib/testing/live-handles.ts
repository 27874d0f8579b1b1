// Expressions for handles that need a peer, a file, a process or another goroutine: the program is its own
// peer, and whatever a call waits for is there. `text` is an expression for the worst text.

type Build = (text: string) => string;

/** The programs that handles of processes start. */
export const LIVE_PROGRAM = "cat";

const HEAD = '"x: " + "y".repeat(60000)';
const listening = 'let heard = net.listen("127.0.0.1:0").unwrap()';
const request = (text: string): string =>
  `Request { method: Method.Post, path: "/" + ${text}, version: "HTTP/1.1", headers: ["host": ${text}, "cookie": ${text}, "content-type": "application/x-www-form-urlencoded"], params: ["a": ${text}], query: ["a": ${text}], body: ${text} }`;

/** What a handler of a server in the same program has as `type`, from the statements that pass it to `out`. */
const served = (type: string, route: string, ask: string): string => `{
        let out: Channel<${type}> = sync.channel_buffered(1)
        let app = Server.new()
        ${route}
        let addr = app.start("127.0.0.1:0").unwrap()
        ${ask}
        out.recv()
    }`;
const asked = (path: string, body: string): string =>
  `spawn fun() { let _ = http.post("http://\${addr}${path}", ${body}) }()`;
const kept = "sync.sleep_millis(100000)";
const socket = (path: string): string => `http.websocket("ws://\${addr}${path}")`;

const echoing = (text: string): string => `{
        let app = Server.new()
        app.any("/", fun(_r: Request) -> Response = Response.text(${text}).header("x", "y"))
        let addr = app.start("127.0.0.1:0").unwrap()
        http.stream("GET", "http://\${addr}/", "", "", 10000).unwrap()
    }`;

const child = (text: string): string => `{
        let started = process.start("${LIVE_PROGRAM}", []).unwrap()
        let _ = started.write_stdin(${text}.substring(0, 60000))
        started.close_stdin()
        started
    }`;

/** By type, or by `module.Type`, in a program that may use `folder`, 127.0.0.1 and `LIVE_PROGRAM`. */
export function liveHandles(folder: string): Readonly<Record<string, Build>> {
  const file = (text: string): string =>
    `{\n        let _ = fs.write("${folder}/live", ${text}).unwrap()\n        fs.open_with("${folder}/live", OpenOptions { read: true, write: true, ..OpenOptions.new() }).unwrap()\n    }`;
  return {
    "fs.File": file,
    "fs.FileLines": (text) =>
      `{\n        let _ = fs.write("${folder}/live", ${text}).unwrap()\n        fs.lines("${folder}/live").unwrap()\n    }`,
    "fs.OpenOptions": () => "OpenOptions.new()",
    "io.Stdin": () => "io.stdin()",
    "io.Stdout": () => "io.stdout()",
    "io.Stderr": () => "io.stderr()",
    "process.Command": (text) =>
      `Command.new("${LIVE_PROGRAM}").arg("/dev/null").env("A", ${text}.substring(0, 1000)).timeout_ms(20000)`,
    "process.Child": child,
    "process.ChildReader": (text) => `${child(text)}.stdout()`,
    "process.ChildWriter": () => `process.start("${LIVE_PROGRAM}", []).unwrap().stdin()`,
    "net.TcpListener": () =>
      `{\n        ${listening}\n        let _ = net.connect(heard.local_addr()).unwrap()\n        heard\n    }`,
    "net.TcpStream": (text) =>
      `{\n        ${listening}\n        let one = net.connect(heard.local_addr()).unwrap()\n        let other = heard.accept().unwrap()\n        spawn fun() {\n            let _ = other.write(${text})\n            other.close_write()\n            let _ = other.read_all()\n        }()\n        one\n    }`,
    "net.UdpSocket": (text) =>
      `{\n        let heard = net.udp_bind("127.0.0.1:0").unwrap()\n        let _ = heard.send_to(${text}.substring(0, 60000), heard.local_addr())\n        heard.set_read_timeout_ms(1000)\n        heard\n    }`,
    "Channel<Int>": () =>
      "{\n        let c: Channel<Int> = sync.channel_buffered(2)\n        c.send(1)\n        c\n    }",
    "List<Channel<Int>>": () =>
      "{\n        let c: Channel<Int> = sync.channel_buffered(2)\n        c.send(1)\n        [c].repeat(100000)\n    }",
    "Select<Int>": () => "sync.select<Int>().otherwise(fun() = 1)",
    "sync.Mutex": () => "sync.mutex()",
    "sync.Semaphore": () => "sync.semaphore(2)",
    "sync.RwLock": () => "sync.rw_lock()",
    "sync.Once": () => "sync.once()",
    "sync.WaitGroup": () => "sync.wait_group()",
    Cancel: () => "Cancel.new()",
    "Result<Unit, Error>": () => "Ok({})",
    "Task<Int>": () => "sync.task(fun() = 1)",
    "List<Task<Int>>": () => "[sync.task(fun() = 1)].repeat(100000)",
    "Rows<Int>": (text) =>
      `sqlite.open(":memory:").unwrap().rows<Int>("SELECT length(?)", [Sql.Text(${text})]).unwrap()`,
    Request: request,
    "http.BodyReader": (text) =>
      served(
        "BodyReader",
        `app.any_stream("/", fun(_r, body) {\n out.send(body)\n ${kept}\n Response.text("") })`,
        asked("/", text),
      ),
    "http.Form": (text) => `${request(text)}.form().unwrap()`,
    "http.FormFile": (text) =>
      `Request { method: Method.Post, path: "/", version: "HTTP/1.1", headers: ["content-type": "multipart/form-data; boundary=zz"], params: [:], query: [:], body: "--zz\\r\\ncontent-disposition: form-data; name=\\"a\\"; filename=\\"b\\"\\r\\n\\r\\n" + ${text} + "\\r\\n--zz--\\r\\n" }.form().unwrap().file("a").unwrap()`,
    "http.BodyWriter": () =>
      served(
        "BodyWriter",
        `app.any("/", fun(_r) = Response.stream("text/plain", fun(w) {\n out.send(w)\n ${kept}\n Ok({}) }))`,
        asked("/", '""'),
      ),
    "http.EventStream": () =>
      served(
        "EventStream",
        `app.any("/", fun(_r) = Response.events(fun(w) {\n out.send(w)\n ${kept}\n Ok({}) }))`,
        asked("/", '""'),
      ),
    "http.WebSocket": (text) =>
      served(
        "WebSocket",
        `app.websocket("/", fun(_r, w) {\n out.send(w)\n ${kept} })`,
        `let _ = ${socket("/")}.unwrap().send_text(${text}.substring(0, 1000))`,
      ),
    "http.HttpStream": echoing,
    HttpResponse: (text) =>
      `HttpResponse { status_code: 200, status_text: "", headers: ${HEAD}, body: ${text} }`,
    "web.Session": (text) => `{
        let out: Channel<Session> = sync.channel_buffered(1)
        let _ = web.sessions("0123456789abcdef0123456789abcdef")(fun(r: Request) -> Response {
            out.send(web.session(r))
            Response.text("")
        })(${request(text)})
        out.recv()
    }`,
    "api.Operation": () => 'Api.new("a", "1").get("/x", fun() = 1)',
    "api.Handler": () => "fun() = 1",
  };
}
