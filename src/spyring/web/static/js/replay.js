// The replay: slider, steps and viewpoints without leaving the page; the address always leads back to the same position.
import { cutShort } from "./director.js";
import { load } from "./live.js";
import { prefer } from "./preferences.js";

export function watchReplay() {
  document.addEventListener("input", (event) => event.target.id === "step" && later(event.target.form));
  document.addEventListener("change", (event) => event.target.id === "viewpoint" && go(address(event.target.form)));
  document.addEventListener("spyring:shown", mark);
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play-replay")) return run();
    if (event.target.closest("#replay-more")) return unfold();
    if (event.target.closest("[data-step-first]")) {
      event.preventDefault();
      return run();
    }
    const link = event.target.closest("a[data-step-to]");
    if (!link) return;
    event.preventDefault();
    stop();
    step(links().indexOf(link));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea")) return;
    const at = { Home: 0, ArrowLeft: 1, PageUp: 2, PageDown: 3, ArrowRight: 4, End: 5 }[event.key];
    if (at === undefined) return;
    event.preventDefault();
    stop();
    step(at);
  });
}

// Step by step until the end, or until somebody stops it or goes elsewhere.
let running = null;

function run() {
  if (running) {
    cutShort();
    return stop();
  }
  return play((running = {}));
}

function stop() {
  running = null;
  mark();
}

async function play(mine) {
  mark();
  while (running === mine && !atEnd()) {
    await step(4);
    await new Promise((over) => setTimeout(over, prefer("speed") === "calm" ? 1200 : 500));
  }
  if (running === mine) stop();
}

function atEnd() {
  const slider = document.getElementById("step");
  return Number(slider.value) >= Number(slider.max);
}

function mark() {
  document.getElementById("play-replay")?.setAttribute("aria-pressed", String(running !== null));
  const unfolded = document.getElementById("table").classList.contains("frame--all");
  document.getElementById("replay-more")?.setAttribute("aria-expanded", String(unfolded));
}

// On a phone the board needs the room: what is seldom used comes when it is asked for.
function unfold() {
  document.getElementById("table").classList.toggle("frame--all");
  mark();
}

const links = () => [...document.querySelectorAll("a[data-step-to]")];
const BY = { 1: -1, 4: 1 }; // the links to the positions beside this one

// A step counts from where the reader already wants to be, also while that position is on its way.
function step(at) {
  const next = new URL(location.href);
  const wanted = next.pathname.endsWith("/replay") && next.searchParams.get("step");
  if (!BY[at] || !wanted) return go(links()[at].href);
  const last = Number(document.getElementById("step").max);
  next.searchParams.set("step", Math.min(Math.max(Number(wanted) + BY[at], 0), last));
  return go(next.href);
}

let timer = 0;

function later(form) {
  stop();
  clearTimeout(timer);
  timer = setTimeout(() => go(address(form)), 120);
}

const address = (form) => `${form.action}?${new URLSearchParams(new FormData(form))}`;

let target = "";
let loading = null;

// One position at a time, and at once: the scenes of the one before it are cut short. What was asked for meanwhile comes next, and what lies between is skipped.
function go(href) {
  history.replaceState(null, "", href);
  target = href;
  cutShort();
  return (loading ??= arrive().finally(() => (loading = null)));
}

async function arrive() {
  for (let shown = ""; shown !== target; ) {
    shown = target;
    await load(shown);
  }
}
