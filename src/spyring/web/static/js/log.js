// The log: newest line in sight, a mark since the last visit, and a line under the pointer finds its pieces.
import { prefixed } from "./fields.js";

export function watchLog() {
  const panel = document.getElementById("log");
  if (!panel) return;
  document.addEventListener("spyring:leaving", () => document.querySelector(".log-since")?.remove());
  document.addEventListener("spyring:shown", () => {
    mark();
    bottom();
  });
  document.addEventListener("spyring:news", ({ detail }) => {
    for (const line of detail) for (const thing of spokenOf(line)) glow(thing);
  });
  for (const kind of ["pointerover", "focusin"]) panel.addEventListener(kind, (event) => find(event.target.closest("[data-n]")));
  for (const kind of ["pointerleave", "focusout"]) panel.addEventListener(kind, () => find(null));
  addEventListener("pagehide", remember);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && remember());
  mark();
  bottom();
}

const key = () => `seen:${document.getElementById("table").dataset.table}`;
const lines = () => [...document.querySelectorAll("#log [data-n]")];
let since = null;

function remember() {
  localStorage.setItem(key(), lines().at(-1)?.dataset.n ?? "0");
}

function mark() {
  if (since === null) since = Number(localStorage.getItem(key()) ?? 0);
  const first = since ? lines().find((line) => Number(line.dataset.n) > since) : null;
  const words = document.getElementById("table").dataset.since;
  if (!first || !words) return;
  const divider = document.createElement("li");
  divider.className = "log-since";
  divider.textContent = words;
  first.before(divider);
}

function bottom() {
  const panel = document.getElementById("log");
  panel.scrollTop = panel.scrollHeight;
}

// Pieces that a line speaks of: those that carry all its things first, else any one of them.
function spokenOf(line) {
  const pairs = Object.entries(prefixed(line, "data-f-")).filter(([name]) => name !== "seat" && name !== "count");
  const each = pairs.map(([name, label]) => `[data-${name}="${CSS.escape(label)}"]`);
  if (!each.length) return [];
  const all = document.querySelectorAll(`#board ${each.join("")}, #hand ${each.join("")}`);
  return all.length ? [...all] : [...document.querySelectorAll(each.map((one) => `#board ${one}, #hand ${one}`).join(","))];
}

function find(line) {
  document.querySelectorAll(".found").forEach((thing) => thing.classList.remove("found"));
  if (line) for (const thing of spokenOf(line)) thing.classList.add("found");
}

function glow(thing) {
  thing.classList.add("fresh");
  setTimeout(() => thing.classList.remove("fresh"), 2000);
}
