// Pointing at something for everybody, and proposing a move to whoever is asked, where all win or lose together. A bot that is asked answers, and may do it.
import { holds, pairsOf } from "./fields.js";
import { light } from "./hint.js";
import { lose } from "./line.js";
import { spokenOf } from "./log.js";
import { drop, slip, tellProblem } from "./say.js";
import { tell } from "./told.js";

const SCOPE = "#board, #hand, #players";
const A_WHILE = 5000;
const MOST = 8; // proposals that fit beside the question
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let pointing = false;
let proposals = Promise.resolve([]);

const button = () => document.getElementById("point");
const domains = () => document.getElementById("table").dataset.domains.split(" ");
const anything = () => domains().map((name) => `[data-${name}]`).join(",");
const things = () => [...document.querySelectorAll(SCOPE)].flatMap((region) => [...region.querySelectorAll(anything())]);

export function watchPointing() {
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("spyring:leaving", dim);
  document.addEventListener("spyring:shown", () => pointing && set(true));
  document.addEventListener("spyring:chat", ({ detail }) => detail.about && detail.table === document.getElementById("table").dataset.table && show(detail));
}

function set(on) {
  pointing = on && button() !== null;
  document.getElementById("table").classList.toggle("pointing", pointing);
  button()?.setAttribute("aria-pressed", String(pointing));
  dim();
  offer([]);
  if (!pointing) return;
  for (const thing of things()) {
    thing.classList.add("pointable");
    if (thing.tabIndex < 0) {
      thing.setAttribute("tabindex", "0");
      thing.setAttribute("data-pointable", "");
    }
  }
  slip(button().dataset.how);
  proposals = learn();
}

function dim() {
  for (const thing of document.querySelectorAll(".pointable")) {
    thing.classList.remove("pointable");
    if (thing.hasAttribute("data-pointable") && !thing.matches(".lit, .reach")) thing.removeAttribute("tabindex");
    thing.removeAttribute("data-pointable");
  }
}

// What the one who is asked could do, as far as the reader can tell.
async function learn() {
  const answer = await fetch(button().dataset.proposals, { headers: { accept: "application/json" } }).catch(() => null);
  return answer?.ok ? (await answer.json()).moves : [];
}

function onClick(event) {
  if (event.target.closest?.("#point")) return set(!pointing);
  const thing = event.target.closest?.(SCOPE) && event.target.closest(anything());
  if (!thing || !button() || !(pointing || event.shiftKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (pointing) consider(thing);
  else send({ thing: nameOf(thing) });
}

function onKey(event) {
  if (event.key === "Escape" && pointing) return set(false);
  if (!pointing || !event.target.matches?.(".pointable")) return;
  if (event.key === "Enter" || event.key === " ") consider(event.target);
  else if (WAYS[event.key]) neighbour(event.target, WAYS[event.key])?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// The nearest thing in a direction.
function neighbour(from, [right, down]) {
  const middle = (thing) => {
    const box = (thing.querySelector(":scope > .hit") ?? thing).getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const here = middle(from);
  const far = (thing) => {
    const { x, y } = middle(thing);
    const [along, aside] = right ? [(x - here.x) * right, Math.abs(y - here.y)] : [(y - here.y) * down, Math.abs(x - here.x)];
    return along > 1 ? along + 2 * aside : Infinity;
  };
  const others = things().filter((thing) => thing !== from && thing.checkVisibility());
  const best = others.reduce((one, other) => (!one || far(other) < far(one) ? other : one), null);
  return best && far(best) < Infinity ? best : null;
}

// The name by which the fewest things are called: a card rather than the city that is printed on it.
function nameOf(thing) {
  const scope = (name, label) => document.querySelectorAll(`#board [data-${name}="${CSS.escape(label)}"], #hand [data-${name}="${CSS.escape(label)}"]`).length;
  const pairs = Object.entries(pairsOf(thing, domains())).filter(([name]) => name !== "verb");
  pairs.sort((one, other) => scope(...one) - scope(...other));
  return pairs[0].join(" ");
}

// Point at it, or propose what could be done with it.
async function consider(thing) {
  const name = nameOf(thing);
  const pairs = pairsOf(thing, domains());
  const fitting = (await proposals).filter(({ fields }) => Object.entries(pairs).some(([key, label]) => holds(fields, { [key]: label }))).slice(0, MOST);
  if (!fitting.length) return send({ thing: name });
  drop();
  const { this: here, propose } = button().dataset;
  offer([[here, { thing: name }], ...fitting.map(({ text, sentence }) => [propose.replace("{move}", sentence), { move: text }])]);
}

function offer(choices) {
  const place = document.getElementById("verbs");
  if (!place || (!choices.length && !place.querySelector("[data-said]"))) return;
  const buttons = choices.map(([says, what]) => {
    const one = Object.assign(document.createElement("button"), { type: "button", textContent: says });
    one.dataset.said = "";
    one.addEventListener("click", () => send(what));
    return one;
  });
  place.replaceChildren(...buttons);
  buttons[0]?.focus();
}

async function send(what) {
  const form = new URLSearchParams({ ...what, csrf: document.querySelector("meta[name=csrf-token]").content });
  const to = button().dataset.point;
  drop();
  set(false);
  button()?.focus({ preventScroll: true });
  const answer = await fetch(to, { method: "POST", body: form, redirect: "manual" }).catch(() => null);
  if (answer?.type === "opaqueredirect") return;
  if (!answer || !tellProblem(await answer.text().catch(() => ""))) lose(0);
}

// What somebody points at, on everybody's board; a proposal is shown where the one who is asked would choose it.
function show({ by, text, about, move, answer }) {
  const { verb, ...pairs } = about;
  const found = spokenOf(pairs);
  const meant = found.length ? found : [...document.querySelectorAll(`#board [data-seat="${CSS.escape(pairs.seat ?? "")}"]`)];
  for (const thing of meant) {
    thing.classList.add("pointed");
    setTimeout(() => thing.classList.remove("pointed"), A_WHILE);
  }
  if (move) light({ text: move, fields: about });
  tell(answer ? `${by} ${text}. ${answer}` : `${by} ${text}`);
}
