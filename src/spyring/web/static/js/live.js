// News from the server: a stream says that something happened, the page asks for its own new rendering and puts it in place.
import { perform, worthStaging } from "./director.js";
import { glide } from "./gliding.js";
import { keepLine, lose } from "./line.js";
import { patchChildren } from "./patch.js";
import { say, tellProblem } from "./say.js";

let asking = false;
let again = false;
let leaving = false; // a form leads elsewhere, and brings who the reader is from now on: no news may cut it off

export function follow() {
  const table = document.getElementById("table");
  if (!table) return;
  document.addEventListener("focusin", ({ target }) => (focused = remember(target)));
  document.addEventListener("submit", stayHere);
  window.addEventListener("submit", (event) => (leaving ||= !event.defaultPrevented));
  keepLine(() => listen(table), () => refresh(() => ({})));
  if (table.dataset.stream) document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
}

// A small act that leads back to this table does not cost the reader the open tab and the focus.
function stayHere(event) {
  if (event.defaultPrevented || !/\/tables\/[^/]+\/(undo|consent|passes)$/.test(event.target.action)) return;
  event.preventDefault();
  for (const menu of document.querySelectorAll(".menu[open]")) menu.open = false;
  send(event.target);
}

function listen(table) {
  if (!table.dataset.stream) return null;
  const stream = new EventSource(table.dataset.stream);
  stream.addEventListener("position", (event) => {
    const news = JSON.parse(event.data);
    if (news.table !== table.dataset.table) return;
    document.dispatchEvent(new CustomEvent("spyring:position", { detail: news }));
    newest = news;
    keepUp();
  });
  stream.addEventListener("chat", (event) => document.dispatchEvent(new CustomEvent("spyring:chat", { detail: JSON.parse(event.data) })));
  return stream;
}

// Ask for what the stream has told of, unless it is shown already, or a form is on its way: its answer brings it.
let newest = { number: -1, revision: -1 };

function keepUp() {
  const shown = document.getElementById("table").dataset;
  if (under === 0 && (newest.number > Number(shown.number) || newest.revision > Number(shown.revision))) refresh();
}

// Ask for the new rendering, and answer whether it came. For a page that says it shows nothing it is the whole page, with all that was said meanwhile.
export async function refresh(shown = shownSoFar) {
  if (asking) {
    again = true;
    return true;
  }
  asking = true;
  try {
    do {
      again = false;
      const answer = await fetch(location.href, { headers: { accept: "text/html", ...shown() } });
      if (passing(answer)) throw new Error(answer.statusText);
      if (!answer.ok) return leaving || location.reload(); // the game was stopped: a new page says so
      await show(await answer.text());
    } while (again);
    return true;
  } catch {
    lose();
    return false;
  } finally {
    asking = false;
  }
}

// Whether an answer is about the moment: a server that starts again, a proxy without one, too many requests.
const passing = (answer) => answer.status >= 500 || answer.status === 429;

// The page says how much of the log it shows, and gets the frame of the table with what is new.
const shownSoFar = () => ({ "spyring-shown": document.getElementById("table").dataset.number });

// Another address of the same table: a step of a replay.
export async function load(href) {
  const answer = await fetch(href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer || passing(answer)) return lose(0);
  if (!answer.ok) return;
  if (answer.redirected && href === location.href) history.replaceState(null, "", answer.url);
  await show(await answer.text());
}

// Send a form as the browser would, and show the table that comes back. If others have decided meanwhile, and the reader is asked the same as before with
// the same choices, as where all decide at once, the move is meant as it was: it is sent once more; but not the second click of a double one.
let sent = 0;
let under = 0;

export async function send(form, extra = {}, once = true) {
  const [asked, mine, alone] = [question(document), (sent += 1), under === 0];
  under += 1;
  const answered = await post(form, extra).finally(() => {
    under -= 1;
    keepUp();
  });
  const same = answered && document.getElementById("table").dataset.stream && once && alone && mine === sent && asked === question(document) && document.querySelector(`#choices [data-choice][value="${CSS.escape(extra.move ?? "")}"]`);
  if (same) await send(same.form, extra, false);
}

// Whether the table had moved on, so that nothing was done.
async function post(form, extra) {
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of Object.entries(extra)) body.set(name, value);
  const headers = { accept: "text/html", ...shownSoFar() };
  const answer = await fetch(form.action, { method: "POST", body, headers }).catch(() => null);
  const text = answer && (await answer.text().catch(() => null));
  if (!text) return unsent("");
  if (answer.redirected && !answer.url.startsWith(location.origin + location.pathname)) {
    location.href = answer.url;
    return;
  }
  if (answer.redirected) history.replaceState(null, "", answer.url);
  await show(text);
  return Boolean(extra.move) && answer.ok && !answer.redirected;
}

const question = (root) => [root.getElementById("sentence")?.textContent.replace(/\s+/g, " ").trim(), ...movesIn(root)].join();
const movesIn = (root) => [...root.querySelectorAll("#choices [data-choice]")].map(({ value }) => value);

// One after another: a rendering waits until the pieces of the one before it have arrived.
let shown = Promise.resolve();
const show = (html) => (shown = shown.catch(() => {}).then(() => put(html)));

async function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const next = fresh.getElementById("table");
  const table = document.getElementById("table");
  if (!next) return unsent(html);
  if (next.dataset.status !== table.dataset.status && table.dataset.status === "open") return leaving || location.reload();
  if (Number(next.dataset.number) < Number(table.dataset.number) && !next.dataset.step) return;
  const [after, until] = [Number(table.dataset.number), Number(next.dataset.number)];
  const more = next.querySelectorAll("#log [data-n]");
  const happened = [...more].filter((line) => Number(line.dataset.n) > after && Number(line.dataset.n) <= until);
  const following = next.dataset.step ? until === after + 1 : until > after;
  if (following && worthStaging(next, happened) && !sameChoices(next)) await perform(next, after, until, (scene) => addLines(next, scene));
  const before = { number: lastLine(), sentence: sentence() };
  await glide(next, () => swap(table, next));
  announce(before);
}

// Whoever is asked the same as before is not kept from answering.
function sameChoices(next) {
  const now = movesIn(document).join();
  return now !== "" && now === movesIn(next).join();
}

// The table stands as it stood: say why, and let the reader choose again.
function unsent(html) {
  const lost = !tellProblem(html);
  if (lost) lose(0);
  document.dispatchEvent(new CustomEvent("spyring:unsent", { detail: lost }));
}

function swap(table, next) {
  document.dispatchEvent(new CustomEvent("spyring:leaving"));
  for (const { name, value } of next.attributes) table.setAttribute(name, value);
  for (const part of next.querySelectorAll("[data-region]")) {
    const old = document.getElementById(part.id);
    if (!old) continue;
    const scroll = old.scrollTop;
    if (!part.hasAttribute("role")) old.className = part.className;
    if (part.hasAttribute("data-more")) addLines(next);
    else patchChildren(old, part, true);
    old.scrollTop = scroll;
  }
  const ending = next.querySelector("#ending");
  if (ending && !document.getElementById("ending")) document.getElementById("main").append(ending);
  document.dispatchEvent(new CustomEvent("spyring:shown"));
  restore();
}

// Lines of the log that are not shown yet, up to those of a scene; lines that came by another way are not added twice.
function addLines(next, scene = null) {
  const last = lastLine();
  const until = scene ? place(scene.number, scene.at) : Infinity;
  const lines = [...next.querySelectorAll("#log [data-n]")].filter((line) => placeOf(line) > last && placeOf(line) <= until);
  document.querySelector("#log ol").append(...lines.map((line) => line.cloneNode(true)));
  if (scene) document.dispatchEvent(new CustomEvent("spyring:lines"));
}

const place = (number, at) => Number(number) * 1000 + Number(at);
const placeOf = (line) => place(line.dataset.n, line.dataset.at);

// Where the focus was last, also when what had it is gone meanwhile: a move hides its own button.
let focused = null;

function remember(element) {
  const region = element?.closest?.("[data-region]");
  if (!region) return null;
  const marks = [...element.attributes].filter(({ name }) => name.startsWith("data-") && name !== "data-role" && name !== "data-piece");
  return { region: region.id, id: element.id, selector: marks.map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join("") };
}

// It stays where it was, or goes to the next question: what can be chosen there, or elsewhere, else the sentence that says who is waited for.
function restore() {
  const now = document.activeElement ?? document.body;
  if (!focused || (now !== document.body && holds(now))) return;
  const { region, id, selector } = focused;
  const place = document.getElementById(region);
  const wanted = [id && document.getElementById(id), selector && place?.querySelector(selector), place?.querySelector(".lit"), ...document.querySelectorAll("#hand .lit, #board .lit, #players .lit, #actions .choice"), document.getElementById("sentence")];
  for (const one of wanted) {
    if (!one || !holds(one)) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement === one) return;
  }
}

// Whether the focus stays there: what was just hidden, or can no longer be chosen, has it until the browser draws the next frame.
const holds = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(":disabled") && (one.tabIndex >= 0 || one.hasAttribute("tabindex"));

const sentence = () => document.getElementById("sentence")?.textContent.replace(/\s+/g, " ").trim() ?? "";
const lastLine = () => {
  const line = [...document.querySelectorAll("#log [data-n]")].at(-1);
  return line ? placeOf(line) : -1;
};

// The same news for the ear and the eye: the new lines are read, and what they speak of glows.
function announce(before) {
  const lines = [...document.querySelectorAll("#log [data-n]")].filter((line) => placeOf(line) > before.number);
  const news = lines.map((line) => line.textContent.trim());
  if (sentence() !== before.sentence) news.push(sentence());
  if (news.length) say(news.join(" "));
  document.dispatchEvent(new CustomEvent("spyring:news", { detail: lines }));
}
