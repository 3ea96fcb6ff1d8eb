// The director: what happened is played scene by scene, each on the table as it was then. Every reader sets the pace, can pause, and can skip.
import { glide } from "./gliding.js";
import { spokenOf } from "./log.js";
import { lock } from "./lock.js";
import { patchChildren } from "./patch.js";
import { prefer } from "./preferences.js";
import { say } from "./say.js";
import { tell } from "./told.js";

// How long a scene stays, at most and at least, and how long all of them together may take, in milliseconds.
const PACES = { calm: [1700, 700, 40_000], even: [1000, 300, 9000], brisk: [500, 0, 5000] };
const CLIMAX = 1.8;

const LONG = 10; // scenes, after which the page offers a faster pace
let playing = null; // { begun, since, skipped, hurried, paused, waits, go, cut }; since when, without the time that it was paused

export const staging = () => playing !== null;

export const cutShort = () => playing && skip();

// A replay has a bar and keys of its own.
const replayed = () => document.getElementById("replay") !== null;

// Whether there is anything to stage between the table as it stands and what came: several scenes, or a climax.
export function worthStaging(table, lines) {
  const weights = lines.map((line) => Number(line.dataset.weight)).filter((weight) => weight > 0);
  return Boolean(table.dataset.scenes) && prefer("speed") in PACES && document.visibilityState === "visible" && (weights.length > 1 || weights.includes(2));
}

export function watchDirector() {
  const act = { pause: () => pause(!playing.paused), skip, next };
  document.addEventListener("click", (event) => {
    if (!playing) return;
    const button = event.target.closest?.("[data-direct]");
    if (button) return act[button.dataset.direct]();
    if (!event.target.closest?.("#main, #hand, #actions, #choices")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.target.closest("#main, #hand") && playing.begun) onward();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (!playing || event.target.closest?.("input, textarea, select, [data-direct], summary, #replay")) return;
    const steps = replayed() ? {} : { ArrowRight: next, p: act.pause };
    const wanted = { Escape: skip, Enter: onward, " ": onward, ...steps }[event.key];
    if (!wanted) return;
    event.preventDefault();
    event.stopPropagation();
    wanted();
  }, true);
  document.addEventListener("spyring:preferred", () => playing && !(prefer("speed") in PACES) && skip());
  document.addEventListener("visibilitychange", () => playing && document.visibilityState === "hidden" && skip());
}

const onward = () => (playing.waits ? next() : skip());

function skip() {
  playing.skipped = true;
  playing.cut();
  playing.go();
}

function next() {
  pause(false);
  playing.hurried = true;
  playing.go();
}

function pause(whether) {
  if (whether && !playing.paused) playing.rests = performance.now();
  if (!whether && playing.paused) playing.since += performance.now() - playing.rests;
  playing.paused = whether;
  const button = document.querySelector("[data-direct=pause]");
  button.setAttribute("aria-pressed", String(whether));
  if (!whether) playing.go();
}

// Until the time is over and nobody has paused, or somebody goes on.
const hold = (time) =>
  new Promise((over) => {
    const show = playing;
    const timer = show.waits ? 0 : setTimeout(() => show.paused || over(), time);
    show.go = () => {
      clearTimeout(timer);
      show.hurried = false;
      over();
    };
    if (show.skipped || show.hurried) show.go(); // somebody went on while the pieces were still on their way
  });

// Play what happened between two numbers of the reader; lines of the log come with their scenes.
export async function perform(table, after, until, showLines) {
  const show = (playing = { begun: false, since: performance.now(), skipped: false, hurried: false, paused: false, waits: false, go: () => {}, cut: () => {} });
  const cut = new Promise((over) => (show.cut = () => over({ scenes: [] })));
  const bar = document.getElementById("director");
  document.dispatchEvent(new CustomEvent("spyring:leaving"));
  document.getElementById("table").setAttribute("data-staged", "");
  lock();
  for (const id of ["actions", "notice"]) document.getElementById(id).replaceChildren(); // what could be done before, and what was said of it
  try {
    let asked = ask(table, after, until, 0);
    for (let count = 0; !show.skipped; ) {
      const { scenes, all } = await Promise.race([asked, cut]);
      if (!scenes.length) break;
      bar.hidden = replayed();
      show.begun = true;
      if (count + scenes.length < all) asked = ask(table, after, until, count + scenes.length);
      for (const scene of scenes) {
        if (show.skipped) break;
        show.count = count += 1;
        bar.querySelector("progress").value = count / all;
        showLines(scene);
        await put(scene);
        show.waits = !replayed() && document.querySelector("#prop [data-waits]") !== null;
        bar.toggleAttribute("data-waits", show.waits);
        await hold(beat(all - count + 1, scene.weight > 1 ? CLIMAX : 1));
      }
      if (count >= all) break;
    }
    offerToBeFaster(bar, show);
  } catch {
    // the table as it stands now is shown in any case
  } finally {
    playing = null;
    bar.hidden = true;
    bar.removeAttribute("data-waits");
    document.getElementById("table").removeAttribute("data-staged");
    focus([], "");
  }
}

// How long this scene stays, if so many are left. Where pieces glide for longer than all of it may take, the rest is in the log.
function beat(left, weight) {
  const [most, least, together] = PACES[prefer("speed")] ?? [0, 0, 0];
  const rest = together - (performance.now() - playing.since);
  if (rest <= 0 && !least) playing.skipped = true;
  return Math.max(least, Math.min(most, rest / left)) * (least || rest / left > most ? weight : 1);
}

function offerToBeFaster(bar, show) {
  if (show.skipped || localStorage.getItem("offered:speed") || prefer("speed") !== "calm" || show.count < LONG) return;
  localStorage.setItem("offered:speed", "yes");
  tell(bar.dataset.faster);
}

async function ask(table, after, until, skip) {
  const address = new URL(table.dataset.scenes, location.href);
  for (const [name, value] of Object.entries({ after, until, skip })) address.searchParams.set(name, value);
  const answer = await fetch(address, { headers: { accept: "application/json" } });
  return answer.ok ? answer.json() : { scenes: [], all: 0 };
}

async function put(scene) {
  const stage = document.createElement("div");
  for (const [name, text] of Object.entries(scene.regions)) {
    const drawn = new DOMParser().parseFromString(text, "text/html").body;
    const region = document.createElement("div");
    region.id = name;
    region.setAttribute("data-region", "");
    region.append(...drawn.childNodes);
    stage.append(region);
  }
  caption(scene);
  await glide(stage, () => {
    for (const region of [...stage.children]) patchChildren(document.getElementById(region.id), region, true);
  });
  focus(spokenOf(scene.fields), scene.prop);
  document.dispatchEvent(new CustomEvent("spyring:scene", { detail: scene }));
}

function caption({ said, icon }) {
  const ribbon = document.getElementById("ribbon");
  const sentence = document.getElementById("sentence");
  ribbon.classList.remove("ribbon--mine");
  sentence.replaceChildren(...(icon ? [sign(icon), " "] : []), said.charAt(0).toLocaleUpperCase() + said.slice(1));
  const latest = document.querySelector("#latest > span");
  if (latest) latest.textContent = said;
  say(said);
}

function sign(icon) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", "sign sentence-sign");
  picture.setAttribute("aria-hidden", "true");
  picture.append(Object.assign(document.createElementNS(picture.namespaceURI, "use")));
  picture.firstChild.setAttribute("href", `#${icon}`);
  return picture;
}

// A prop may say above what it stands (data-over: selectors, the best first), so that it does not hide what it speaks of.
function wished(prop) {
  const selectors = prop.querySelector("[data-over]")?.dataset.over.split(",") ?? [];
  return selectors.map((one) => document.querySelector(`#board ${one.trim()}`)).find((one) => one?.checkVisibility());
}

// Where it happens, and nowhere else; what the game shows of it stands above that place.
function focus(things, drawn) {
  document.querySelectorAll(".happens").forEach((thing) => thing.classList.remove("happens"));
  for (const thing of things) thing.classList.add("happens");
  const prop = document.getElementById("prop");
  prop.style.setProperty("left", "50%");
  prop.replaceChildren(...new DOMParser().parseFromString(drawn, "text/html").body.childNodes);
  const stage = document.getElementById("main").getBoundingClientRect();
  const over = wished(prop);
  const at = (over ?? things.find((thing) => thing.closest("#board")))?.getBoundingClientRect() ?? stage;
  const within = (value, half, most) => Math.max(half + 6, Math.min(value, most - half - 6));
  prop.style.setProperty("left", `${within(at.left + at.width / 2 - stage.left, prop.offsetWidth / 2, stage.width)}px`);
  const small = !over && at.height < prop.offsetHeight * 1.5; // it would be hidden: what it shows stands above it
  const middle = small ? at.top - prop.offsetHeight / 2 - 8 : at.top + at.height / 2;
  prop.style.setProperty("top", `${within(middle - stage.top, prop.offsetHeight / 2, stage.height)}px`);
}
