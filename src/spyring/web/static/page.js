// What every page without a board needs.
import { watchForms } from "./js/forms.js";

watchForms();
