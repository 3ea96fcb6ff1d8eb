// The player aid lies over the table when it is wanted, open at what was asked for; where it cannot be had its page opens instead.

export function watchAid() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-aid]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.closest("details")?.removeAttribute("open");
    show(link);
  });
  document.getElementById("aid")?.addEventListener("click", ({ target, currentTarget }) => target === currentTarget && currentTarget.close());
}

async function show(link) {
  const sheet = document.getElementById("aid");
  const page = sheet.querySelector(".aid");
  if (!page.hasChildNodes()) {
    const answer = await fetch(link.href).catch(() => null);
    const found = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".aid");
    if (!found) return open(link.href, "_blank");
    page.replaceChildren(...found.childNodes);
  }
  if (!sheet.open) sheet.showModal();
  const part = link.hash && page.querySelector(link.hash);
  if (part) part.scrollIntoView();
  else sheet.scrollTop = 0;
}
