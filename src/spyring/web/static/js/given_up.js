// Asks once whether to take the win or to play on.

export function watchGivenUp() {
  const root = document.documentElement;
  const table = document.getElementById("table").dataset.table;
  if (localStorage.getItem("plays-on") === table) root.classList.add("plays-on");
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-play-on]")) return;
    localStorage.setItem("plays-on", table);
    root.classList.add("plays-on");
    document.getElementById("main").focus();
  });
}
