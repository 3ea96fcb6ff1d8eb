// What is heard at a table. Nothing until the first tap, and in a window that nobody looks at only the call to one's turn; the sounds themselves are loaded when they are first wanted.
import { prefer } from "./preferences.js";

let studio = null; // a promise for what plays, from the first tap on
let last = { ends: 0, weight: -1, line: null }; // what sounds now, or did

export function watchSound() {
  for (const kind of ["pointerup", "click", "keydown"]) addEventListener(kind, () => wanted() && open(), true);
  document.addEventListener("click", ({ target }) => target.closest?.("[data-mute]") && set(wanted() ? "off" : "on"));
  document.addEventListener("spyring:preferred", ({ detail }) => ["sound", "volume"].includes(detail) && (show(), wanted() && open(), hear(["turn"])));
  document.addEventListener("spyring:scene", ({ detail }) => hear([detail.sound]));
  document.addEventListener("spyring:news", ({ detail }) => hear(detail.map((line) => line.dataset.sound)));
  document.addEventListener("spyring:revealed", ({ detail }) => hear([detail]));
  document.addEventListener("spyring:turn", () => hear(["turn"]));
  document.addEventListener("spyring:shown", show);
  show();
}

const wanted = () => prefer("sound") === "on";

function set(value) {
  localStorage.setItem("prefer:sound", value);
  document.dispatchEvent(new CustomEvent("spyring:preferred", { detail: "sound" }));
}

function show() {
  for (const button of document.querySelectorAll("[data-mute]")) button.setAttribute("aria-pressed", String(wanted()));
}

// A browser lets a page sound once its reader has touched it: the context is made within that touch.
function open() {
  if (studio || !self.AudioContext) return;
  const context = new AudioContext();
  context.resume().catch(() => {});
  studio = import("./sound.js").then((made) => (names) => play(context, made, names));
  studio.catch(() => (studio = null));
}

// The weightiest of these, if it may be heard now.
function hear(names) {
  if (!wanted()) return;
  const heard = names.filter((name) => name && (!document.hidden || name === "turn"));
  if (heard.length) studio?.then((now) => now(heard)).catch(() => {});
}

// Never two at once: a lighter sound is left out, a weightier one ends the other; the call to one's turn waits for its end.
function play(context, { compose, LONGEST, WEIGHTS }, names) {
  const name = names.reduce((one, other) => (WEIGHTS[other] > WEIGHTS[one] ? other : one));
  const [now, weight] = [context.currentTime, WEIGHTS[name]];
  const busy = now < last.ends;
  if (weight === undefined || (busy && weight < last.weight)) return;
  if (busy && name !== "turn") last.line.gain.setTargetAtTime(0, now, 0.015);
  const start = busy && name === "turn" ? last.ends : now + 0.01;
  const out = context.createGain();
  out.gain.value = 0.5 * (Number(prefer("volume")) / 100) ** 1.5;
  out.connect(context.destination);
  const instrument = document.body.dataset.instrument;
  compose(context, out, name, start, instrument ? JSON.parse(instrument) : undefined);
  last = { ends: start + (weight ? LONGEST : 0.12), weight, line: out };
  document.dispatchEvent(new CustomEvent("spyring:sounded", { detail: name }));
}
