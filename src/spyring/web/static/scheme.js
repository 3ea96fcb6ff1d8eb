// Light or dark, and with how much motion, as this reader prefers it, before anything is drawn; else as the device does.
document.documentElement.dataset.speed = localStorage.getItem("prefer:speed") ?? "";
document.documentElement.dataset.scheme = localStorage.getItem("prefer:scheme") ?? "system";
