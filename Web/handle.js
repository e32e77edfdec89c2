// The handle of the controls, which is tapped or pulled: away from its edge it opens them, back it closes them.

/** How far a finger moves, in points, before it pulls. */
const slop = 16;
/** How long after a pull a click may come of it. */
const echoMilliseconds = 400;

/** Calls a closure whenever the handle is to open or close the controls. */
export function watchHandle(handle, press) {
  let held, pulledAt = -Infinity;
  const begin = ({ clientX, clientY }) => (held = [clientX, clientY]);
  const end = ({ clientX, clientY }) => {
    if (!held) return;
    const [x, y] = [clientX - held[0], clientY - held[1]];
    held = undefined;
    const way = Math.abs(x) > Math.abs(y) ? x : y;
    // A tap clicks.
    if (Math.abs(way) <= slop) return;
    pulledAt = performance.now();
    const isOpen = handle.getAttribute("aria-expanded") === "true";
    if (way > 0 === isOpen) press();
  };
  // Fingers by their touches, which every browser has for them; a mouse by its pointer.
  handle.addEventListener("touchstart", ({ touches, changedTouches }) => touches.length === 1 && begin(changedTouches[0]), { passive: true });
  handle.addEventListener("touchend", ({ changedTouches }) => end(changedTouches[0]), { passive: true });
  handle.addEventListener("touchcancel", () => (held = undefined), { passive: true });
  handle.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button > 0) return;
    begin(event);
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointerup", (event) => event.pointerType === "mouse" && end(event));
  // A key clicks with no count.
  handle.addEventListener("click", ({ detail }) => (detail === 0 || performance.now() - pulledAt > echoMilliseconds) && press());
}
