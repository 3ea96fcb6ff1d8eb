// The keyboard at a table: arrows lead to the nearest thing that can be chosen in their direction, Home, End and the page keys to the last one there. Digits
// choose in the hand, H leads from the hand to the board and back, and a question mark shows all keys.
import { staging } from "./director.js";

const REGIONS = "#board, #hand, #players";
const AIMS = ".lit, .reach";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-1, 0], End: [1, 0], PageUp: [0, -1], PageDown: [0, 1] };

export function watchKeys() {
  document.addEventListener("keydown", (event) => {
    const others = event.key === "?" ? "" : event.key in WAYS ? ", .menu[open], .panel, [role=tablist]" : ", .menu[open], .panel"; // which have keys of their own
    const elsewhere = event.target.closest?.(`input, textarea, select, dialog${others}`);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || elsewhere || staging()) return;
    if (!press(event)) return;
    document.documentElement.classList.add("keyed"); // from now on the hand shows its digits
    event.preventDefault();
  });
  document.addEventListener("pointerdown", () => document.documentElement.classList.remove("keyed"));
  document.addEventListener("click", ({ target, detail }) => {
    if (target.closest?.("[data-keys]")) return sheet().showModal();
    if (target === sheet()) sheet().close();
    if (target === document.activeElement && target.closest("#hand")) goOn(target, detail === 0);
  });
}

const sheet = () => document.getElementById("keys");
const aims = (region) => [...region.querySelectorAll(AIMS)].filter((thing) => thing.checkVisibility({ visibilityProperty: true }));
const hand = () => document.getElementById("hand");
const board = () => document.getElementById("board");

// Whether the key meant something.
function press({ key, shiftKey, target }) {
  if (key === "?") return sheet().showModal() ?? true;
  if (shiftKey && key.length > 1) return false;
  if (key === "h" || key === "H") return target.closest?.("#hand") ? jump(board()) : jump(hand()) || jump(board());
  if (/^[1-9]$/.test(key)) return pick(hand().querySelector(`[data-key="${key}"]`));
  return key in WAYS && walk(target, key);
}

function pick(thing) {
  thing?.focus();
  thing?.click();
  return Boolean(thing);
}

// What was chosen in the hand waits for a place, or for what is done with it: the next key is pressed there.
function goOn(thing, byKey) {
  if (!thing.closest(".chosen")) return;
  const asks = document.querySelector("#confirm:not([hidden]), #verbs button");
  if (!asks) jump(board());
  else if (byKey) asks.focus();
}

// To where it was there before, or to the middle.
function jump(region) {
  const found = aims(region);
  if (!found.length) return false;
  const spots = found.map(middle);
  const [x, y] = ["x", "y"].map((axis) => (Math.min(...spots.map((spot) => spot[axis])) + Math.max(...spots.map((spot) => spot[axis]))) / 2);
  const far = (at) => (region === hand() ? at : Math.hypot(spots[at].x - x, spots[at].y - y));
  found[[...found.keys()].reduce((one, other) => (far(other) < far(one) ? other : one))].focus();
  return true;
}

function middle(thing) {
  const { left, top, width, height } = (thing.querySelector(":scope > .hit") ?? thing).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width, height };
}

function walk(target, key) {
  const from = target.closest?.(AIMS);
  const region = from?.closest(REGIONS);
  if (!region) return !target.closest?.(REGIONS) && (jump(hand()) || jump(board()));
  const [[dx, dy], here] = [WAYS[key], middle(from)];
  const others = aims(region).filter((thing) => thing !== from && !thing.contains(from) && !from.contains(thing)).map((thing) => {
    const spot = middle(thing);
    return { thing, along: (spot.x - here.x) * dx + (spot.y - here.y) * dy, across: Math.abs((spot.x - here.x) * dy) + Math.abs((spot.y - here.y) * dx) };
  });
  const ahead = others.filter(({ along }) => along > 2);
  const straight = ahead.filter(({ along, across }) => across <= along);
  const inLine = ahead.filter(({ across }) => across < (dx ? here.height : here.width) / 2);
  const cost = key.startsWith("Arrow") ? ({ along, across }) => along + 2 * across : ({ along, across }) => 2 * across - along;
  const among = key.startsWith("Arrow") ? (straight.length ? straight : ahead) : inLine.length ? inLine : ahead;
  if (among.length) among.reduce((one, other) => (cost(other) < cost(one) ? other : one)).thing.focus();
  return true;
}

// The first nine things of the hand that can be chosen have a digit each. When one is chosen they keep it: another digit chooses another thing.
export function numberHand() {
  const things = [...hand().querySelectorAll(hand().querySelector(".chosen") ? ".lit, [data-key]" : ".lit")];
  document.querySelectorAll("[data-key]").forEach((thing) => thing.removeAttribute("data-key"));
  things.slice(0, 9).forEach((thing, at) => thing.setAttribute("data-key", at + 1));
}
