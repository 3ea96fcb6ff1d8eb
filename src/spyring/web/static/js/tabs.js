// Tabs beside the board; on a phone they open as a sheet above their bar. The rules open at the clause that matters now.
import { lose } from "./line.js";

const phone = matchMedia("(max-width: 820px), (max-aspect-ratio: 1/1), (max-height: 580px)"); // as in table.css: phones, and low windows
const panels = ["players", "choices", "log", "rules", "talk", "notes"];

export function watchTabs() {
  const list = document.querySelector(".tablist");
  if (!list) return;
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) open(tab.getAttribute("aria-controls"), true);
  });
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll("[role=tab]")].filter((tab) => tab.offsetParent);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.focus();
    open(next.getAttribute("aria-controls"), false);
  });
  document.addEventListener("spyring:clause", async ({ detail }) => {
    open("rules", false);
    await openRules(detail);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-open-clause]");
    if (link) document.dispatchEvent(new CustomEvent("spyring:clause", { detail: link.dataset.openClause }));
    else if (phone.matches && !event.target.closest(".side, .slip")) shut();
  });
  document.addEventListener("spyring:look", () => phone.matches && shut());
  document.addEventListener("keydown", (event) => event.key === "Escape" && phone.matches && shut());
  phone.addEventListener("change", () => (phone.matches ? shut() : open("log", false)));
  if (phone.matches) shut();
}

const side = () => document.querySelector(".side");

function shut() {
  delete side().dataset.open;
  for (const tab of document.querySelectorAll("[role=tab]")) tab.setAttribute("aria-selected", "false");
}

function open(name, toggle) {
  if (phone.matches && toggle && side().dataset.open === name) return shut();
  side().dataset.open = name;
  for (const id of panels) {
    const panel = document.getElementById(id);
    if (id !== "players" && panel) panel.hidden = id !== name;
  }
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const mine = tab.getAttribute("aria-controls") === name;
    tab.setAttribute("aria-selected", String(mine));
    tab.tabIndex = mine ? 0 : -1;
  }
  if (name === "rules") openRules(document.getElementById("table").dataset.clause);
  if (name === "log") document.getElementById("log").scrollTop = 1e9;
  document.dispatchEvent(new CustomEvent("spyring:opened", { detail: name }));
}

// The ledger comes when it is first wanted, and opens at the clause that matters.
async function openRules(id) {
  const panel = document.getElementById("rules");
  if (!panel.querySelector(".rules")) {
    const answer = await fetch(panel.dataset.rules).catch(() => null);
    if (!answer) return lose(0);
    if (answer.ok) panel.replaceChildren(...new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes);
  }
  panel.querySelectorAll(".clause--now").forEach((clause) => clause.classList.remove("clause--now"));
  const clause = document.getElementById(`clause-${id}`);
  clause?.closest("details").setAttribute("open", "");
  clause?.classList.add("clause--now");
  clause?.scrollIntoView({ block: "center" });
}
