// What a reader prefers, kept by this browser: how fast scenes go, and what is asked for once more.

const kept = (name) => localStorage.getItem(`prefer:${name}`);

export const prefer = (name) => kept(name) ?? document.querySelector(`[data-prefer="${name}"]`)?.dataset.usual ?? "";

export function watchPreferences() {
  const put = () => {
    for (const field of document.querySelectorAll("select[data-prefer]")) field.value = prefer(field.dataset.prefer);
  };
  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.("select[data-prefer]")) return;
    localStorage.setItem(`prefer:${target.dataset.prefer}`, target.value);
    put();
    if (["scheme", "speed"].includes(target.dataset.prefer)) document.documentElement.dataset[target.dataset.prefer] = target.value;
    document.dispatchEvent(new CustomEvent("spyring:preferred", { detail: target.dataset.prefer }));
  });
  document.addEventListener("spyring:shown", put);
  put();
}
