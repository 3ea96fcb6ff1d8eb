// What a thing of the hand would be worth on a place. The thing says who it is and what it is worth by itself (data-worth: "garbo:3"), a place where it would
// be worth something else (data-worths: "garbo:4 amelia:2"). Such places show it as soon as the thing is chosen, all others under the pointer and with the focus.
import { say } from "./say.js";

const MARK = "[data-preview]"; // a board may have a class "worth" of its own
const chosen = () => document.querySelector("#hand .chosen[data-worth]");

export function watchWorth() {
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, ({ target }) => preview(target.closest?.("#board .lit[data-worths]")));
  document.addEventListener("spyring:leaving", clear);
}

export function showWorth() {
  clear();
  const thing = chosen();
  if (!thing) return;
  for (const place of document.querySelectorAll("#board .lit[data-worths]")) if (worth(thing, place).more) put(place, worth(thing, place).n);
}

function preview(place) {
  const thing = chosen();
  document.querySelectorAll(".worth--passing").forEach((mark) => mark.remove());
  if (!thing || !place) return;
  const { n } = worth(thing, place);
  if (place.matches(":focus-visible")) say(thing.dataset.worthSays.replace("{n}", n));
  if (!place.querySelector(MARK)) put(place, n, " worth--passing");
}

function worth(thing, place) {
  const [label, usual] = thing.dataset.worth.split(":");
  const more = place.dataset.worths.split(" ").map((one) => one.split(":")).find(([name]) => name === label)?.[1];
  return { n: more ?? usual, more };
}

function put(place, n, kind = "") {
  const mark = Object.assign(document.createElement("span"), { className: `worth${kind}`, textContent: n, ariaHidden: "true" });
  mark.dataset.preview = "";
  place.append(mark);
}

const clear = () => document.querySelectorAll(MARK).forEach((mark) => mark.remove());
