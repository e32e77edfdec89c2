// Keeps what a finger is on where it is: what would move it waits until the finger is gone or has clicked.

let isTouched = false, release;
const waiting = new Set();

/** Notes when fingers are on what covers the plot, and for as long after as their click may take. */
export function watchFingers(plot) {
  const watch = (kinds, change, capture = true) => {
    for (const kind of kinds) addEventListener(kind, change, { capture, passive: true });
  };
  const end = () => {
    clearTimeout(release);
    isTouched = false;
    const acts = [...waiting];
    waiting.clear();
    for (const act of acts) act();
  };
  const endAfter = (milliseconds) => {
    clearTimeout(release);
    release = setTimeout(end, milliseconds);
  };
  watch(["pointerdown", "touchstart"], ({ target }) => {
    if (target === plot) return;
    isTouched = true;
    // Of an element that goes from under a finger no end is heard.
    endAfter(10_000);
  });
  watch(["pointerup", "pointercancel", "touchend", "touchcancel"], () => isTouched && endAfter(400));
  // Heard last of all: what was pressed has acted.
  watch(["click", "change"], () => isTouched && end(), false);
}

/** Does something at once, or once no finger is there; what waits already is done once. */
export function whenReleased(act) {
  if (isTouched) waiting.add(act);
  else act();
}
