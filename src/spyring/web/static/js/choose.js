// Click a thing, and only what can follow stays lit. When one move is left it is made, or asked for once more if it is final.
import { holds, pairsOf, prefixed } from "./fields.js";
import { read } from "./lens.js";
import { send } from "./live.js";
import { numberHand } from "./keys.js";
import { lock, unlock } from "./lock.js";
import { bring } from "./pan.js";
import { staging } from "./director.js";
import { prefer } from "./preferences.js";
import { drop, say, slip, whyNot } from "./say.js";
import { showWorth } from "./worth.js";
import { halt, nextStep, preview, setOut, showReach, waysOf } from "./walk.js";

const SCOPE = "#board, #hand, #players";
let choices = [];
let names = [];
let picked = {};
let ways = new Map();
let aimed = null; // the far place that a finger has named
let sent = null; // the fields of the last move

export function watchChoices() {
  document.addEventListener("click", onClick);
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => ways.size && preview(event.target.closest?.("[data-near]"), ways));
  document.addEventListener("keydown", onKey);
  document.addEventListener("spyring:leaving", () => document.querySelectorAll(".lit, .chosen").forEach(dim));
  document.addEventListener("spyring:shown", begin);
  document.addEventListener("spyring:unsent", ({ detail }) => {
    begin();
    if (detail) chooseAgain();
  });
  begin();
}

// News that leave the choices as they were leave alone what is chosen so far.
function begin() {
  unlock();
  const before = choices.map(({ move }) => move).join();
  choices = [...document.querySelectorAll("#choices [data-choice]")].map((button) => ({ button, move: button.value, fields: prefixed(button, "data-c-") }));
  if (choices.map(({ move }) => move).join() !== before) picked = {};
  names = [...new Set(choices.flatMap(({ fields }) => Object.keys(fields)))];
  const next = nextStep(choices);
  if (next) return asksAgain(next) ? choose(next.fields, true) : make(next, true);
  light();
}

// What a lesson asks for may lie beyond the edge of a board that scrolls, or of a map.
function bringIntoSight() {
  const thing = document.querySelector("#board .lit:not(.chosen)");
  if (!thing) return;
  if (thing.closest("[data-pan]")) return bring([thing]);
  const [box, stage] = [thing, document.getElementById("main")].map((one) => one.getBoundingClientRect());
  if (box.top < stage.top || box.bottom > stage.bottom) thing.scrollIntoView({ block: "center" });
}

// Whatever the moves of the game can be about, also where no choice is now.
const anything = () => document.getElementById("table").dataset.domains.split(" ").map((name) => `[data-${name}]`).join(",");

const open = () => choices.filter(({ fields }) => holds(fields, picked));

// Everything on the table that a choice could be about, and tools (data-tool), which say only what is done.
const parts = () => names.filter((name) => name !== "verb").map((name) => `[data-${name}]`);

function things() {
  if (!parts().length) return [];
  const wanted = [...parts(), "[data-tool]"].join(",");
  return [...document.querySelectorAll(SCOPE)].flatMap((region) => [...region.querySelectorAll(wanted)]);
}

function light() {
  const left = open();
  const begun = Object.keys(picked).length > 0;
  const lit = new Map();
  for (const thing of things()) {
    const pairs = pairsOf(thing, names);
    const about = left.filter((choice) => holds(choice.fields, pairs) && !comesLater(thing, choice));
    if (about.length) lit.set(thing, { about, chosen: begun && holds(picked, pairs) });
  }
  document.querySelectorAll(".lit, .chosen").forEach((thing) => lit.has(thing) || dim(thing)); // what stays lit keeps the focus
  for (const [thing, { about, chosen }] of lit) {
    lightUp(thing);
    thing.classList.toggle("vain", about.every(({ button }) => button.hasAttribute("data-vain")));
    thing.classList.toggle("chosen", chosen);
    if (chosen) thing.setAttribute("aria-pressed", "true"); // so that choosing is announced
    else thing.removeAttribute("aria-pressed");
  }
  for (const { button, fields } of choices) button.classList.toggle("chosen", begun && left.length === 1 && holds(fields, picked));
  numberHand();
  showWorth();
  showConfirm(begun && left.length === 1 ? left[0] : null);
  ways = waysOf(choices, picked);
  showReach(ways);
  aimed = null;
  if (document.getElementById("lesson")) bringIntoSight();
  if (begun) document.getElementById("actions").scrollLeft = 0;
  showVerbs(begun && left.length > 1 ? left.filter(({ fields }) => Object.keys(fields).every((name) => name === "verb" || name in picked)) : []);
}

// A thing may come after another (data-after): a place is lit when a piece was chosen to go there, or is on its way (data-under-way).
const comesLater = (thing, { fields }) =>
  !document.querySelector("#board [data-under-way]") && (thing.dataset.after ?? "").split(" ").some((name) => name in fields && !(name in picked));

// The same when nothing is chosen yet.
const afresh = (thing, choice) => {
  const before = picked;
  picked = {};
  const later = comesLater(thing, choice);
  picked = before;
  return later;
};

// Moves that differ only in what is done with the things chosen: the board cannot tell them apart, buttons can.
function showVerbs(left) {
  const place = document.getElementById("verbs");
  if (!place) return;
  const final = ({ button }) => button.hasAttribute("data-final");
  const lighter = left.some((choice) => !final(choice)); // then what cannot be undone comes last, and weighs less
  place.replaceChildren(
    ...[...left].sort((one, other) => final(one) - final(other)).map((choice) => {
      const button = document.createElement("button");
      button.type = "button";
      if (!lighter || !final(choice)) button.className = "primary";
      inscribe(button, choice);
      button.onclick = () => make(choice);
      return button;
    }),
  );
}

function inscribe(button, choice) {
  button.textContent = choice.button.textContent.trim();
  button.classList.toggle("long", button.textContent.length > 60); // on a phone it has two lines
}

function lightUp(thing) {
  thing.classList.add("lit");
  if (thing.matches("button, a")) return;
  if (!thing.hasAttribute("data-role")) thing.setAttribute("data-role", thing.getAttribute("role") ?? "");
  thing.setAttribute("role", "button");
  thing.setAttribute("tabindex", "0");
}

function dim(thing) {
  thing.classList.remove("lit", "vain", "chosen");
  thing.removeAttribute("aria-pressed");
  const role = thing.getAttribute("data-role");
  if (role === null) return;
  thing.removeAttribute("data-role");
  thing.removeAttribute("tabindex");
  if (role) thing.setAttribute("role", role);
  else thing.removeAttribute("role");
}

function showConfirm(choice) {
  const confirm = document.getElementById("confirm");
  const unchoose = document.getElementById("unchoose");
  if (!confirm) return;
  confirm.hidden = !choice;
  unchoose.hidden = !Object.keys(picked).length;
  if (!choice) return;
  inscribe(confirm, choice);
  confirm.onclick = () => make(choice);
}

function onClick(event) {
  if (staging()) return;
  const button = event.target.closest("[data-choice]");
  if (button) {
    event.preventDefault();
    return choose(prefixed(button, "data-c-"), true);
  }
  if (event.target.closest("#unchoose")) return unchoose();
  const region = event.target.closest(SCOPE);
  if (!region || event.defaultPrevented) return;
  const meantBy = (kind) => event.target.closest(kind) ?? near(event, region, kind);
  const thing = meantBy(".lit");
  const far = meantBy(".reach");
  drop();
  halt();
  if (thing) return choose(pairsOf(thing, names));
  if (far && far !== aimed && event.pointerType === "touch" && prefer("confirm") !== "never") return aim(far);
  if (far) return make(setOut(far, ways, choices, picked), true);
  if (aimed) light(); // a tap elsewhere thinks better of it
  const other = things().length ? event.target.closest(parts().join(",")) : null;
  if (other && choices.some((choice) => holds(choice.fields, pairsOf(other, names)) && !afresh(other, choice))) {
    picked = {};
    return choose(pairsOf(other, names));
  }
  const told = event.target.closest("[data-why-not]");
  if (told) return slip(told.dataset.whyNot);
  if (!region.matches("#hand") && read(event)) return;
  const dark = other ?? event.target.closest(anything());
  if (dark) whyNot(textOf(dark));
}

// A finger cannot hover: its first tap on a far place shows the way and the price, and a second one, or the button, sets out.
function aim(place) {
  aimed = place;
  const confirm = document.getElementById("confirm");
  confirm.textContent = document.getElementById("table").dataset.go.replace("{price}", preview(place, ways));
  confirm.onclick = () => make(setOut(place, ways, choices, picked), true);
  confirm.hidden = false;
}

// A finger is broader than a piece on a map: a tap beside it, within what a fingertip covers, means the one whose middle is nearest.
const FINGER = 20; // px to every side

function near({ target, clientX, clientY, pointerType }, region, kind) {
  if (pointerType !== "touch" || target.closest("button, a, summary")) return null;
  const away = (thing) => {
    const { left, right, top, bottom } = (thing.querySelector(":scope > .hit") ?? thing).getBoundingClientRect();
    const [dx, dy] = [Math.abs(clientX - (left + right) / 2), Math.abs(clientY - (top + bottom) / 2)];
    return dx <= Math.max(FINGER, (right - left) / 2) && dy <= Math.max(FINGER, (bottom - top) / 2) ? Math.hypot(dx, dy) : Infinity;
  };
  const touched = target.closest("[data-tip], [data-lens]"); // what lies beneath the finger can be meant as well: it is read
  const least = touched ? away(touched) : Infinity;
  const [best] = [...region.querySelectorAll(kind)].map((thing) => ({ thing, far: away(thing) })).filter(({ far }) => far < least).sort((one, other) => one.far - other.far);
  return best?.thing ?? null;
}

function onKey(event) {
  if (event.key === "Escape") halt();
  if (event.key === "Escape" && Object.keys(picked).length) return unchoose();
  if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[role=button].lit, .reach")) {
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
}

function choose(pairs, whole = false) {
  const again = Object.keys(pairs).length > 0 && holds(picked, pairs);
  const before = open();
  if (again && before.length === 1 && !wantsTarget(before[0])) return make(before[0]);
  if (again) picked = Object.fromEntries(Object.entries(picked).filter(([name]) => !(name in pairs)));
  else picked = whole ? pairs : { ...picked, ...pairs, ...meant(pairs) };
  const left = open();
  if (!again && left.length === 1 && !asksAgain(left[0]) && (whole || !wantsTarget(left[0]))) return make(left[0]);
  light();
  if (!again && left.length === 1) {
    say(left[0].button.textContent.trim());
    if (whole) document.getElementById("confirm")?.focus();
  } else announce();
}

function unchoose() {
  picked = {};
  light();
  announce();
}

// What is chosen so far, for the ear.
function announce() {
  const { chosen, unchosen } = document.getElementById("say").dataset;
  const names = [...document.querySelectorAll(".chosen")].map((thing) => thing.getAttribute("aria-label") ?? thing.textContent.trim());
  say(names.length ? chosen.replace("{thing}", names.join("; ")) : unchosen);
}

// A piece that was chosen waits to be told where to go (data-after), even if there is only one place. In a lesson everything waits, so that each click is learnt.
const wantsTarget = ({ fields }) =>
  things().some((thing) => {
    const pairs = pairsOf(thing, names);
    const follows = document.getElementById("lesson") || (thing.dataset.after ?? "").split(" ").some((name) => name in picked);
    return follows && holds(fields, pairs) && !holds(picked, pairs);
  });

// What a tool said is done stays said when the next thing is there for several verbs.
const meant = ({ verb }) => (picked.verb && verb?.split(" ").includes(picked.verb) ? { verb: picked.verb } : {});

// What cannot be undone is asked for once more, or everything, or nothing, as the reader prefers; a button that says it all was pressed on purpose.
const asksAgain = ({ button, fields }) => ({ always: true, never: false })[prefer("confirm")] ?? (button.hasAttribute("data-final") && Object.keys(fields).length > 1);

function make(choice, walking = false) {
  if (!walking) halt();
  drop();
  const form = choice.button.form;
  picked = {};
  sent = choice.fields;
  document.querySelectorAll(".lit").forEach((thing) => thing.classList.remove("lit", "vain"));
  document.getElementById("confirm").hidden = true;
  showVerbs([]);
  lock();
  send(form, { move: choice.button.value });
}

// A move that did not get through is not swallowed: it stays chosen, and waits to be confirmed.
function chooseAgain() {
  const same = sent && choices.find(({ fields }) => JSON.stringify(fields) === JSON.stringify(sent));
  if (!same) return;
  picked = same.fields;
  light();
  slip(document.getElementById("lost").dataset.unsent);
}

// The move that a click on a thing would mean, as well as it can be told: one of a kind that the thing is there for.
function textOf(thing) {
  const { verb, ...pairs } = { ...picked, ...pairsOf(thing, names) };
  const like = choices.find(({ fields }) => Object.keys(pairs).every((name) => name in fields) && (!verb || verb.split(" ").includes(fields.verb)));
  return like ? Object.entries(like.fields).map(([name, label]) => pairs[name] ?? label).join(" ") : "";
}
