// The log: newest line in sight, routine folded away, a mark since the last visit, and a line under the pointer finds its pieces.
import { prefixed } from "./fields.js";

export function watchLog() {
  const panel = document.getElementById("log");
  if (!panel) return;
  document.addEventListener("spyring:leaving", () => document.querySelectorAll(".log-since, .log-fold").forEach((line) => line.remove()));
  document.addEventListener("spyring:shown", () => {
    mark();
    fold();
    bottom();
  });
  document.addEventListener("spyring:news", ({ detail }) => {
    for (const line of detail.slice(-1)) for (const thing of spokenOf(prefixed(line, "data-f-"))) glow(thing);
  });
  document.addEventListener("spyring:lines", () => {
    fold();
    bottom();
  });
  panel.addEventListener("click", (event) => unfold(event.target.closest(".log-fold")) || goTo(event.target.closest("[data-n]")));
  for (const kind of ["pointerover", "focusin"]) panel.addEventListener(kind, (event) => find(event.target.closest("[data-n]")));
  for (const kind of ["pointerleave", "focusout"]) panel.addEventListener(kind, () => find(null));
  for (const kind of ["pointerover", "focusin"]) document.getElementById("hand")?.addEventListener(kind, (event) => showNamed(event.target.closest("[data-names]")));
  for (const kind of ["pointerleave", "focusout"]) document.getElementById("hand")?.addEventListener(kind, () => showNamed(null));
  addEventListener("pagehide", remember);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && remember());
  mark();
  fold();
  bottom();
}

const key = () => `seen:${document.getElementById("table").dataset.table}`;
const lines = () => [...document.querySelectorAll("#log [data-n]")];
let since = null;

// The last line that was seen, and when. A page that is drawn again soon afterwards was never left.
const AWAY = 5 * 60_000; // milliseconds

function remember() {
  localStorage.setItem(key(), `${lines().at(-1)?.dataset.n ?? 0} ${Date.now()}`);
}

function mark() {
  if (since === null) {
    const [number, time] = (localStorage.getItem(key()) ?? "0").split(" ").map(Number);
    since = Date.now() - (time || 0) > AWAY ? number : 0;
  }
  const first = since ? lines().find((line) => Number(line.dataset.n) > since) : null;
  const words = document.getElementById("table").dataset.since;
  if (!first || !words) return;
  const divider = document.createElement("li");
  divider.className = "log-since";
  divider.textContent = words;
  first.before(divider);
}

// Several routine lines in a row, once something else has followed, are one line that opens; so are those that were undone together.
const ROUTINE = 3;
const opened = new Set();
const sortOf = (line) => line?.matches(".log-line[data-weight='0']") && (line.matches(".log-undone") ? "undone" : "routine");
export const placeOf = ({ dataset }) => `${dataset.n} ${dataset.at}`;

function fold() {
  let run = [];
  for (const line of document.querySelectorAll("#log li")) {
    const sort = sortOf(line);
    if (run.length && sort !== sortOf(run[0])) {
      if (run.length >= ROUTINE && !run[0].previousElementSibling?.matches(".log-fold")) run[0].before(folded(run));
      run = [];
    }
    if (sort) run.push(line);
  }
}

function folded(run) {
  const { routine, back } = document.getElementById("table").dataset;
  const words = sortOf(run[0]) === "undone" ? back.replace("{move}", () => run[0].querySelector("span").textContent) : routine.replace("{n}", run.length);
  const open = opened.has(placeOf(run[0]));
  const line = document.createElement("li");
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: words });
  button.setAttribute("aria-expanded", String(open));
  line.className = "log-fold";
  line.append(button);
  run.forEach((one) => one.classList.toggle("log-folded", !open));
  return line;
}

function unfold(line) {
  if (!line) return false;
  const open = line.firstChild.getAttribute("aria-expanded") !== "true";
  line.firstChild.setAttribute("aria-expanded", String(open));
  opened[open ? "add" : "delete"](placeOf(line.nextElementSibling));
  const sort = sortOf(line.nextElementSibling);
  for (let one = line.nextElementSibling; sortOf(one) === sort; one = one.nextElementSibling) one.classList.toggle("log-folded", !open);
  return true;
}

function bottom() {
  const panel = document.getElementById("log");
  panel.scrollTop = panel.scrollHeight;
}

// The things that fields speak of: those that carry most of them and contradict none; of things within things the outer one. Who did it and how
// many are no places.
const NO_PLACE = ["seat", "count"];

export function spokenOf(fields) {
  const pairs = Object.entries(fields).filter(([name]) => !NO_PLACE.includes(name));
  if (!pairs.length) return [];
  const each = pairs.map(([name, label]) => `[data-${name}="${CSS.escape(label)}"]`);
  const found = [...document.querySelectorAll(each.map((one) => `#board ${one}, #hand ${one}`).join(","))];
  const worth = (thing) => {
    const said = pairs.filter(([name]) => thing.hasAttribute(`data-${name}`));
    return said.every(([name, label]) => thing.getAttribute(`data-${name}`) === label) ? said.length : 0;
  };
  const most = Math.max(0, ...found.map(worth));
  const best = most ? found.filter((thing) => worth(thing) === most) : [];
  return best.filter((thing) => !best.some((other) => other !== thing && other.contains(thing)));
}

function find(line) {
  document.querySelectorAll(".found").forEach((thing) => thing.classList.remove("found"));
  if (line) for (const thing of spokenOf(prefixed(line, "data-f-"))) thing.classList.add("found");
}

// What lies in the hand and speaks of cities (data-names) shows them on the board.
function showNamed(thing) {
  document.querySelectorAll(".named").forEach((one) => one.classList.remove("named"));
  const cities = thing?.dataset.names ? thing.dataset.names.split(" ") : [];
  for (const one of document.querySelectorAll("#board [data-city]")) one.classList.toggle("named", cities.includes(one.dataset.city));
}

function glow(thing) {
  thing.classList.add("fresh");
  setTimeout(() => thing.classList.remove("fresh"), 2000);
}

// A click on a line goes to where it happened: on a phone the log makes room first.
function goTo(line) {
  const things = line ? spokenOf(prefixed(line, "data-f-")) : [];
  if (!things.length) return;
  document.dispatchEvent(new CustomEvent("spyring:look"));
  things[0].scrollIntoView({ block: "nearest", inline: "nearest" });
  things.forEach(glow);
}
