// Cards, tiles and signs explain themselves under the pointer, with the keyboard's focus, and on a long press; whoever reads by a long press does not
// play by letting go.

const READ = "[data-lens], [data-tip]";
let timer = 0;
let shown = null;
let pressed = false;

export function watchLens() {
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && later(event.target.closest?.(READ), 350));
  document.addEventListener("pointerdown", (event) => {
    pressed = false;
    if (event.pointerType === "mouse") return hide();
    later(event.target.closest?.(READ), 450, true);
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, (event) => event.pointerType !== "mouse" && hide());
  document.addEventListener("click", (event) => {
    if (!pressed) return;
    pressed = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && later(event.target.closest(READ), 200));
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("contextmenu", (event) => event.target.closest?.(READ) && shown && event.preventDefault());
  for (const kind of ["spyring:shown", "spyring:leaving"]) document.addEventListener(kind, hide);
}

function later(thing, delay, byPress = false) {
  clearTimeout(timer);
  if (thing === shown && thing) return;
  hide();
  if (thing) timer = setTimeout(() => (pressed = show(thing) && byPress), delay);
}

function hide() {
  clearTimeout(timer);
  shown = null;
  const lens = document.getElementById("lens");
  if (lens?.matches(":popover-open")) lens.hidePopover();
}

function show(thing) {
  const lens = document.getElementById("lens");
  const drawn = contents(thing);
  if (!drawn || !lens || !thing.isConnected) return false;
  shown = thing;
  lens.replaceChildren(drawn);
  lens.showPopover();
  place(lens, thing);
  return true;
}

function contents(thing) {
  const source = thing.querySelector("template.lens-source");
  if (thing.hasAttribute("data-lens") && source) return source.content.cloneNode(true);
  const says = thing.dataset.tip || thing.getAttribute("aria-label"); // an empty tip says what its label says
  if (!says) return null;
  const tip = document.createElement("p");
  tip.className = "tip";
  tip.textContent = says;
  return tip;
}

const GAP = 10;

// Beside the thing where there is room, and where it covers least of what can be clicked next; never outside the window.
function place(lens, thing) {
  const at = thing.getBoundingClientRect();
  const [width, height] = [lens.offsetWidth, lens.offsetHeight];
  const middle = { x: at.left + at.width / 2 - width / 2, y: at.top + at.height / 2 - height / 2 };
  const [above, below, left, right] = [at.top - height - GAP, at.bottom + GAP, at.left - width - GAP, at.right + GAP];
  const spots = [[middle.x, above], [middle.x, below], [right, middle.y], [left, middle.y], [right, above], [left, above], [right, below], [left, below], [GAP, above], [innerWidth, above], [GAP, GAP], [innerWidth, GAP]];
  const keep = [thing, ...document.querySelectorAll(".lit, #actions button")].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const inside = ([x, y]) => [Math.max(4, Math.min(x, innerWidth - width - 4)), Math.max(4, Math.min(y, innerHeight - height - 4))];
  const covered = ([x, y]) => keep.reduce((sum, box) => sum + Math.max(0, Math.min(x + width, box.right) - Math.max(x, box.left)) * Math.max(0, Math.min(y + height, box.bottom) - Math.max(y, box.top)), 0);
  const [x, y] = spots.map(inside).reduce((best, spot) => (covered(spot) < covered(best) - 1 ? spot : best));
  lens.style.setProperty("left", `${x}px`);
  lens.style.setProperty("top", `${y}px`);
}
