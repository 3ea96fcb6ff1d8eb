// Moments in the zone and the words of the reader; forms learn the zone.
const DAY = 86400000;

export function showTimes() {
  const { lang } = document.documentElement;
  const clock = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit" });
  const date = new Intl.DateTimeFormat(lang, { weekday: "long", day: "numeric", month: "long" });
  const near = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const midnight = (at) => new Date(at).setHours(0, 0, 0, 0);
  for (const time of document.querySelectorAll("time[data-local]")) {
    const at = new Date(time.dateTime);
    const days = Math.round((midnight(at) - midnight(Date.now())) / DAY);
    const day = days === 0 || days === 1 ? near.format(days, "day") : date.format(at);
    time.textContent = `${day.charAt(0).toLocaleUpperCase(lang)}${day.slice(1)}, ${clock.format(at)}`;
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const field of document.querySelectorAll("[data-zone]")) if (timeZone) field.value = timeZone;
}
