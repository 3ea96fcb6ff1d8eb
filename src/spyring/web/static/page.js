// What every page without a board needs.
import { watchCalls } from "./js/calls.js";
import { watchForms } from "./js/forms.js";
import { watchSound } from "./js/hear.js";
import { showTimes } from "./js/times.js";
import { watchPreferences } from "./js/preferences.js";

watchForms();
watchPreferences();
watchCalls();
watchSound();
showTimes();
