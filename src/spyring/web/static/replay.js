// A table that is looked back at: what every table needs, and the steps of the game.
import "./table.js";
import { watchReplay } from "./js/replay.js";

watchReplay();
