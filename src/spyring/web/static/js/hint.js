// What would a good player do? A bot is asked; its answer stands where it covers nothing, and what it is about is lit.
import { lose } from "./line.js";
import { spokenOf } from "./log.js";
import { say, tellProblem } from "./say.js";

export function watchHints() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches?.("[data-hint]")) return;
    event.preventDefault();
    ask(event.target);
  });
  for (const kind of ["spyring:shown", "spyring:leaving"]) document.addEventListener(kind, shut);
  document.addEventListener("click", ({ target }) => target.closest?.("#advice-close") && shut());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && shut());
  document.addEventListener("spyring:shown", lightBestMove);
  lightBestMove();
}

// After a puzzle was answered.
function lightBestMove() {
  const solved = document.querySelector("#puzzle [data-light]");
  if (!solved) return;
  light(JSON.parse(solved.dataset.light));
  document.dispatchEvent(new CustomEvent("spyring:look"));
}

async function ask(form) {
  const button = form.querySelector("button");
  if (button.getAttribute("aria-busy") === "true") return;
  const at = document.getElementById("table").dataset.number;
  button.setAttribute("aria-busy", "true");
  dock(form.dataset.hint);
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } }).catch(() => null);
  button.removeAttribute("aria-busy");
  if (!answer || !answer.ok) shut();
  if (!answer) return lose(0);
  if (document.getElementById("table").dataset.number !== at) return;
  if (!answer.ok) return tellProblem(await answer.text());
  const { move, reason, detail } = await answer.json();
  dock(`${form.dataset.advice.replace("{move}", () => move.sentence)} ${reason}`, detail);
  light(move);
}

// The pieces that the move is about, and its button where it has one.
export function light({ text, fields }) {
  dim();
  const { verb, ...pairs } = fields;
  const things = spokenOf(pairs).filter((thing) => !thing.dataset.verb || thing.dataset.verb.split(" ").includes(verb));
  const buttons = document.querySelectorAll(`:is(#actions, #choices) [data-choice][value="${CSS.escape(text)}"]`);
  for (const thing of [...things, ...buttons]) thing.classList.add("hinted");
  (things[0] ?? buttons[0])?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// ``more`` is for those who open it.
function dock(text, more = "") {
  const row = document.getElementById("advice");
  const folded = row.querySelector("details");
  row.querySelector("p").textContent = text;
  Object.assign(folded, { hidden: !more, open: false });
  folded.querySelector("p").textContent = more;
  row.hidden = false;
  say(text);
}

function shut() {
  document.getElementById("advice").hidden = true;
  dim();
}

function dim() {
  document.querySelectorAll(".hinted").forEach((thing) => thing.classList.remove("hinted"));
}
