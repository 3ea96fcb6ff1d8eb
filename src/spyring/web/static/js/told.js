// Whoever leaves the table to a bot is not gone unnoticed: the others are told once, when it happens.
import { slip } from "./say.js";

const told = () => new Map([...document.querySelectorAll("#players [data-told]")].map(({ dataset }) => [dataset.seat, dataset.told]));

export function watchTold() {
  let before = told();
  document.addEventListener("spyring:shown", () => {
    const now = told();
    const news = [...now].filter(([seat, text]) => before.get(seat) !== text).map(([, text]) => text);
    before = now;
    if (news.length) slip(news.join(" "));
  });
}
