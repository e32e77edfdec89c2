// Plays draw lists on a canvas. See Documentation/drawlist.md; it decides nothing.

const family = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
const batchRows = 64;

const decoder = new TextDecoder();
const styles = new Map();

/** A colour word as a style; a few of them make all pictures. */
function css(word) {
  let style = styles.get(word);
  if (style === undefined) {
    style = `rgba(${word & 255},${(word >>> 8) & 255},${(word >>> 16) & 255},${((word >>> 24) / 255).toFixed(4)})`;
    if (styles.size > 1000) styles.clear();
    styles.set(word, style);
  }
  return style;
}

/** A ring of 16-bit rows, coloured when it is drawn. */
class Field {
  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
    this.values = new Int16Array(columns * rows).fill(-32768);
    this.isStale = new Uint8Array(rows);
    this.canvas = new OffscreenCanvas(Math.max(1, columns), Math.max(1, rows));
    this.context = this.canvas.getContext("2d");
    this.map = 0;
    this.low = 0;
    this.high = 0;
  }

  setRow(row, count, words, start) {
    const from = row * this.columns;
    const source = new Int16Array(words.buffer, words.byteOffset + start * 4, count);
    this.values.set(source, from);
    this.values.fill(-32768, from + count, from + this.columns);
    this.isStale[row] = 1;
  }

  /** Colours what is stale among `count` rows from `first` on, `core` doing the arithmetic. */
  paint(first, count, core) {
    let row = first;
    while (row < first + count) {
      if (!this.isStale[row]) {
        row += 1;
        continue;
      }
      let last = row;
      while (last < first + count && last - row < batchRows && this.isStale[last]) this.isStale[last++] = 0;
      const size = (last - row) * this.columns;
      const target = core.values(size);
      new Int16Array(core.memory.buffer, target, size).set(this.values.subarray(row * this.columns, last * this.columns));
      const pixels = core.paint(size, this.map, this.low, this.high);
      const image = new ImageData(new Uint8ClampedArray(core.memory.buffer, pixels, size * 4), this.columns, last - row);
      this.context.putImageData(image, 0, row);
      row = last;
    }
  }
}

/** A ring of columns of pixels that keep what was drawn in them. */
class Strip {
  constructor(columns, height) {
    this.columns = columns;
    this.height = height;
    this.canvas = new OffscreenCanvas(Math.max(1, columns), Math.max(1, height));
    this.context = this.canvas.getContext("2d");
  }

  spans(color, first, count, halves) {
    const context = this.context;
    context.fillStyle = css(color);
    for (let column = 0; column < count; column += 1) {
      const top = halves[2 * column];
      if (top !== -32768) context.fillRect(first + column, top / 8, 1, (halves[2 * column + 1] - top) / 8);
    }
  }
}

export class Player {
  constructor(canvas, core) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.core = core;
    this.layers = new Map();
    this.fields = new Map();
    this.strips = new Map();
    this.pictures = new Map();
  }

  /** Loads a picture into a slot; `settle` hears whether it is there. */
  load(slot, address, settle) {
    const image = new Image();
    // Who gives pictures away wants to know to which site.
    image.referrerPolicy = "origin";
    this.pictures.set(slot, image);
    const end = (isThere) => this.pictures.get(slot) === image && settle(isThere);
    image.onload = () => end(true);
    image.onerror = () => end(false);
    image.src = address;
  }

  resize(width, height) {
    // Even the same size would clear the canvas.
    if (this.canvas.width === width && this.canvas.height === height && this.hasSize) return;
    this.hasSize = true;
    this.canvas.width = width;
    this.canvas.height = height;
    this.isWhole = true;
  }

  /** Advances of characters in ems, regular then semibold. */
  advances(characters) {
    const widths = new Float32Array(characters.length * 2);
    ["400", "600"].forEach((weight, index) => {
      this.context.font = `${weight} 100px ${family}`;
      characters.forEach((character, at) => {
        widths[index * characters.length + at] = this.context.measureText(character).width / 100;
      });
    });
    return widths;
  }

  play(words) {
    const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
    let damage = [0, 0, 0, 0];
    let layer = null;
    let layerStart = 0;
    const keep = (end) => {
      if (layer !== null) this.layers.set(layer, words.slice(layerStart, end));
      layer = null;
    };
    for (let at = 0; at < words.length; at += (words[at] >>> 8) + 1) {
      const code = words[at] & 255;
      if (code < 16) keep(at);
      if (code === 1) damage = [...floats.subarray(at + 3, at + 7)];
      else if (code === 2) {
        if (floats[at + 4] > 0) [layer, layerStart] = [words[at + 1], at + 6];
        else this.layers.delete(words[at + 1]);
      } else if (code === 3) this.fields.set(words[at + 1], new Field(words[at + 2], words[at + 3]));
      else if (code === 4) this.fields.get(words[at + 1])?.setRow(words[at + 2], words[at + 3], words, at + 4);
      else if (code === 5) {
        const field = this.fields.get(words[at + 1]);
        [field.map, field.low, field.high] = [words[at + 2], words[at + 3] | 0, words[at + 4] | 0];
        field.isStale.fill(1);
      } else if (code === 6) this.strips.set(words[at + 1], new Strip(words[at + 2], words[at + 3]));
      else if (code === 7) {
        const strip = this.strips.get(words[at + 1]);
        strip.context.clearRect(words[at + 2], 0, words[at + 3], strip.height);
      } else if (code === 8) {
        const halves = new Int16Array(words.buffer, words.byteOffset + (at + 5) * 4, 2 * words[at + 4]);
        this.strips.get(words[at + 1]).spans(words[at + 2], words[at + 3], words[at + 4], halves);
      }
    }
    keep(words.length);
    if (this.isWhole) damage = [0, 0, this.canvas.width, this.canvas.height];
    this.isWhole = false;
    if (damage[2] <= 0 || damage[3] <= 0) return;
    this.damage = damage;
    const context = this.context;
    context.save();
    context.beginPath();
    context.rect(...damage);
    context.clip();
    for (const id of [...this.layers.keys()].sort((a, b) => a - b)) {
      context.save();
      this.font = null;
      this.paint(this.layers.get(id));
      context.restore();
    }
    context.restore();
  }

  paint(words) {
    const context = this.context;
    const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
    const [left, top] = this.damage;
    const [right, bottom] = [left + this.damage[2], top + this.damage[3]];
    this.isSmooth = false;
    for (let at = 0; at < words.length; at += (words[at] >>> 8) + 1) {
      const f = (index) => floats[at + 1 + index];
      const w = (index) => words[at + 1 + index];
      switch (words[at] & 255) {
        case 16:
          // What is clipped away needs no painting.
          if (f(0) + f(2) < left || f(0) > right || f(1) + f(3) < top || f(1) > bottom) break;
          context.fillStyle = css(w(5));
          if (f(4) > 0) {
            context.beginPath();
            context.roundRect(f(0), f(1), f(2), f(3), f(4));
            context.fill();
          } else context.fillRect(f(0), f(1), f(2), f(3));
          break;
        case 17: {
          const gradient = context.createLinearGradient(0, f(1), 0, f(1) + f(3));
          gradient.addColorStop(0, css(w(4)));
          gradient.addColorStop(1, css(w(5)));
          context.fillStyle = gradient;
          context.fillRect(f(0), f(1), f(2), f(3));
          break;
        }
        case 18:
          context.lineWidth = f(0);
          context.strokeStyle = css(w(1));
          context.lineJoin = "round";
          context.beginPath();
          this.trace(floats, at + 4, w(2));
          context.stroke();
          break;
        case 19: {
          const gradient = context.createLinearGradient(0, f(1), 0, f(0));
          gradient.addColorStop(0, css(w(2)));
          gradient.addColorStop(1, css(w(3)));
          context.fillStyle = gradient;
          context.beginPath();
          this.fill(floats, at + 6, w(4), f(0));
          context.fill();
          break;
        }
        case 20: this.text(words, floats, at); break;
        case 21: this.field(w(0), w(2), w(3), f(4), f(5), f(6), f(7), f(8), f(9)); break;
        case 23: this.strip(w(0), w(2), w(3), f(4), f(5)); break;
        case 24: this.isSmooth = w(0) === 1; break;
        case 25: this.picture(w(0), f(2), f(3), f(4), f(5), f(6)); break;
        case 22:
          context.beginPath();
          context.rect(f(0), f(1), f(2), f(3));
          context.clip();
          break;
      }
    }
  }

  trace(floats, start, count) {
    let isDown = false;
    for (let at = start; at < start + 2 * count; at += 2) {
      const y = floats[at + 1];
      if (y !== y) isDown = false;
      else if (isDown) this.context.lineTo(floats[at], y);
      else {
        this.context.moveTo(floats[at], y);
        isDown = true;
      }
    }
  }

  fill(floats, start, count, base) {
    const context = this.context;
    let last = null;
    for (let at = start; at <= start + 2 * count; at += 2) {
      const y = at < start + 2 * count ? floats[at + 1] : NaN;
      if (y === y) {
        if (last === null) context.moveTo(floats[at], base);
        context.lineTo(floats[at], y);
        last = floats[at];
      } else if (last !== null) {
        context.lineTo(last, base);
        context.closePath();
        last = null;
      }
    }
  }

  text(words, floats, at) {
    const context = this.context;
    const [left, top, width, height] = this.damage;
    const flags = words[at + 4];
    const [x, y, size] = [floats[at + 1], floats[at + 2], floats[at + 3]];
    // Setting a text costs even where it is clipped away; no byte of it is wider than its size.
    const reach = size * words[at + 6];
    const [before, after] = [(flags & 255) === 0 ? 0 : reach, (flags & 255) === 2 ? 0 : reach];
    if (y + size < top || y - size > top + height || x + after < left || x - before > left + width) return;
    const bytes = new Uint8Array(words.buffer, words.byteOffset + (at + 7) * 4, words[at + 6]);
    const font = `${flags & 256 ? 600 : 400} ${size}px ${family}`;
    if (this.font !== font) context.font = this.font = font;
    context.textAlign = ["left", "center", "right"][flags & 255] ?? "left";
    context.textBaseline = "alphabetic";
    context.fillStyle = css(words[at + 5]);
    context.fillText(decoder.decode(bytes), x, y);
  }

  picture(slot, opacity, x, y, width, height) {
    const image = this.pictures.get(slot);
    if (!image || !image.complete || image.naturalWidth === 0) return;
    const context = this.context;
    context.imageSmoothingEnabled = true;
    context.globalAlpha = opacity;
    context.drawImage(image, x, y, width, height);
    context.globalAlpha = 1;
  }

  field(id, firstRow, rowCount, sourceX, sourceWidth, x, y, width, height) {
    const field = this.fields.get(id);
    if (!field || rowCount === 0) return;
    const context = this.context;
    context.imageSmoothingEnabled = this.isSmooth;
    const before = Math.min(rowCount, field.rows - firstRow);
    // Browsers blend in rows on either side of what is drawn: unpainted, they would be a line of what the field was before.
    const first = this.isSmooth ? Math.max(0, firstRow - 2) : firstRow;
    field.paint(first, Math.min(field.rows, firstRow + before + (this.isSmooth ? 2 : 0)) - first, this.core);
    if (before === rowCount) {
      context.drawImage(field.canvas, sourceX, firstRow, sourceWidth, rowCount, x, y, width, height);
      return;
    }
    // The run wraps at the ring's end: two pieces that meet on a whole pixel.
    field.paint(0, rowCount - before, this.core);
    const middle = Math.round(y + (height * before) / rowCount);
    context.drawImage(field.canvas, sourceX, firstRow, sourceWidth, before, x, y, width, middle - y);
    context.drawImage(field.canvas, sourceX, 0, sourceWidth, rowCount - before, x, middle, width, y + height - middle);
  }

  strip(id, first, count, x, y) {
    const strip = this.strips.get(id);
    if (!strip || strip.columns === 0) return;
    const [left, , width] = this.damage;
    // Only what is to be painted again is copied: the ring's columns from `first` on, then those from its start.
    for (let from = first, done = 0; done < count; from = 0) {
      const run = Math.min(count - done, strip.columns - from);
      const skip = Math.max(0, Math.floor(left - x - done));
      const end = Math.min(run, Math.ceil(left + width - x - done));
      if (end > skip) {
        this.context.drawImage(strip.canvas, from + skip, 0, end - skip, strip.height, x + done + skip, y, end - skip, strip.height);
      }
      done += run;
    }
  }
}
