// Reads a control list as the core writes it.

/** The names of `ControlList.Style`, by which app.css lays out rows; the plain style needs none. */
export const styles = ["", "lines", "entries", "letters", "pairs", "line", "next", "views", "names"];

/** Reads the bytes of a ControlList. */
export function parse(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  let at = 0;
  const byte = () => bytes[at++];
  const word = () => byte() | (byte() << 8);
  const float = () => ((at += 4), view.getFloat32(at - 4, true));
  const text = () => {
    const count = word();
    at += count;
    return decoder.decode(bytes.subarray(at - count, at));
  };
  const texts = (count) => Array.from({ length: count }, text);
  const readers = {
    1: () => ({ label: text(), options: texts(byte()) }),
    2: () => ({ label: text(), low: float(), high: float(), lowText: text(), highText: text() }),
    3: () => ({ label: text(), text: text(), unit: text() }),
    4: () => ({ label: text() }),
    5: () => ({ label: text(), options: texts(byte()) }),
    6: () => ({ label: text(), fraction: float(), text: text() }),
    7: () => ({ label: text(), text: text() }),
    8: () => ({ label: text() }),
    9: () => ({ label: text(), rows: texts(2 * byte()) }),
    10: () => ({ strong: text(), quiet: text() }),
    11: () => ({ text: text() }),
    12: () => ({}),
    13: () => ({ text: text() }),
    14: () => ({ text: text() }),
    15: () => ({ label: text() }),
    16: () => ({ text: text() }),
    17: () => ({ label: text(), detail: text(), trailing: text(), icon: byte(), slot: byte() }),
    18: () => ({ text: text(), tab: text() }),
    19: () => ({ facts: texts(byte()) }),
  };
  const list = [];
  while (at < bytes.length) {
    const [kind, style, number, flags] = [byte(), byte(), word(), byte()];
    list.push({ kind, style, number, flags, ...readers[kind]() });
  }
  return list;
}
