// What the page says: aloud through the live region, and on the slip that tells why something cannot be done now.

export function say(text) {
  const live = document.getElementById("say");
  if (live) live.textContent = text;
}

export async function whyNot(move) {
  const table = document.getElementById("table");
  let answer = null;
  if (move && table.dataset.why) {
    const address = new URL(table.dataset.why, location.href);
    address.searchParams.set("move", move);
    const found = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
    if (found?.ok) answer = await found.json();
  }
  const question = document.getElementById("sentence").cloneNode(true);
  question.querySelector(".sentence-mark")?.remove();
  const sentence = question.textContent.trim();
  slip(answer?.reason ?? sentence, answer?.clause ?? null);
}

// A page that refuses, told on the slip; false if it is none of ours.
export function tellProblem(html) {
  const problem = new DOMParser().parseFromString(html, "text/html").querySelector("[data-problem]");
  if (problem) slip(problem.textContent.trim(), problem.dataset.clause || null);
  return problem !== null;
}

// A slip goes away by itself, unless somebody has a hand on it; whatever happens next makes it wrong, so that ends it as well.
const A_WHILE = 5000;
let timer = 0;

export function slip(text, clause = null, time = A_WHILE) {
  const paper = document.getElementById("why");
  document.getElementById("why-text").textContent = text;
  const link = document.getElementById("why-clause");
  link.hidden = !clause;
  link.textContent = clause ?? "";
  link.onclick = (event) => {
    event.preventDefault();
    drop();
    document.dispatchEvent(new CustomEvent("spyring:clause", { detail: clause }));
  };
  if (!paper.matches(":popover-open")) paper.showPopover();
  if (document.getElementById("lesson")) lower();
  wait(time);
}

// To the lower edge of the stage, where it covers neither what it speaks of nor what a lesson says.
export function lower() {
  const paper = document.getElementById("why");
  const stage = document.getElementById("main").getBoundingClientRect();
  paper.style.setProperty("top", `${Math.max(stage.top + 4, stage.bottom - paper.offsetHeight - 8)}px`);
}

function wait(time) {
  clearTimeout(timer);
  timer = setTimeout(() => (document.querySelector("#why:hover, #why:focus-within") ? wait(time) : drop()), time);
}

export function drop() {
  clearTimeout(timer);
  const paper = document.getElementById("why");
  if (paper?.matches(":popover-open")) paper.hidePopover();
}

export function watchSlip() {
  for (const kind of ["spyring:shown", "spyring:leaving"]) document.addEventListener(kind, drop);
  document.addEventListener("keydown", (event) => event.key === "Escape" && drop());
}
