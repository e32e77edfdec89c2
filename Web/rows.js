// Rows of a list, each of which opens something.
import { element, write } from "./elements.js";

/** The icons of rows, by their numbers in `ControlList.Icon`: lines in a square of 18 points. */
const icons = [
  "M1 15h3l2-8 2 8h2l2-12 2 12h3", "M1 10h4l2-6 3 11 2-5h5", "M2 3h14v12H2zM2 7h14M2 11h14M7 3v12",
  "M9 16c-3-4-5-6-5-9a5 5 0 0 1 10 0c0 3-2 5-5 9zM9 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4",
  "M9 11a2.5 2.5 0 0 0 2.5-2.5v-4a2.5 2.5 0 0 0-5 0v4A2.5 2.5 0 0 0 9 11zM4 8.5a5 5 0 0 0 10 0M9 13.5V16",
  "M3 9h12M9 3v12M5 5l8 8M13 5l-8 8", "M4 15a7 7 0 1 1 10 0M9 11l3-4",
];

/** The names of `ControlList.Tone`. */
export const tones = ["live", "paused", "behind", "lost", "stale"];

/** The size of a row's thumbnail in points, and how many there are at once: `WireLimits.watchedThumbnails`. */
export const thumbnails = { width: 96, height: 54, count: 24 };

/** A row that opens something, with a thumbnail where the list says so. */
export function row({ icon }, press) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 18 18");
  const line = picture.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  line.setAttribute("d", icons[icon]);
  const [dot, title, detail, trailing] = [element("i", { role: "img" }), element("b"), element("span"), element("small")];
  const canvas = element("canvas", { hidden: true });
  canvas.setAttribute("aria-hidden", true);
  const node = element("button", { type: "button", className: "row" }, canvas, picture, element("span", {}, title, detail), trailing, dot);
  node.addEventListener("click", press);
  return [node, ({ flags, label, detail: words, trailing: end, slot }) => {
    write(title, label);
    write(detail, words);
    write(trailing, end);
    dot.hidden = flags === 255;
    dot.className = tones[flags] ?? "";
    dot.setAttribute("aria-label", dot.className);
    canvas.hidden = slot === 255;
    canvas.dataset.slot = slot;
  }];
}

/** Copies each thumbnail from the picture that holds them all into its row of a list. */
export function copyThumbnails(from, list) {
  const [width, height] = [from.width, from.height / thumbnails.count];
  for (const canvas of list.querySelectorAll(".row canvas:not([hidden])")) {
    if (canvas.width !== width) [canvas.width, canvas.height] = [width, Math.round(height)];
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(from, 0, Number(canvas.dataset.slot) * height, width, height, 0, 0, canvas.width, canvas.height);
  }
}
