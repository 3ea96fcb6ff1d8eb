// Talk at the table, and the private notebook, which saves itself.
import { lose } from "./line.js";
import { tellProblem } from "./say.js";

export function watchTalk() {
  document.addEventListener("spyring:chat", ({ detail }) => add(detail));
  const form = document.getElementById("talk-form");
  let sending = false;
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    const said = form.elements.text.value;
    const accepted = await post(form);
    sending = false;
    if (accepted && form.elements.text.value === said) form.elements.text.value = "";
  });
  const book = document.getElementById("notebook");
  let timer = 0;
  book?.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => save(book), 600);
  });
  addEventListener("pagehide", () => timer && save(book));
  for (const kind of ["spyring:opened", "spyring:shown", "visibilitychange"]) document.addEventListener(kind, countUnread);
  countUnread();
}

// What was said since this browser last showed the talk; the tab counts it, and so does the title of the page.
function countUnread() {
  const badge = document.getElementById("unread");
  const lines = [...document.querySelectorAll("#talk-lines [data-line]")].map(({ dataset }) => dataset.line);
  if (lines.length === 0) return;
  const kept = `read:${document.getElementById("table").dataset.table}`;
  const read = document.visibilityState === "visible" && document.getElementById("talk").checkVisibility();
  if (read) localStorage.setItem(kept, lines.at(-1));
  if (!badge) return; // as while people wait for players
  const unread = lines.length - 1 - lines.lastIndexOf(localStorage.getItem(kept));
  badge.hidden = unread === 0;
  badge.firstElementChild.textContent = unread;
  document.dispatchEvent(new CustomEvent("spyring:unread", { detail: unread }));
}

// What was said is on its way back by the stream, so where the answer leads does not matter.
async function post(form) {
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (answer?.type === "opaqueredirect") return true;
  if (!answer || !tellProblem(await answer.text().catch(() => ""))) lose(0);
  return false;
}

function save(book) {
  const body = new URLSearchParams({ text: book.value, csrf: document.querySelector("meta[name=csrf-token]").content });
  fetch(book.dataset.save, { method: "POST", body, keepalive: true }).catch(() => lose(0));
}

function add(line) {
  const list = document.getElementById("talk-lines");
  const table = document.getElementById("table");
  if (!list || line.table !== table.dataset.table || list.querySelector(`[data-line="${line.id}"]`)) return;
  list.querySelector(".hint")?.remove();
  const item = document.createElement("li");
  item.dataset.line = line.id;
  const who = document.createElement("b");
  who.textContent = line.by;
  item.append(who, ` ${line.text}`);
  if (line.answer) item.append(" ", Object.assign(document.createElement("span"), { className: "talk-answer", textContent: line.answer }));
  list.append(item);
  item.scrollIntoView({ block: "nearest" });
  countUnread();
}
