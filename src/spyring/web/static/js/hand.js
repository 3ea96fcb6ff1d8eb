// On a phone the cards of a hand lie as a fan: all of them within the window, each with a strip to tap, however many there are.

export function watchHand() {
  const dock = document.getElementById("hand");
  const watching = new MutationObserver(() => put());
  const put = () => {
    for (const cards of dock.querySelectorAll(".cards")) {
      cards.style.removeProperty("--fan");
      if (getComputedStyle(cards).display === "grid") continue; // a game may lay them in rows
      const things = [...cards.children];
      const wide = things.reduce((sum, thing) => sum + thing.offsetWidth, 0);
      const room = dock.getBoundingClientRect().right - 8 - (things[0]?.getBoundingClientRect().left + dock.scrollLeft);
      const gap = (room - wide) / (things.length - 1);
      if (things.length > 1 && gap < parseFloat(getComputedStyle(things[1]).marginLeft)) cards.style.setProperty("--fan", `${gap}px`);
    }
    watching.takeRecords(); // its own changes
  };
  watching.observe(dock, { childList: true, subtree: true, attributeFilter: ["style"] });
  new ResizeObserver(put).observe(dock);
}
