// The result comes out row by row, from the last place to the first, and nothing tells it before. A click or a key shows all of it; without animations, and where it was seen
// before, it is there at once.
import { prefer } from "./preferences.js";

const BEATS = { calm: 1400, even: 900, brisk: 500 }; // milliseconds for each row
const still = matchMedia("(prefers-reduced-motion: reduce)");
let begun = null;

export function watchEnding() {
  const tell = () => {
    const ending = document.getElementById("ending");
    if (ending && ending !== begun) reveal((begun = ending));
  };
  document.addEventListener("spyring:shown", tell);
  tell();
}

const seen = () => parseInt(localStorage.getItem(`seen:${document.getElementById("table").dataset.table}`) ?? -1) >= Number([...document.querySelectorAll("#log [data-n]")].at(-1)?.dataset.n ?? 0);

async function reveal(ending) {
  const beat = still.matches || seen() ? 0 : (BEATS[prefer("speed")] ?? 0);
  if (!beat) return ending.classList.add("ending--told");
  const told = new Promise((over) => {
    const skip = (event) => {
      if (event.type === "keydown" && !["Escape", "Enter", " "].includes(event.key)) return;
      for (const kind of ["click", "keydown"]) document.removeEventListener(kind, skip, true);
      over("skipped");
    };
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, skip, true);
  });
  const sound = (name) => document.dispatchEvent(new CustomEvent("spyring:revealed", { detail: name }));
  const rows = [...ending.querySelectorAll(".reveal")].reverse();
  for (const row of rows) {
    const skipped = await Promise.race([told, new Promise((over) => setTimeout(over, beat))]);
    if (skipped) break;
    row.classList.add("reveal--shown");
    if (row !== rows.at(-1)) sound("points");
  }
  ending.classList.add("ending--told");
  sound(ending.dataset.sound);
}
