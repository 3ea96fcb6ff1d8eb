// Where does a piece belong? Pointing at it, or focusing it, rings its place and draws a line there (boards with data-ties).
import { drawn, middle } from "./walk.js";

export function watchTies() {
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, ({ target }) => tie(target.closest?.("#board [data-piece]")));
}

function tie(piece) {
  const layer = document.querySelector("#board [data-ties]");
  if (!layer) return;
  layer.replaceChildren();
  document.querySelectorAll(".tied").forEach((place) => place.classList.remove("tied"));
  const spot = piece?.closest("[data-spot]")?.dataset.spot;
  const place = spot && document.querySelector(`#board [data-near][data-spot="${CSS.escape(spot)}"]`);
  if (!place) return;
  place.classList.add("tied");
  const [from, to] = [middle(layer, piece), middle(layer, place)];
  layer.append(drawn("path", { class: "tie", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
}
