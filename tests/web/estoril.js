// Marks that cover each other, or what a tile says: flag, points, strength, name.
() => {
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
    const written = (name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        const { left: l, right: r, top: t, bottom: b } = text.getBoundingClientRect();
        return { l, r, t, b };
    };
    const found = [];
    for (const name of document.querySelectorAll(".place--four .place-name")) {
        if (wide(written(name), box(name.closest(".place").querySelector(".at-centre"))) > 1.5) found.push("the reward over a name");
    }
    for (const stand of document.querySelectorAll(".mission-stand")) {
        if (stand.checkVisibility() && stand.scrollWidth > stand.clientWidth + 1) found.push("how a mission stands for the next seat over it");
    }
    for (const flags of document.querySelectorAll(".margin .mission-flags")) {
        const stands = [...flags.closest(".mission").querySelectorAll(".mission-stand")].filter((stand) => stand.checkVisibility());
        if (stands.map(box).some((stand) => Math.min(wide(box(flags), stand), high(box(flags), stand)) > 1.5)) found.push("how a mission stands over its flags");
    }
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
}
