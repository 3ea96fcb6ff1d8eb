// On a phone a hand may be wider than the window: a button at its edge counts what lies beyond, and leads there and back.

export function watchHand() {
  const dock = document.getElementById("hand");
  const more = document.getElementById("hand-more");
  if (!more) return;
  const put = () => {
    const { right } = dock.getBoundingClientRect();
    const edges = [...dock.querySelectorAll(":is(.cards, .tray) > *")].map((thing) => thing.getBoundingClientRect().right);
    const beyond = edges.filter((edge) => edge > right).length;
    more.hidden = !edges.some((edge) => edge + dock.scrollLeft > right);
    more.textContent = beyond ? `+${beyond} ›` : "‹";
  };
  more.addEventListener("click", () => (more.textContent === "‹" ? dock.scrollTo({ left: 0 }) : dock.scrollBy({ left: dock.clientWidth * 0.6 })));
  dock.addEventListener("scroll", put, { passive: true });
  for (const kind of ["spyring:shown", "spyring:scene"]) document.addEventListener(kind, put);
  new ResizeObserver(put).observe(dock);
}
