// Cards, tiles and signs explain themselves under the pointer, with the keyboard's focus, and on a long press; whoever reads by a long press does not
// play by letting go.

const READ = "[data-lens], [data-tip]";
let timer = 0;
let shown = null;
let pressed = false;
let pointer = null; // where it is, and how much room it takes; none for whoever uses the keyboard
let before = null; // what was read when a finger came down

export function watchLens() {
  for (const kind of ["pointermove", "pointerdown"]) document.addEventListener(kind, point, { passive: true });
  document.addEventListener("keydown", () => (pointer = null), true);
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && later(event.target.closest?.(READ), 350));
  document.addEventListener("pointerdown", (event) => {
    pressed = false;
    before = shown;
    hide(); // a press reads again what a resting mouse has shown
    if (event.pointerType !== "mouse") later(event.target.closest?.(READ), 450, true);
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

function point({ clientX, clientY, pointerType }) {
  const touch = pointerType === "touch";
  pointer = { x: clientX, y: clientY, near: touch ? 28 : 14, touch };
}

// A finger that taps what cannot be chosen reads it, until the next tap; false if there is nothing to read.
export function read(event) {
  const thing = event.pointerType === "touch" && event.target.closest(READ);
  return Boolean(thing) && (thing === before || show(thing));
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

const [GAP, STEP, LARGE, AWAY] = [10, 24, 40_000, 30];

// Near the pointer, or the thing that has the focus, and where it covers least of what is read, can be clicked next, or must stay in sight (data-sight); never
// outside the window. A finger hides what lies beneath it.
function place(lens, thing) {
  const box = thing.getBoundingClientRect();
  const at = pointer ?? { x: box.left + box.width / 2, y: box.top + box.height / 2, near: GAP };
  const [width, height] = [lens.offsetWidth, lens.offsetHeight];
  const keep = [...document.querySelectorAll(".lit, #actions button, #sentence, [data-sight]")].filter((one) => one !== thing && one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const own = box.width * box.height < LARGE ? box : { left: at.x - at.near, right: at.x + at.near, top: at.y - at.near, bottom: at.y + at.near };
  const under = (x, y, one, more = 0) => Math.max(0, Math.min(x + width, one.right + more) - Math.max(x, one.left - more)) * Math.max(0, Math.min(y + height, one.bottom + more) - Math.max(y, one.top - more));
  const far = (x, y) => Math.hypot(Math.max(x - at.x, at.x - x - width, 0), Math.max(y - at.y, at.y - y - height, 0));
  const cost = ([x, y]) => 50 * under(x, y, own, GAP / 2) + keep.reduce((sum, one) => sum + under(x, y, one), 0) + (at.touch ? 8 : 1) * AWAY * far(x, y);
  const [x, y] = spots(own, width, height).reduce((best, spot) => (cost(spot) < cost(best) - 1 ? spot : best));
  lens.style.setProperty("left", `${x}px`);
  lens.style.setProperty("top", `${y}px`);
}

// Beside the thing on every side, above it first; then all over the window.
function spots({ left, right, top, bottom }, width, height) {
  const [across, down] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const beside = [[across, top - height - GAP], [across, bottom + GAP], [right + GAP, down], [left - width - GAP, down]];
  const columns = Array.from({ length: Math.ceil(innerWidth / STEP) }, (_, at) => at * STEP);
  const rows = Array.from({ length: Math.ceil(innerHeight / STEP) }, (_, at) => at * STEP);
  const inside = ([x, y]) => [Math.max(4, Math.min(x, innerWidth - width - 4)), Math.max(4, Math.min(y, innerHeight - height - 4))];
  return [...beside, ...columns.flatMap((x) => rows.map((y) => [x, y]))].map(inside);
}
