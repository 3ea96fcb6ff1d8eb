// The others are told when a player leaves the table to a bot, or takes a move back: once, for long enough to read it, whatever happens next.
import { placeOf } from "./log.js";

const A_WHILE = 8000;

const told = () => new Map([...document.querySelectorAll("#players [data-told], #ending-acts [data-told]")].map(({ dataset }) => [dataset.seat, dataset.told]));

const takenBack = () => [...document.querySelectorAll("#log .log-undone")];

let timer = 0;

// A few words for everybody at this page, for long enough to be read.
export function tell(text) {
  const paper = document.getElementById("told");
  paper.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (paper.textContent = ""), A_WHILE);
}

export function watchTold() {
  const paper = document.getElementById("told");
  let before = told();
  let struck = new Set(takenBack().map(placeOf));
  document.addEventListener("spyring:shown", () => {
    const now = told();
    const news = [...now].filter(([seat, text]) => before.get(seat) !== text).map(([, text]) => text);
    before = now;
    const { back, mine } = document.getElementById("table").dataset;
    const [first] = takenBack().filter((line) => !struck.has(placeOf(line)));
    if (first && back && mine === "no") news.push(back.replace("{move}", () => first.querySelector("span").textContent));
    struck = new Set(takenBack().map(placeOf));
    if (news.length) tell(news.join(" "));
  });
  paper.addEventListener("click", () => (paper.textContent = ""));
}
