// What the page reads of the messages that it carries, to count them.

/** Messages of rows and of blocks of samples. */
const rowTags = [68, 97];

/** Messages by which the client asks whether the server is there, and what its clock says. */
export const clockRequestTag = 4, clockReplyTag = 66;

/** Whether a frame is one message with a tag. */
export function isOne(bytes, tag) {
  const frame = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return frame.byteLength >= 4 && frame.getUint16(0, true) === tag && 4 + frame.getUint16(2, true) === frame.byteLength;
}

/** How many of a frame's messages are rows. */
export function countRows(bytes) {
  const frame = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let rows = 0;
  for (let at = 0; at + 4 <= frame.byteLength; at += 4 + frame.getUint16(at + 2, true)) rows += rowTags.includes(frame.getUint16(at, true));
  return rows;
}
