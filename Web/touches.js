// Browsers that tell of fingers by touch events alone, as WebKitGTK does: what they tell is passed on as the pointer events that others have.

const pointerNames = { touchstart: "pointerdown", touchmove: "pointermove", touchend: "pointerup", touchcancel: "pointercancel" };
/** Above the ids that a browser gives its mice. */
const firstId = 1000;
const echoMilliseconds = 1000;

let hasTouchPointers = false;
let fingers = 0;
let lastTouch = -Infinity;

// Who has both tells of the pointer first.
addEventListener("pointerdown", ({ isTrusted, pointerType }) => (hasTouchPointers ||= isTrusted && pointerType !== "mouse"), true);

/** Passes the touches of an element on. They belong to it until they end, so that nothing has to be captured. */
export function passTouches(element) {
  for (const [name, pointerName] of Object.entries(pointerNames)) {
    element.addEventListener(name, (event) => {
      if (hasTouchPointers) return;
      event.preventDefault();
      fingers = event.touches.length;
      lastTouch = performance.now();
      for (const { identifier, clientX, clientY } of event.changedTouches) {
        element.dispatchEvent(new PointerEvent(pointerName, {
          pointerId: firstId + identifier, pointerType: "touch", clientX, clientY, bubbles: true, cancelable: true,
        }));
      }
    }, { passive: false });
  }
  // What comes of a touch before it has been answered for: a tap clicks and a drag scrolls, too.
  const ignoreEcho = (event) => {
    // By its own time: a busy page receives it late.
    if (!event.isTrusted || (fingers === 0 && event.timeStamp - lastTouch > echoMilliseconds)) return;
    if (event.target !== element && !element.contains(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  element.addEventListener("touchstart", () => {
    if (hasTouchPointers) return;
    for (const name of ["pointerdown", "pointermove", "pointerup", "wheel"]) {
      addEventListener(name, ignoreEcho, { capture: true, passive: false });
    }
  }, { once: true });
}
