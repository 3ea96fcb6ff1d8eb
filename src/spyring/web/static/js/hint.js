// What would a good player do? A bot is asked; its answer is a small note, and what it is about is lit.
import { lose } from "./line.js";
import { spokenOf } from "./log.js";
import { drop, lower, slip, tellProblem } from "./say.js";

const WHILE_READ = 20_000;

export function watchHints() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches?.("[data-hint]")) return;
    event.preventDefault();
    ask(event.target);
  });
  for (const kind of ["spyring:shown", "spyring:leaving"]) document.addEventListener(kind, dim);
}

async function ask(form) {
  const button = form.querySelector("button");
  if (button.getAttribute("aria-busy") === "true") return;
  const at = document.getElementById("table").dataset.number;
  button.setAttribute("aria-busy", "true");
  slip(form.dataset.hint, null, WHILE_READ);
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } }).catch(() => null);
  button.removeAttribute("aria-busy");
  if (!answer) return lose(0);
  if (document.getElementById("table").dataset.number !== at) return;
  if (!answer.ok) return tellProblem(await answer.text()) || drop();
  const { move, reason, detail } = await answer.json();
  slip(`${form.dataset.advice.replace("{move}", () => move.sentence)} ${reason}`, null, WHILE_READ, detail);
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
  makeRoom(things);
}

// The note does not lie on what it speaks of: it goes to the lower edge of the stage then.
function makeRoom(things) {
  const note = document.getElementById("why").getBoundingClientRect();
  const covers = (box) => box.left < note.right && box.right > note.left && box.top < note.bottom && box.bottom > note.top;
  if (things.some((thing) => covers(thing.getBoundingClientRect()))) lower();
}

function dim() {
  document.querySelectorAll(".hinted").forEach((thing) => thing.classList.remove("hinted"));
  document.getElementById("why").style.removeProperty("top");
}
