// The replay: slider, steps and viewpoints without leaving the page; the address always leads back to the same position.
import { load } from "./live.js";

export function watchReplay() {
  if (!document.getElementById("replay")) return;
  document.addEventListener("input", (event) => event.target.id === "step" && later(event.target.form));
  document.addEventListener("change", (event) => event.target.id === "viewpoint" && go(address(event.target.form)));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step-to]");
    if (!link) return;
    event.preventDefault();
    go(link.href);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea")) return;
    const link = { Home: 0, ArrowLeft: 1, PageUp: 2, PageDown: 3, ArrowRight: 4, End: 5 }[event.key];
    if (link === undefined) return;
    event.preventDefault();
    go(document.querySelectorAll("a[data-step-to]")[link].href);
  });
}

let timer = 0;

function later(form) {
  clearTimeout(timer);
  timer = setTimeout(() => go(address(form)), 120);
}

const address = (form) => `${form.action}?${new URLSearchParams(new FormData(form))}`;

function go(href) {
  history.replaceState(null, "", href);
  load(href);
}
