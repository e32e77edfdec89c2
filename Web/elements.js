// Makes elements, and changes their texts.

export const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/** Changes a text in place: WebKit gives no click where the text that was pressed is another one when it is let go of. */
export function write(node, text) {
  if (node.firstChild === null) node.textContent = text;
  else if (node.firstChild.data !== text) node.firstChild.data = text;
}
