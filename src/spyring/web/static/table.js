// A table: choosing, the stream of news, the lens, tabs, pan and zoom. No rules here; the server renders every position.
import { watchChoices } from "./js/choose.js";
import { watchDirector } from "./js/director.js";
import { follow } from "./js/live.js";
import { watchLens } from "./js/lens.js";
import { watchTabs } from "./js/tabs.js";
import { watchLog } from "./js/log.js";
import { watchPan } from "./js/pan.js";
import { watchSlip } from "./js/say.js";
import { watchTalk } from "./js/talk.js";
import { watchClocks } from "./js/clocks.js";
import { watchForms } from "./js/forms.js";
import { watchPreferences } from "./js/preferences.js";
import { watchReplay } from "./js/replay.js";

document.documentElement.classList.add("js");
watchForms();
watchPreferences();
watchDirector();
watchTabs();
watchLog();
watchLens();
watchPan();
watchTalk();
watchSlip();
watchClocks();
watchChoices();
watchReplay();
follow();
