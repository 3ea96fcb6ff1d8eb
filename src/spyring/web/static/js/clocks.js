// Clocks run down between two answers of the server.

const LOW = 60; // seconds

export function watchClocks() {
  let since = performance.now();
  document.addEventListener("spyring:shown", () => {
    since = performance.now();
    tick();
  });
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-seconds]")) {
      const spent = clock.hasAttribute("data-runs") ? (performance.now() - since) / 1000 : 0;
      const left = Math.max(0, Math.round(Number(clock.dataset.seconds) - spent));
      clock.textContent = words(left);
      clock.toggleAttribute("data-low", clock.hasAttribute("data-runs") && left < LOW);
    }
  };
  setInterval(tick, 1000);
  tick();
}

function words(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  if (seconds >= 86400) return `${Math.floor(seconds / 86400)}d ${Math.floor((seconds % 86400) / 3600)}h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
