// What the layout tests measure on a page.
({
    // The fullest hand that can be, whatever was dealt.
    fill(most) {
        const cards = document.querySelector("#hand .cards");
        while (cards.children.length < most) cards.append(cards.firstElementChild.cloneNode(true));
        cards.className = cards.className.replace(/of-\d+/, `of-${most}`);
    },

    // A hand of so many cards, whatever was dealt.
    keep(count) {
        const cards = document.querySelector("#hand .cards");
        if (!cards?.children.length) return;
        while (cards.children.length > count) cards.lastElementChild.remove();
        while (cards.children.length < count) cards.append(cards.firstElementChild.cloneNode(true));
        cards.className = cards.className.replace(/of-\d+/, `of-${count}`);
    },

    // For each card whether it stays in the region of the hand, and how much of its width the next one leaves in sight.
    hand() {
        const region = document.getElementById("hand").getBoundingClientRect();
        const left = document.querySelector("#hand .secrets").getBoundingClientRect().right;
        const cards = [...document.querySelectorAll("#hand .cards > button")];
        const boxes = cards.map((card) => card.getBoundingClientRect());
        return boxes.map((box, at) => ({
            inside: box.left >= left && box.right <= region.right && box.top >= region.top && box.bottom <= region.bottom,
            share: at + 1 < boxes.length ? Math.min(1, (boxes[at + 1].left - box.left) / box.width) : 1,
            width: box.width,
        }));
    },

    // How much of the stage the board takes, in width and in height.
    room() {
        const [stage, board] = [".stage", "#board .board"].map((part) => document.querySelector(part).getBoundingClientRect());
        return [board.width / stage.width, board.height / stage.height];
    },

    // The ribbon: width of the sentence, height of the whole, rows of buttons.
    ribbon() {
        const box = (found) => found.getBoundingClientRect();
        const { bottom } = box(document.getElementById("ribbon")); // a game may let a button stand beside the card it is about
        const buttons = [...document.querySelectorAll("#actions button")].filter((button) => button.checkVisibility() && box(button).top < bottom);
        const middles = buttons.map((one) => Math.round((box(one).top + box(one).bottom) / 2));
        return [box(document.getElementById("sentence")).width, box(document.getElementById("ribbon")).height, new Set(middles).size];
    },

    // Texts that are cut off, or larger than the thing they stand in.
    cut() {
        const seen = (thing) => thing.checkVisibility() && !thing.closest(".unseen, .skip, svg, select, option, .lens, .latest") && getComputedStyle(thing.parentElement).clipPath === "none";
        const rectOf = (node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return range.getBoundingClientRect();
        };
        const frames = "button, .button, .guild, .mission, .leaf, .plaque, .player, .place-name, .place-note, .slot, .secret, td";
        const found = [];
        for (const thing of document.querySelectorAll("body *")) {
            const texts = [...thing.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
            if (!texts.length || !seen(thing)) continue;
            const { overflowX, fontSize } = getComputedStyle(thing);
            const hides = ["hidden", "clip"].includes(overflowX) && thing.scrollWidth > thing.clientWidth + 1;
            const box = (thing.closest(frames) ?? thing).getBoundingClientRect();
            const leaves = texts.map(rectOf).some((text) => text.right > box.right + 2 || text.left < box.left - 2 || text.bottom > box.bottom + parseFloat(fontSize) / 2);
            if (hides || leaves) found.push(`${thing.className || thing.tagName}: ${thing.textContent.trim().slice(0, 40)}`);
        }
        return [...new Set(found)];
    },

    // How high the letters of these things are on the screen, the smallest ones.
    letters(selector) {
        const shown = [...document.querySelectorAll(selector)].filter((thing) => thing.checkVisibility() && thing.textContent.trim());
        const size = (thing) => parseFloat(getComputedStyle(thing).fontSize) * (thing instanceof SVGElement ? Math.abs(thing.getScreenCTM().d) : 1);
        return shown.length ? Math.min(...shown.map(size)) : Infinity;
    },

    // Texts of what is played with that are smaller than this on the screen, each as its part and how large it is.
    tiny(least, regions) {
        const found = {};
        for (const thing of document.querySelectorAll(regions.split(", ").map((region) => `${region} *`).join(", "))) {
            const texts = [...thing.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
            if (!texts || !thing.checkVisibility({ opacityProperty: true }) || thing.closest(".unseen")) continue;
            const box = thing.getBoundingClientRect();
            if (box.width < 2 || box.right < 0 || box.left > innerWidth || box.bottom < 0 || box.top > innerHeight) continue;
            const size = parseFloat(getComputedStyle(thing).fontSize) * (thing instanceof SVGElement ? Math.abs(thing.getScreenCTM().d) : 1);
            const name = thing.getAttribute("class") || `${thing.parentElement.getAttribute("class")} > ${thing.tagName}`;
            if (size < least - 0.05) found[name] = Math.min(found[name] ?? 99, Math.round(size * 10) / 10);
        }
        return found;
    },

    // What can be tapped and is narrower or lower than this; on a map a tap beside a piece counts for it.
    narrow(least) {
        const found = {};
        for (const thing of document.querySelectorAll(":is(#board, #hand) :is(.lit, .reach, a, button, summary, select, input), #actions :is(button, summary), #ribbon :is(.brand, .menu > summary, .hint-form button, #point), .tablist button, #director :is(button, select)")) {
            if (!thing.checkVisibility() || thing.closest("[data-pan]")) continue;
            const box = (thing.querySelector(":scope > .hit") ?? thing).getBoundingClientRect();
            if (!box.width || box.right < 0 || box.left > innerWidth || box.bottom < 0 || box.top > innerHeight) continue;
            const side = Math.min(box.width, box.height);
            const name = thing.id || thing.getAttribute("class") || thing.tagName;
            if (side < least - 0.5) found[name] = Math.min(found[name] ?? 99, Math.round(side * 10) / 10);
        }
        return found;
    },

    // Things within these whose middle something else lies on.
    covered(things, selector) {
        const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
        const hidden = (thing, part) => !thing.contains(document.elementFromPoint(...middle(part.getBoundingClientRect())));
        return [...document.querySelectorAll(things)].filter((thing) => [...thing.querySelectorAll(selector)].some((part) => hidden(thing, part))).length;
    },

    // For each of these boards what lies on something else. Parts that one mark has in a row count as one; of letters the lines count, not the room above and below.
    overlaps(parts, boards) {
        const board = document.getElementById("board");
        const within = (box, { left, top, right, bottom }) => ({ left: Math.max(box.left, left), top: Math.max(box.top, top), right: Math.min(box.right, right), bottom: Math.min(box.bottom, bottom) });
        const clip = (thing) => (thing.ownerSVGElement && getComputedStyle(thing.ownerSVGElement).overflow !== "visible" ? thing.ownerSVGElement : board);
        const boxOf = (thing) => thing.getBoundingClientRect();
        const letters = ({ left, top, right, bottom, height }) => ({ left, right, top: top + height * .24, bottom: bottom - height * .2 });
        const named = (thing) => thing.closest("[data-piece], [data-city], [data-space], [data-spot]")?.getAttribute("aria-label") ?? thing.closest("[class]").getAttribute("class");
        const nameOf = (thing) => (thing.matches("text") ? `the name ${thing.textContent}` : `${thing.getAttribute("class")} of ${named(thing)}`);
        const common = (one, other) => [Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
        const look = (html) => {
            board.innerHTML = html;
            const things = Object.entries(parts).flatMap(([kind, selector]) =>
                [...board.querySelectorAll(selector)].filter((thing) => thing.checkVisibility()).map((thing) => ({ kind, thing, box: within(kind === "names" ? letters(boxOf(thing)) : boxOf(thing), boxOf(clip(thing))) })),
            );
            const family = (one, other) => one.kind === "marks" && other.kind === "marks" && one.thing.parentNode === other.thing.parentNode;
            return things.flatMap((one, at) => things.slice(at + 1).flatMap((other) => {
                const [across, down] = common(one.box, other.box);
                return across > 1.5 && down > 1.5 && !family(one, other) ? [`${nameOf(one.thing)} and ${nameOf(other.thing)}: ${across.toFixed(1)} by ${down.toFixed(1)}`] : [];
            }));
        };
        return boards.map(look);
    },

    // What these papers take of the map at most, over all of these boards, in units of the map.
    papers(rooms, boards) {
        const board = document.getElementById("board");
        const found = {};
        for (const html of boards) {
            board.innerHTML = html;
            const { a, d, e, f } = board.querySelector("[data-pan]").getScreenCTM();
            for (const [name, selector] of Object.entries(rooms)) {
                for (const paper of board.querySelectorAll(selector)) {
                    const { left, top, right, bottom } = paper.getBoundingClientRect();
                    const [was, now] = [found[name] ?? [Infinity, Infinity, -Infinity, -Infinity], [(left - e) / a, (top - f) / d, (right - e) / a, (bottom - f) / d]];
                    found[name] = now.map((edge, at) => Math.round((at < 2 ? Math.min : Math.max)(edge, was[at])));
                }
            }
        }
        return found;
    },

    // What is wrong with the one button that makes a move of what is chosen: its size, its text, its place, what lies on it or beneath it.
    makes(width, height, scrolled) {
        const buttons = [...document.querySelectorAll("#confirm, #verbs button")].filter((one) => one.checkVisibility());
        if (buttons.length !== 1) return [`there are ${buttons.length}`];
        const [button] = buttons;
        const box = button.getBoundingClientRect();
        const faults = [];
        if (box.width < width || box.height < height) faults.push(`it is ${box.width} by ${box.height}`);
        if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) faults.push("it leaves the screen");
        const range = document.createRange();
        range.selectNodeContents(button);
        const within = (text) => text.left >= box.left && text.right <= box.right && text.top >= box.top && text.bottom <= box.bottom;
        if (![...range.getClientRects()].every(within)) faults.push("its text leaves it");
        for (const x of [box.left + 8, (box.left + box.right) / 2, box.right - 8]) {
            const found = document.elementFromPoint(x, (box.top + box.bottom) / 2);
            if (found !== button) faults.push(`${found?.outerHTML.slice(0, 60)} lies on it`);
        }
        const others = "#sentence, .ribbon .brand, .ribbon .menu, #point, .turn-strip, section.orders, .threat, #hand .slip-card, .tablist";
        const beside = scrolled ? "" : ", #actions .choice, #unchoose"; // it sticks, and others pass beneath it
        for (const other of document.querySelectorAll(others + beside)) {
            const { left, right, top, bottom } = other.getBoundingClientRect();
            const across = Math.min(right, box.right) - Math.max(left, box.left);
            const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
            if (other.checkVisibility() && across > 1 && down > 1) faults.push(`it covers ${other.textContent.trim().slice(0, 40)}`);
        }
        return faults;
    },

    // Whether a part of something that can be chosen now can be reached without scrolling the page.
    reachable() {
        const inside = ({ left, right, top, bottom, width }) => width > 0 && left < innerWidth - 8 && right > 8 && top < innerHeight - 8 && bottom > 8;
        const shown = (thing) => inside(thing.getBoundingClientRect()) && thing.checkVisibility();
        return [...document.querySelectorAll("#hand .lit, #board .lit, #actions button:not([hidden])")].filter(shown).length;
    },
})
