// Opens the WebSocket, shows each line, and reconnects when the server restarts.
const [enter, say, lines, state] = ["enter", "say", "lines", "state"].map((id) => document.getElementById(id));
let pauseMs = 500;

function open(name) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/room?name=${encodeURIComponent(name)}`);
  socket.onopen = () => {
    pauseMs = 500;
    lines.replaceChildren();
    state.textContent = "";
    enter.hidden = true;
    say.hidden = false;
  };
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = ({ code, reason }) => {
    state.textContent = reason || "The connection is gone.";
    // 4000 and above: the room refuses this name.
    if (code >= 4000) {
      enter.hidden = false;
      say.hidden = true;
      return;
    }
    setTimeout(() => open(name), pauseMs);
    pauseMs = Math.min(pauseMs * 2, 10_000);
  };
  say.onsubmit = (event) => {
    event.preventDefault();
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ text: say.elements.text.value }));
    say.reset();
  };
}

function show({ from, text }) {
  const item = document.createElement("li");
  item.className = from === "" ? "news" : "";
  item.textContent = from === "" ? text : `${from}: ${text}`;
  lines.append(item);
  item.scrollIntoView();
}

enter.onsubmit = (event) => {
  event.preventDefault();
  open(enter.elements.name.value);
};
