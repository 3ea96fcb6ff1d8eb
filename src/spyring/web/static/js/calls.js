// How the reader is called when it is their turn: by a notification of the browser, by a push while no page is open. All of it only if wanted.
import { prefer } from "./preferences.js";

const BROWSER = "/api/v1/summons/browser";

export function watchCalls() {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  document.addEventListener("spyring:turn", notify);
  watchSwitch(document.getElementById("notify"));
  if (prefer("notify") === "on") keepUp();
}

// A page that nobody looks at says it outside of itself.
async function notify() {
  const says = document.getElementById("table")?.dataset.says;
  if (!says || !document.hidden || prefer("notify") !== "on" || self.Notification?.permission !== "granted") return;
  const how = { body: says, tag: says, icon: document.querySelector("link[rel=apple-touch-icon]").href, data: { page: location.href } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification("Spyring", how);
  else new Notification("Spyring", how).onclick = () => focus();
}

// -- the switch on the account page

function watchSwitch(field) {
  if (!field) return;
  const hint = (name) => {
    for (const text of document.querySelectorAll("[data-notify-hint]")) text.hidden = text.dataset.notifyHint !== name;
  };
  if (!self.Notification || !navigator.serviceWorker) {
    field.disabled = true;
    return hint("missing");
  }
  const allowed = () => Notification.permission === "granted";
  field.value = allowed() && prefer("notify") === "on" ? "on" : "off";
  field.addEventListener("change", async () => {
    const wanted = field.value === "on" && (await Notification.requestPermission()) === "granted";
    hint(field.value === "on" && !wanted ? "denied" : "");
    field.value = wanted ? "on" : "off";
    localStorage.setItem("prefer:notify", field.value);
    await (wanted ? subscribe(field.dataset.key) : unsubscribe());
  });
}

async function subscribe(key) {
  if (!key) return;
  localStorage.setItem("push-key", key);
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);
  if (found) await tell("PUT", found);
}

async function unsubscribe() {
  const worker = await navigator.serviceWorker.getRegistration();
  const found = await worker?.pushManager.getSubscription();
  await found?.unsubscribe();
  await tell("DELETE");
}

// The server forgets a browser that signs out; who has signed in again is told of anew.
async function keepUp() {
  if (self.Notification?.permission !== "granted" || !csrf() || sessionStorage.getItem("listens") === csrf()) return;
  sessionStorage.setItem("listens", csrf());
  await subscribe(localStorage.getItem("push-key"));
}

const csrf = () => document.querySelector("meta[name=csrf-token]").content;

function tell(method, subscription = null) {
  const headers = { "content-type": "application/json", "x-csrf-token": csrf() };
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  const body = subscription ? JSON.stringify({ endpoint, keys }) : undefined;
  return fetch(BROWSER, { method, headers, body }).catch(() => null);
}
