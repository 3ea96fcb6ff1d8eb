// Make a part of the page equal to its new rendering, and leave alone what has not changed: focus, open menus, drawn pictures.

export function patch(old, next) {
  if (old.isEqualNode(next) || (kept(next) && alike(old, next))) return;
  if (!alike(old, next)) return old.replaceWith(next);
  copyAttributes(old, next);
  patchChildren(old, next);
}

// Of a region the blanks around its things do not count: they depend on who wrote it.
export function patchChildren(old, next, region = false) {
  const count = (nodes) => [...nodes].filter((node) => !region || node.nodeType !== Node.TEXT_NODE || node.data.trim());
  const before = count(old.childNodes);
  const after = count(next.childNodes);
  after.forEach((child, at) => (at < before.length ? patch(before[at], child) : old.append(child)));
  before.slice(after.length).forEach((child) => child.remove());
}

// What never changes comes once: later it is sent empty.
const kept = (next) => next.nodeType === Node.ELEMENT_NODE && next.hasAttribute("data-kept") && !next.hasChildNodes();

// A piece is never turned into another one.
const alike = (old, next) =>
  old.nodeType === Node.ELEMENT_NODE && next.nodeType === Node.ELEMENT_NODE && old.tagName === next.tagName && old.id === next.id && old.getAttribute("data-piece") === next.getAttribute("data-piece");

function copyAttributes(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && !(name === "open" && old.matches("details"))) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
