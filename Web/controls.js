// Shows a control list as real elements, and reports what is done to them. It decides nothing.
import { element, write } from "./elements.js";
import { explain, showLabel } from "./explain.js";
import { whenReleased } from "./fingers.js";
import { watchHandle } from "./handle.js";
import { parse, styles } from "./list.js";
import { row, tones } from "./rows.js";
import { passTouches } from "./touches.js";

/** The raw values of `ShellControl`: fixed controls around the plot of every instrument. */
const shellControls = { handle: 0, chip: 1, alert: 2 };

/** The styles of choices whose options are names from outside, in which no term is meant. */
const namesFromOutside = ["names", "lines", "entries"];

function setStyle(row, style) {
  if (styles[style]) row.dataset.style = styles[style];
  else delete row.dataset.style;
}

export class Controls {
  constructor(report) {
    this.report = report;
    /** Which rows are in view. */
    this.seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const number = this.numbers.get(target);
        if (number) report.seen(number, isIntersecting);
      }
    });
    this.drawer = document.getElementById("drawer");
    this.inside = new Map();
    this.shown = new Map();
    /** Each row's number in the list; 0 for a row that has nothing to report. */
    this.numbers = new WeakMap();
    // Before what the press does. WebKitGTK has no pointer for a finger, but a click.
    const note = ({ target }) => this.pressed = [...this.drawer.children].find((row) => row.contains(target));
    this.drawer.addEventListener("click", note, { capture: true });
    const press = (selector, control) =>
      document.querySelector(selector).addEventListener("click", () => report.press(control));
    watchHandle(document.getElementById("handle"), () => report.press(shellControls.handle));
    press("#chip", shellControls.chip);
    press("#alert button", shellControls.alert);
  }

  show(bytes) {
    const list = parse(bytes);
    for (const control of list) this.surround(control);
    this.offer(list.find(({ kind }) => kind === 16));
    const views = this.offeredViews = list.find(({ style }) => styles[style] === "views");
    whenReleased(this.showViews);
    this.inside = new Map();
    for (const control of list.filter((control) => control !== views && (control.kind < 10 || [15, 17].includes(control.kind)))) {
      const { kind, number, label, options } = control;
      // An element reports one number for good: that of another action is another element's, even by the same name.
      // What a toggle or a button says may change when it is pressed; any other label is another control.
      let key = `${kind}.${number}.${options?.length ?? 0}.${kind === 4 || kind === 15 ? "" : label}`;
      while (this.inside.has(key)) key += "+";
      this.inside.set(key, control);
    }
    if ([...this.inside.keys()].join() !== [...this.shown.keys()].join()) whenReleased(this.fill);
    this.hold(this.update);
  }

  /** Has the rows that the newest list asks for: they come and go while no finger is on one. */
  fill = () => this.hold(() => {
    this.shown = this.build(this.inside);
    this.update();
  });

  /** Shows the newest values in the rows that are there. */
  update = () => {
    for (const [key, [row, update]] of this.shown) {
      const control = this.inside.get(key);
      if (!control) continue;
      setStyle(row, control.style);
      update?.(control);
    }
  };

  /** Keeps a scrolled drawer where it is, so that no row which comes, goes or grows moves a button under the finger. */
  hold(change) {
    const { drawer } = this;
    const top = drawer.scrollTop;
    if (top === 0) return change();
    const isSeen = (row) => row.offsetTop + row.offsetHeight > top && row.offsetTop < top + drawer.clientHeight;
    const seen = [...drawer.children].filter(isSeen);
    const isAtFoot = drawer.scrollHeight - drawer.clientHeight - top < drawer.clientHeight / 4;
    // What was pressed last stays where it is while it is seen, else the foot where that is near, else the first row that is seen.
    const order = isAtFoot ? seen.reverse() : seen;
    if (seen.includes(this.pressed)) order.unshift(this.pressed);
    const before = new Set(drawer.children);
    const places = new Map(order.map((row) => [row, { top: row.offsetTop, above: row.previousElementSibling }]));
    change();
    // A press may replace a row: by one of the same number, or by a new one in its place, such as a heading.
    const newBelow = (above) => {
      const row = above ? above.isConnected && above.nextElementSibling : drawer.firstElementChild;
      return row && !before.has(row) ? row : undefined;
    };
    const after = (row) => row.isConnected ? row : this.sameNumber(row) ?? newBelow(places.get(row).above);
    const row = order.find(after);
    if (!row) return;
    drawer.scrollTop = top + after(row).offsetTop - places.get(row).top;
    if (row === this.pressed) this.pressed = after(row);
  }

  /** The row in the drawer that has the number of a row which is gone. */
  sameNumber(row) {
    const number = this.numbers.get(row);
    return number ? [...this.drawer.children].find((other) => this.numbers.get(other) === number) : undefined;
  }

  /** The one thing to press at the foot of the page, if there is one. */
  offer(action) {
    const button = document.getElementById("action");
    button.hidden = action === undefined;
    if (!action) return;
    button.onclick = () => this.report.set(action.number, 1);
    write(button, action.text);
  }

  /** Shows the choice of views, whether the controls are open or not. */
  showViews = () => {
    const control = this.offeredViews;
    const key = control && [control.number, ...control.options].join("\n");
    if (key !== this.viewsKey) {
      const box = document.getElementById("views");
      this.viewsKey = key;
      this.views = control && this.options(control);
      box.replaceChildren(...(control ? [this.views[0]] : []));
      box.hidden = !control;
    }
    this.views?.[1](control);
  };

  /** What stands around the plot. */
  surround({ kind, flags, strong, quiet, text, tab, facts }) {
    if (kind === 18) {
      this.name = text;
      if (document.title !== tab) document.title = tab;
    } else if (kind === 19) {
      const row = document.getElementById("facts");
      row.hidden = facts.length === 0;
      while (row.children.length > facts.length) row.lastChild.remove();
      while (row.children.length < facts.length) row.append(element("span"));
      facts.forEach((fact, index) => showLabel(row.children[index], fact));
    } else if (kind === 10) {
      const chip = document.getElementById("chip");
      chip.dataset.tone = tones[flags];
      // What is shown comes first, then its state.
      const [first, ...others] = [this.name, strong, quiet].filter(Boolean);
      write(chip.querySelector("b"), first);
      write(chip.querySelector("span"), others.join(" · "));
    } else if (kind === 11 || kind === 13) {
      const box = document.getElementById(kind === 11 ? "hint" : "alert");
      box.hidden = text === "";
      write(box.querySelector("span") ?? box, text);
    } else if (kind === 14) {
      const reading = document.getElementById("reading");
      if (reading.textContent !== text) reading.textContent = text;
    } else if (kind === 12) {
      document.body.classList.toggle("open", flags === 1);
      this.drawer.inert = flags !== 1;
      const handle = document.getElementById("handle");
      handle.setAttribute("aria-expanded", flags === 1);
      write(handle, flags === 1 ? "›" : "‹");
    }
  }

  /** Elements for a list: those that were there before stay as they are, with what is being typed into them and the focus. */
  build(list) {
    const makers = {
      1: this.options, 2: this.range, 3: this.field, 4: this.toggle, 5: this.options, 6: this.slider, 7: this.fact,
      8: this.heading, 9: this.gestures, 15: this.button, 17: this.row,
    };
    const built = new Map();
    for (const [key, control] of list) {
      const made = this.shown.get(key) ?? this.explained(makers[control.kind].call(this, control), control);
      this.numbers.set(made[0], control.number);
      built.set(key, made);
    }
    this.arrange(built.size ? [...[...built.values()].map(([node]) => node), ...this.ends()] : []);
    return built;
  }

  /** Explains the terms in a new row's label, unless it can change in place or is the name of a source. */
  explained(made, { kind, label }) {
    const [node] = made;
    if (![4, 15, 17].includes(kind)) explain(node.querySelector("h3, em") ?? node, label, node.querySelector("input, [role=slider]") ?? undefined);
    return made;
  }

  /** What ends every drawer. */
  ends() {
    // The same in every instrument; only a device that was paired can end that.
    if (this.last) {
      this.unpair.hidden = !pairing.isPaired();
      return this.last;
    }
    const help = element("button", { type: "button", className: "help", textContent: "All keys and gestures" });
    help.addEventListener("click", () => document.getElementById("help").showModal());
    const others = element("button", { type: "button", className: "help others", textContent: "Another source, or this device" });
    others.addEventListener("click", () => this.report.sources());
    this.unpair = this.twice("Unpair this device", "Press again to unpair; then it needs a new code", this.report.unpair);
    this.last = [this.unpair, others, help];
    return this.ends();
  }

  /** A button that acts at its second press; anything else takes the first back. */
  twice(label, question, act) {
    const button = element("button", { type: "button", className: "help", textContent: label });
    document.addEventListener("click", ({ target }) => {
      const isSecond = target === button && button.textContent === question;
      write(button, target === button && !isSecond ? question : label);
      if (isSecond) act();
    });
    return button;
  }

  /** Puts nodes into the drawer in their order. One that is moved loses the focus: what stays is not touched. */
  arrange(nodes) {
    const stays = new Set(nodes);
    for (const node of [...this.drawer.children]) if (!stays.has(node)) node.remove();
    let at = this.drawer.firstChild;
    for (const node of nodes) {
      if (node === at) at = at.nextSibling;
      else this.drawer.insertBefore(node, at);
    }
  }

  /** One of a few side by side, or one of many in a grid. */
  options({ kind, style, number, label, options }) {
    const show = namesFromOutside.includes(styles[style]) ? write : showLabel;
    const buttons = options.map((text, index) => {
      const button = element("button", { type: "button", role: "radio", textContent: text });
      button.addEventListener("click", () => this.report.set(number, index));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const next = buttons[(index + step + buttons.length) % buttons.length];
        next.focus();
        next.click();
      });
      return button;
    });
    const group = element("div", { className: kind === 1 ? "segments" : "choices", role: "radiogroup" }, ...buttons);
    group.setAttribute("aria-label", label);
    const node = kind === 1 ? group : element("section", {}, element("h3", { textContent: label }), group);
    return [node, ({ flags, options }) => buttons.forEach((button, index) => {
      const isSelected = index === flags;
      show(button, options[index]);
      button.setAttribute("aria-checked", isSelected);
      button.tabIndex = isSelected || (flags === 255 && index === 0) ? 0 : -1;
    })];
  }

  track(number, thumbs) {
    const track = element("div", { className: "track" }, element("i"), ...thumbs);
    const place = (event) => {
      const box = track.getBoundingClientRect();
      return [(event.clientX - box.left) / box.width, Math.abs(event.clientY - (box.top + box.height / 2))];
    };
    const touch = (phase) => (event) => {
      if (phase !== 0 && event.isTrusted && !track.hasPointerCapture(event.pointerId)) return;
      event.preventDefault();
      if (phase === 0 && event.isTrusted) track.setPointerCapture(event.pointerId);
      this.report.touch(number, phase, ...place(event));
    };
    track.addEventListener("pointerdown", touch(0));
    track.addEventListener("pointermove", touch(1));
    track.addEventListener("pointerup", touch(2));
    track.addEventListener("pointercancel", touch(3));
    passTouches(track);
    thumbs.forEach((thumb, index) => thumb.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10, Home: -1e6, End: 1e6 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.report.step(number, index, step);
    }));
    return track;
  }

  thumb(label) {
    const thumb = element("b", { tabIndex: 0, role: "slider" });
    thumb.setAttribute("aria-label", label);
    thumb.setAttribute("aria-valuemin", 0);
    thumb.setAttribute("aria-valuemax", 100);
    return thumb;
  }

  moveThumb(thumb, fraction, text) {
    thumb.style.left = `${fraction * 100}%`;
    thumb.setAttribute("aria-valuenow", Math.round(fraction * 100));
    thumb.setAttribute("aria-valuetext", text);
  }

  range({ number, label }) {
    const thumbs = [this.thumb(`${label}, lower edge`), this.thumb(`${label}, upper edge`)];
    const track = this.track(number, thumbs);
    const node = element("section", {}, element("h3", { textContent: label }), track);
    return [node, ({ low, high, lowText, highText }) => {
      this.moveThumb(thumbs[0], low, lowText);
      this.moveThumb(thumbs[1], high, highText);
      track.firstChild.style.left = `${low * 100}%`;
      track.firstChild.style.width = `${(high - low) * 100}%`;
    }];
  }

  slider({ number, label }) {
    const thumb = this.thumb(label);
    const track = this.track(number, [thumb]);
    const value = element("output");
    const node = element("section", {}, element("h3", {}, label, value), track);
    return [node, ({ fraction, text }) => {
      this.moveThumb(thumb, fraction, text);
      track.firstChild.style.left = "-13px";
      track.firstChild.style.width = `calc(${fraction * 100}% + 13px)`;
      write(value, text);
    }];
  }

  field({ number, flags, label, unit }) {
    const input = element("input", { type: "text", inputMode: flags ? "text" : "decimal", autocomplete: "off", enterKeyHint: "done" });
    const unitNode = element("span", { textContent: unit });
    const node = element("label", { className: "field" }, element("em", { textContent: label }), element("span", {}, input, unitNode));
    let shown = "";
    const commit = () => {
      if (input.value !== shown) this.report.text(number, input.value);
      input.value = shown;
    };
    input.addEventListener("change", commit);
    input.addEventListener("focus", () => input.select());
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") input.blur();
      if (event.key === "Escape") {
        input.value = shown;
        input.blur();
      }
    });
    return [node, ({ text, unit }) => {
      const isEdited = document.activeElement === input && input.value !== shown;
      shown = text;
      write(unitNode, unit);
      if (!isEdited) input.value = text;
    }];
  }

  toggle({ number, label }) {
    const button = element("button", { type: "button", role: "switch", className: "toggle" }, element("span", { textContent: label }), element("i"));
    button.addEventListener("click", () => this.report.set(number, button.getAttribute("aria-checked") === "true" ? 0 : 1));
    return [button, ({ flags, label }) => {
      button.setAttribute("aria-checked", flags === 1);
      showLabel(button.firstChild, label, button);
    }];
  }

  heading({ label }) {
    return [element("h2", { textContent: label })];
  }

  fact({ label }) {
    const value = element("span");
    return [element("p", { className: "fact" }, element("em", { textContent: label }), value), ({ text }) => write(value, text)];
  }

  button({ number, label }) {
    const button = element("button", { type: "button", className: "action", textContent: label });
    button.addEventListener("click", () => this.report.set(number, 1));
    return [button, ({ label }) => showLabel(button, label)];
  }

  row(control) {
    const made = row(control, () => this.report.set(control.number, 1));
    this.seen.observe(made[0]);
    return made;
  }

  gestures({ label }) {
    const list = element("dl");
    return [element("section", { className: "gestures" }, element("h3", { textContent: label }), list), ({ rows }) => {
      const text = rows.join("\n");
      if (list.dataset.text === text) return;
      list.dataset.text = text;
      list.replaceChildren(...rows.flatMap((row, index) =>
        index % 2 ? [] : [element("div", {}, element("dt", { textContent: row }), element("dd", { textContent: rows[index + 1] }))]));
    }];
  }
}
