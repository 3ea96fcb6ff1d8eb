// What a reader prefers, kept by this browser: how fast scenes go, how loud they are, and what is asked for once more.

const FIELDS = ":is(select, input)[data-prefer]";
const kept = (name) => localStorage.getItem(`prefer:${name}`);

const still = matchMedia("(prefers-reduced-motion: reduce)");
const usual = ({ usual, still: quieter }) => (still.matches && quieter) || usual; // readers who want less of everything get less

export const prefer = (name) => kept(name) ?? usual(document.querySelector(`[data-prefer="${name}"]`)?.dataset ?? {}) ?? "";

export function watchPreferences() {
  const put = () => {
    for (const field of document.querySelectorAll(FIELDS)) field.value = prefer(field.dataset.prefer);
  };
  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.(FIELDS)) return;
    localStorage.setItem(`prefer:${target.dataset.prefer}`, target.value);
    put();
    if (["scheme", "speed"].includes(target.dataset.prefer)) document.documentElement.dataset[target.dataset.prefer] = target.value;
    document.dispatchEvent(new CustomEvent("spyring:preferred", { detail: target.dataset.prefer }));
  });
  document.addEventListener("spyring:shown", put);
  put();
}
