// Pieces that lie elsewhere afterwards glide there: the browser knows them by name before and after.

const still = matchMedia("(prefers-reduced-motion: reduce)");

export async function glide(next, change) {
  const movers = still.matches || document.visibilityState !== "visible" ? [] : moving(next);
  if (!document.startViewTransition || !movers.length) return change();
  name(movers);
  const transition = document.startViewTransition(() => {
    change();
    name(movers);
  });
  transition.ready.catch(() => {}); // skipped, for instance because the window is hidden
  await transition.finished.catch(() => {});
  name([]);
}

const pieces = (root) => new Map([...root.querySelectorAll("#board [data-piece], #hand [data-piece]")].map((piece) => [piece.dataset.piece, piece]));

// Where a piece lies: its region, and the spot in it.
const spot = (piece) => `${piece.closest("[data-region]")?.id} ${piece.closest("[data-spot]")?.dataset.spot ?? ""}`;

function moving(next) {
  const before = pieces(document);
  return [...pieces(next)].filter(([id, piece]) => before.has(id) && spot(before.get(id)) !== spot(piece)).map(([id]) => id);
}

function name(movers) {
  for (const [id, piece] of pieces(document)) piece.style.viewTransitionName = movers.includes(id) ? id.replace(/[^\w-]/g, "_") : "";
}
