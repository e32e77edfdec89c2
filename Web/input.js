// Passes what fingers, a wheel and keys do to the client.
import { passTouches } from "./touches.js";

const now = () => performance.now() * 1000;

/** The numbers of `Key`. */
const keys = {
  ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3, "+": 4, "=": 4, "-": 5, "_": 5, " ": 6, "0": 7, Home: 7,
  "1": 8, "2": 9, "3": 10, m: 11, h: 12, d: 13, Escape: 14, l: 15,
};

/** Passes input on the plot; `client` gives the client that is shown, and `place` the plot's box on the page. */
export function passInput(canvas, client, place) {
  const touch = (phase) => (event) => {
    event.preventDefault();
    const scale = devicePixelRatio || 1;
    if (phase === 0) {
      if (event.button > 0) return;
      if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
      canvas.focus({ preventScroll: true });
    }
    const moves = phase === 1 && event.getCoalescedEvents ? event.getCoalescedEvents().slice(-1) : [];
    const { clientX, clientY, timeStamp } = moves[0] ?? event;
    const { left, top } = place();
    client().touch(event.pointerId, phase, (clientX - left) * scale, (clientY - top) * scale, timeStamp * 1000, now());
  };
  canvas.addEventListener("pointerdown", touch(0));
  canvas.addEventListener("pointermove", touch(1));
  canvas.addEventListener("pointerup", touch(2));
  canvas.addEventListener("pointercancel", touch(3));
  passTouches(canvas);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? innerHeight : 1) * (devicePixelRatio || 1);
    const scale = devicePixelRatio || 1;
    const { left, top } = place();
    client().wheel(
      (event.clientX - left) * scale, (event.clientY - top) * scale, event.deltaX * unit, event.deltaY * unit,
      event.ctrlKey || event.metaKey ? (event.shiftKey ? 2 : 1) : event.shiftKey ? 3 : 0, now());
  }, { passive: false });
  // Fingers and wheels scale what is shown and never the page itself; the browser's menu and its keys do that.
  addEventListener("wheel", (event) => event.ctrlKey && event.preventDefault(), { passive: false });
  for (const kind of ["gesturestart", "gesturechange"]) addEventListener(kind, (event) => event.preventDefault());
  addEventListener("keydown", (event) => {
    const help = document.getElementById("help");
    if (help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement && event.key !== "Escape") return;
    if (event.key === "?") return help.showModal();
    const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (key === undefined) return;
    // Controls keep the keys that work them.
    const isInControls = event.target.closest?.("#drawer, #views");
    const isButton = event.target.closest?.("button");
    if (event.key !== "Escape" && ((isInControls && key !== 13) || (isButton && event.key === " "))) return;
    event.preventDefault();
    client().key(key, event.shiftKey ? 1 : 0, now());
  });
}
