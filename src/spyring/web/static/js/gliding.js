// Pieces that lie elsewhere afterwards glide there: the browser knows them by name before and after. Inside a drawing it does not: such a piece is
// put back to where it was for a moment, and let go.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = { duration: 320, easing: "cubic-bezier(.3, 0, .2, 1)" };

export async function glide(next, change) {
  const unseen = document.visibilityState !== "visible" || next.querySelector(".ending"); // it lies over the board, and pieces would glide over it
  const movers = still.matches || unseen ? [] : moving(next);
  const inDrawing = [...pieces(document)].filter(([id, piece]) => movers.includes(id) && drawn(piece)).map(([id]) => id);
  const others = movers.filter((id) => !inDrawing.includes(id));
  const from = middles(inDrawing);
  if (!document.startViewTransition || !others.length) {
    change();
    await letGo(from);
    return;
  }
  name(others);
  const transition = document.startViewTransition(() => {
    change();
    name(others);
    letGo(from);
  });
  transition.ready.catch(() => {}); // skipped, for instance because the window is hidden
  await transition.finished.catch(() => {});
  name([]);
}

const drawn = (piece) => piece instanceof SVGElement && piece.ownerSVGElement !== null;

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

function middles(ids) {
  const found = pieces(document);
  return new Map(ids.map((id) => [id, middle(found.get(id))]));
}

function middle(piece) {
  const box = piece.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

// In the units of the drawing that a piece lies in, which may be turned neither nor skewed.
function letGo(from) {
  const found = pieces(document);
  const glides = [...from].flatMap(([id, before]) => {
    const piece = found.get(id);
    const scale = piece && drawn(piece) ? piece.parentNode.getScreenCTM()?.a : 0;
    if (!scale) return [];
    const now = middle(piece);
    const away = `${(before.x - now.x) / scale}px ${(before.y - now.y) / scale}px`;
    return [piece.animate([{ translate: away }, { translate: "0px 0px" }], GLIDE).finished.catch(() => {})];
  });
  return Promise.all(glides);
}
