"""A page's whole picture as one draw list, and the same draw list played in another browser."""
import base64
import io

import numpy as np
from PIL import Image

# The page's own player, once it has played, and as it plays no more.
SEIZE = """async () => {
  const { Player } = await import(`${location.origin}/player.js`);
  const play = Player.prototype.play;
  const player = await new Promise((done) => {
    Player.prototype.play = function (words) {
      play.call(this, words);
      Player.prototype.play = () => {};
      done(this);
    };
  });
  globalThis.seized = (words) => play.call(player, words);
  globalThis.player = player;
}"""

# See Documentation/drawlist.md: the fields with all their rows, then the layers.
LIST = """() => {
  const words = [], float = (x) => new Uint32Array(new Float32Array([x]).buffer)[0];
  const put = (code, ...parts) => words.push(code | (parts.length << 8), ...parts);
  const { canvas, fields, layers } = globalThis.player;
  put(1, ...[canvas.width, canvas.height, 0, 0, canvas.width, canvas.height].map(float));
  for (const [id, field] of fields) {
    put(3, id, field.columns, field.rows);
    for (let row = 0; row < field.rows; row += 1) {
      const values = new Int16Array(2 * Math.ceil(field.columns / 2));
      values.set(field.values.subarray(row * field.columns, (row + 1) * field.columns));
      if (values.some((value) => value !== -32768)) put(4, id, row, field.columns, ...new Uint32Array(values.buffer));
    }
    put(5, id, field.map, field.low >>> 0, field.high >>> 0);
  }
  for (const [id, marks] of layers) {
    put(2, id, ...[0, 0, canvas.width, canvas.height].map(float));
    for (const word of marks) words.push(word);
  }
  const bytes = new Uint8Array(new Uint32Array(words).buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}"""

PLAY = """(text) => {
  const words = new Uint32Array(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer);
  const { player } = globalThis;
  // The plot of another browser may have another size, as its controls have for a mouse.
  [player.canvas.width, player.canvas.height] = new Float32Array(words.buffer, 4, 2);
  player.layers.clear();
  player.fields.clear();
  player.isWhole = true;
  globalThis.seized(words);
  return player.canvas.toDataURL("image/png");
}"""


def list_of(screen):
    """What a page shows, from empty; it shows nothing more then."""
    screen.run(SEIZE)
    return screen.run(LIST)


def played(screen, draw_list):
    """The canvas on which a list was played, as rows of red, green and blue."""
    data = screen.run(PLAY, draw_list).split(",")[1]
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")).astype(int)
