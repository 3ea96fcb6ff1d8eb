// Light or dark as this reader prefers it, before anything is drawn; else as the device does.
document.documentElement.dataset.scheme = localStorage.getItem("prefer:scheme") ?? "system";
