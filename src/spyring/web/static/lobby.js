// A table that waits for people: it changes as they come, and becomes the game when the last one sits down.
import { watchForms } from "./js/forms.js";
import { follow } from "./js/live.js";
import { watchTalk } from "./js/talk.js";

watchForms();
watchTalk();
follow();
