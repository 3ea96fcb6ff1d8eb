// Cards and tiles grow under the pointer, with the keyboard's focus, and on a long press.

let timer = 0;
let shown = null;

export function watchLens() {
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && later(event.target.closest?.("[data-lens]"), 350));
  document.addEventListener("pointerdown", (event) => (event.pointerType === "mouse" ? hide() : later(event.target.closest?.("[data-lens]"), 450)));
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, (event) => event.pointerType !== "mouse" && hide());
  document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && later(event.target.closest("[data-lens]"), 200));
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("contextmenu", (event) => event.target.closest("[data-lens]") && shown && event.preventDefault());
  document.addEventListener("spyring:shown", hide);
}

function later(thing, delay) {
  clearTimeout(timer);
  if (thing === shown && thing) return;
  hide();
  if (thing) timer = setTimeout(() => show(thing), delay);
}

function hide() {
  clearTimeout(timer);
  shown = null;
  const lens = document.getElementById("lens");
  if (lens?.matches(":popover-open")) lens.hidePopover();
}

function show(thing) {
  const source = thing.querySelector("template.lens-source");
  const lens = document.getElementById("lens");
  if (!source || !lens || !thing.isConnected) return;
  shown = thing;
  lens.replaceChildren(source.content.cloneNode(true));
  lens.showPopover();
  place(lens, thing.getBoundingClientRect());
}

// Above the thing if there is room, else below it, else beside it; never outside the window.
function place(lens, at) {
  const { offsetWidth: width, offsetHeight: height } = lens;
  const above = at.top - height - 10;
  const below = at.bottom + 10;
  let left = at.left + at.width / 2 - width / 2;
  let top = above >= 4 ? above : below;
  if (above < 4 && below + height > innerHeight - 4) {
    top = (innerHeight - height) / 2;
    left = at.right + 12 + width < innerWidth ? at.right + 12 : at.left - width - 12;
  }
  lens.style.setProperty("left", `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`);
  lens.style.setProperty("top", `${Math.max(4, Math.min(top, innerHeight - height - 4))}px`);
}
