// Whoever leaves the table to a bot is not gone unnoticed: the others are told once, for long enough to read it, whatever happens next at the table.

const A_WHILE = 8000;

const told = () => new Map([...document.querySelectorAll("#players [data-told], #ending-acts [data-told]")].map(({ dataset }) => [dataset.seat, dataset.told]));

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
  document.addEventListener("spyring:shown", () => {
    const now = told();
    const news = [...now].filter(([seat, text]) => before.get(seat) !== text).map(([, text]) => text);
    before = now;
    if (news.length) tell(news.join(" "));
  });
  paper.addEventListener("click", () => (paper.textContent = ""));
}
