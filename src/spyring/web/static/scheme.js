// Light or dark, and how much motion, before anything is drawn.
document.documentElement.dataset.speed = localStorage.getItem("prefer:speed") ?? "";
document.documentElement.dataset.scheme = localStorage.getItem("prefer:scheme") ?? "system";
