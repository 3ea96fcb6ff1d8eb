// Pan and pinch on the board; with the keyboard + and -, with the wheel and Ctrl. Double tap goes back to the whole.

let scale = 1;
let x = 0;
let y = 0;
const held = new Map();

export function watchPan() {
  const stage = document.querySelector(".stage");
  if (!stage) return;
  const layer = stage.querySelector(".stage-pan");
  const put = () => {
    scale = Math.min(4, Math.max(1, scale));
    x = Math.min(0, Math.max(x, stage.clientWidth * (1 - scale)));
    y = Math.min(0, Math.max(y, stage.clientHeight * (1 - scale)));
    layer.style.setProperty("transform", scale === 1 ? "none" : `translate(${x}px, ${y}px) scale(${scale})`);
  };
  const zoom = (factor, atX, atY) => {
    const before = scale;
    scale = Math.min(4, Math.max(1, scale * factor));
    x = atX - ((atX - x) * scale) / before;
    y = atY - ((atY - y) * scale) / before;
    put();
  };
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = stage.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  stage.addEventListener("pointerdown", (event) => event.pointerType !== "mouse" && held.set(event.pointerId, event));
  stage.addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last) return;
    const box = stage.getBoundingClientRect();
    if (held.size === 1) {
      x += event.clientX - last.clientX;
      y += event.clientY - last.clientY;
      put();
    } else {
      const other = [...held.values()].find(({ pointerId }) => pointerId !== event.pointerId);
      const far = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      zoom(far(event) / Math.max(1, far(last)), (event.clientX + other.clientX) / 2 - box.left, (event.clientY + other.clientY) / 2 - box.top);
    }
    held.set(event.pointerId, event);
  });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (event) => held.delete(event.pointerId));
  stage.addEventListener("dblclick", (event) => {
    if (event.target.closest(".lit")) return;
    const box = stage.getBoundingClientRect();
    if (scale > 1) zoom(1 / scale, 0, 0);
    else zoom(2, event.clientX - box.left, event.clientY - box.top);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey) return;
    const factor = { "+": 1.25, "-": 0.8, 0: 1 / scale }[event.key];
    if (factor) zoom(factor, stage.clientWidth / 2, stage.clientHeight / 2);
  });
}
