// Calls the reader when it is their turn: by the title and the icon of the page, also while nobody looks at it.

let unread = 0;
let mine = false;
let heard = null;

export function watchTurn() {
  const table = document.getElementById("table");
  const plain = document.title;
  const icon = document.getElementById("icon");
  const usual = icon.href;
  const put = () => {
    document.title = `${unread ? `(${unread}) ` : ""}${mine ? `${icon.dataset.turn} · ` : ""}${plain}`;
    const wanted = mine ? new URL(icon.dataset.called, location.href).href : usual;
    if (icon.href !== wanted) icon.href = wanted;
  };
  const set = (asked) => {
    const begins = asked && !mine;
    mine = asked;
    put();
    if (begins) document.dispatchEvent(new CustomEvent("spyring:turn"));
  };
  // A page that is looked at says so when it has shown how the turn came about; one that is hidden as soon as it hears of it.
  document.addEventListener("spyring:shown", () => set(table.dataset.mine === "yes"));
  const listen = () => document.hidden && heard && set(heard.your_turn);
  document.addEventListener("spyring:position", ({ detail }) => {
    heard = detail;
    listen();
  });
  document.addEventListener("visibilitychange", listen);
  document.addEventListener("spyring:unread", ({ detail }) => {
    unread = detail;
    put();
  });
  mine = table.dataset.mine === "yes" && !document.hidden; // whoever opens the page sees it, and need not be called
  put();
  if (document.hidden) setTimeout(() => set(table.dataset.mine === "yes"));
}
