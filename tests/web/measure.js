// What the layout tests measure on a page.
({
    // The fullest hand that can be, whatever was dealt.
    fill(most) {
        const cards = document.querySelector("#hand .cards");
        while (cards.children.length < most) cards.append(cards.firstElementChild.cloneNode(true));
        cards.className = cards.className.replace(/of-\d+/, `of-${most}`);
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

    // Marks on the boards of Estoril that cover each other, or what a tile says: flag, points, strength, name.
    covered() {
        const marksOf = ".peek, .stamp, .numeral, .prize, .space > .cube, .place-name, .place-note, .ring, .marked";
        const box = (mark) => {
            const seen = mark.getBoundingClientRect();
            const [w, h] = mark.matches(".stamp") ? [mark.offsetWidth, mark.offsetHeight] : [seen.width, seen.height];
            const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
            return { what: mark.className, l: x - w / 2, r: x + w / 2, t: y - h / 2, b: y + h / 2 };
        };
        const zones = (tile) => {
            const { l, t, r } = box(tile);
            const unit = (r - l) / 100;
            const zone = (what, x1, y1, x2, y2) => ({ what, l: l + x1 * unit, t: t + y1 * unit, r: l + x2 * unit, b: t + y2 * unit });
            return [
                zone("flag", 6, 8, 29, 30),
                zone("points", 75, 5, 95, 25),
                zone("strength", 3, 74, 24, 97),
                zone("name", 32, tile.querySelector(".tile-name + .tile-name") ? 74 : 86, 97, 97),
            ];
        };
        const wide = (one, other) => Math.min(one.r, other.r) - Math.max(one.l, other.l);
        const high = (one, other) => Math.min(one.b, other.b) - Math.max(one.t, other.t);
        const found = [];
        for (const place of document.querySelectorAll(".place")) {
            const marks = [...place.querySelectorAll(marksOf)].map(box);
            const said = [...place.querySelectorAll(".tile:not(.tile--back), .tile-corner")].flatMap(zones);
            marks.forEach((mark, at) => {
                for (const other of [...marks.slice(at + 1), ...said]) {
                    if (Math.min(wide(mark, other), high(mark, other)) > 1.5) found.push(`${place.dataset.board}: ${mark.what} over ${other.what}`);
                }
            });
        }
        return found;
    },

    // The ribbon: width of the sentence, height of the whole, rows of buttons.
    ribbon() {
        const box = (found) => found.getBoundingClientRect();
        const buttons = [...document.querySelectorAll("#actions button")].filter((button) => button.offsetParent);
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
})
