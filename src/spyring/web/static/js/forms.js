// Forms that ask before they do what cannot be undone, and the language that changes as soon as it is chosen.

import { watchChance } from "./chance.js";

export function watchForms() {
  document.documentElement.classList.add("js");
  document.addEventListener("submit", (event) => {
    if (event.submitter?.dataset.sure && !event.defaultPrevented) ask(event);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".languages select")) event.target.form.submit();
    if (event.target.matches("[data-one-seat]") && event.target.value === "me") freeOtherSeats(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return; // what lies on top closes first
    for (const open of document.querySelectorAll("details.menu[open], :is(#board, #hand) details[open]")) {
      open.open = false;
      open.querySelector("summary").focus();
    }
  });
  watchChance();
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
    const fold = event.target.closest("[data-fold]");
    if (fold) document.getElementById(fold.dataset.fold).classList.toggle("ending--folded");
    const copy = event.target.closest("[data-copy]");
    if (copy) put(copy.dataset.copy).then(() => (copy.textContent = copy.dataset.copied), () => mark(copy));
  });
}

// A person has one seat, unless all win together: the one chosen last.
function freeOtherSeats(chosen) {
  for (const seat of chosen.form.querySelectorAll("[data-one-seat]")) if (seat !== chosen && seat.value === "me") seat.value = "person";
}

// In the page itself; closing the question means no.
let sure = null;

function ask(event) {
  const { submitter } = event;
  if (sure === submitter) return (sure = null);
  event.preventDefault();
  const sheet = document.getElementById("sure");
  document.getElementById("sure-asks").textContent = submitter.dataset.sure;
  sheet.querySelector("[value=yes]").textContent = submitter.ariaLabel ?? submitter.textContent.trim();
  sheet.returnValue = "";
  sheet.onclose = () => {
    if (sheet.returnValue !== "yes") return submitter.focus();
    sure = submitter;
    submitter.form.requestSubmit(submitter);
  };
  sheet.showModal();
}

// Where a page came without TLS, from a machine nearby, the clipboard is reached the old way: by what is marked.
async function put(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("copy");
}

// Where the browser lets nobody copy, the link is shown and marked: the reader copies it.
function mark(button) {
  const shown = [...button.parentElement.querySelectorAll("input")].find(({ value }) => value === button.dataset.copy);
  const field = shown ?? Object.assign(document.createElement("input"), { readOnly: true, value: button.dataset.copy, ariaLabel: button.dataset.byHand });
  if (!shown) button.after(field);
  field.focus();
  field.select();
  button.textContent = button.dataset.byHand;
}
