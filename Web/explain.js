// Explains the technical terms in labels, by the lines of Documentation/terms.md: a pointer or a finger that rests on a label shows its line, and
// screen readers have it as the description.

import { write } from "./elements.js";

/** How long a finger rests, how far it may move meanwhile, and how long its line stays. */
const restMilliseconds = 500, slop = 9, stayMilliseconds = 6000;
/** For how long after a touch a mouse may be its echo. */
const echoMilliseconds = 1000;

/** Terms with the number of their section, their pattern and their line, the longest term first; undefined until they are loaded. */
let lines;
/** Labels that were made before that. */
let early = [];

/** Whole words; a term in capitals is one in capitals alone. */
function pattern(term) {
  const isWord = term.slice(1) === term.slice(1).toLowerCase();
  const text = term.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`, isWord ? "iu" : "u");
}

import("./terms.js").then(({ terms }) => {
  lines = terms.map(([section, term, line]) => ({ section, term, pattern: pattern(term), line }))
    .sort((one, other) => other.term.length - one.term.length);
  const labels = early;
  early = undefined;
  for (const label of labels) explain(...label);
}, () => (early = undefined));

/**
 * Gives a label the line of the term in its text, if there is one, and what it belongs to the line as its description. The sections of the
 * terms are those of the instruments, in their order; the instrument's own comes first.
 */
export function explain(node, text, described = node) {
  early?.push([node, text, described]);
  const matches = lines?.filter(({ pattern }) => pattern.test(text)) ?? [];
  const found = matches.find(({ section }) => String(section) === document.body.dataset.instrument) ?? matches[0];
  if (!found) {
    delete node.dataset.term;
    delete node.dataset.line;
    described.removeAttribute("aria-description");
    return;
  }
  [node.dataset.term, node.dataset.line] = [found.term, found.line];
  described.setAttribute("aria-description", found.line);
}

const labels = new WeakMap();

/** Shows a text in a label, and explains it where a finger rests on what the label belongs to. */
export function showLabel(node, text, held = node) {
  write(node, text);
  if (labels.get(node) === text) return;
  labels.set(node, text);
  explain(held, text);
}

const tip = Object.assign(document.createElement("p"), { id: "tip", role: "tooltip", hidden: true });
document.querySelector("main").append(tip);
let timer, stays, began, hovered, touchedAt = -Infinity;

function show(node) {
  tip.textContent = node.dataset.line;
  tip.hidden = false;
  const box = node.getBoundingClientRect();
  const top = box.top - tip.offsetHeight - 8;
  tip.style.top = `${top > 8 ? top : box.bottom + 8}px`;
  tip.style.left = `${Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8))}px`;
  clearTimeout(stays);
  stays = setTimeout(hide, stayMilliseconds);
}

/** Shows nothing, now or soon. */
function hide() {
  clearTimeout(timer);
  tip.hidden = true;
}

const swallow = (event) => (event.preventDefault(), event.stopPropagation(), acceptClicks());
const acceptClicks = () => removeEventListener("click", swallow, { capture: true });

const place = ({ touches, clientX, clientY }) => touches ? [touches[0].clientX, touches[0].clientY] : [clientX, clientY];

function rest(event) {
  hide();
  acceptClicks();
  if (event.pointerType === "mouse") return;
  touchedAt = performance.now();
  const node = event.target.closest?.("[data-term]");
  if (!node) return;
  began = place(event);
  timer = setTimeout(() => {
    show(node);
    // The press that showed a line must not act as well.
    addEventListener("click", swallow, { capture: true });
  }, restMilliseconds);
}

function move(event) {
  if (!began) return;
  const [x, y] = place(event);
  if (Math.hypot(x - began[0], y - began[1]) > slop) clearTimeout(timer);
}

function lift() {
  if (!began) return;
  began = undefined;
  clearTimeout(timer);
  // A click that comes of it comes soon; a browser that shows a menu instead sends none.
  setTimeout(acceptClicks, restMilliseconds);
}

/** A pointer shows the line by resting there. The browser's own tip would be a window, which on some systems takes the next tap. */
function hover({ target, pointerType }) {
  if (pointerType !== "mouse") return;
  const node = target.closest?.("[data-term]") ?? undefined;
  if (node === hovered) return;
  hovered = node;
  hide();
  // Some browsers move their mouse to where a finger was.
  if (node && performance.now() - touchedAt > echoMilliseconds) timer = setTimeout(show, restMilliseconds, node);
}

const listen = (kinds, act) => kinds.forEach((kind) => addEventListener(kind, act, { capture: true, passive: true }));
listen(["pointerdown", "touchstart"], rest);
listen(["pointermove", "touchmove"], move);
listen(["pointerup", "pointercancel", "touchend", "touchcancel"], lift);
listen(["pointerover"], hover);
listen(["scroll", "keydown"], hide);
