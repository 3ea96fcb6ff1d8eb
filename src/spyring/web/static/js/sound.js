// The sounds of the tables, made here and loaded on demand: short, dry and quieter than speech. Every game has an instrument and a motif of its own.

export const LONGEST = 1; // second

// For pages without a board. A game says what its own instrument is like: what its notes are made of ([ratio, level, share of the length]), how its wood knocks (Hz),
// its home note (Hz), and its motif ([semitones above home, start, length], or Morse).
const PLAIN = { wave: "sine", partials: [[1, 1, 1]], wood: 760, home: 391.995, motif: [[0, 0, 0.3]] };

// Two that would be heard at once: the weightier one is.
export const WEIGHTS = { piece: 0, card: 0, shutter: 0, message: 1, points: 1, seal: 1, alarm: 2, motif: 2, turn: 3, victory: 4, defeat: 4 };

const SOUNDS = {
  card: ({ noise }) => noise(2200, 0, 0.09, 0.3, 1, 5200),
  piece: ({ noise, thump, wood }) => [noise(wood, 0, 0.06, 0.8, 6), thump(wood / 5, 0, 0.07, 0.35)],
  seal: ({ noise, thump, note }) => [noise(420, 0, 0.1, 0.5, 1), thump(130, 0, 0.16, 0.6), note(-12, 0.05, 0.5, 0.3)],
  shutter: ({ noise }) => [noise(3800, 0, 0.025, 0.4, 2), noise(2600, 0.09, 0.035, 0.35, 2)],
  message: ({ note }) => [0, 0.09, 0.18].forEach((at, beat) => note(7, at, beat === 2 ? 0.16 : 0.06, 0.3)),
  alarm: ({ note, thump }) => [note(-24, 0, 0.85, 0.7), note(-23, 0.02, 0.8, 0.25), thump(70, 0, 0.3, 0.5)],
  points: ({ note }) => [note(4, 0, 0.22, 0.3), note(9, 0.1, 0.35, 0.35)],
  turn: ({ note }) => [note(7, 0, 0.35, 0.4), note(12, 0.16, 0.5, 0.4)],
  victory: ({ note }) => [[0, 0], [4, 0.16], [7, 0.32], [12, 0.48]].forEach(([step, at]) => note(step, at, step === 12 ? 0.5 : 0.3, 0.45)),
  defeat: ({ note }) => [[3, 0], [0, 0.22], [-5, 0.44]].forEach(([step, at]) => note(step - 12, at, step < 0 ? 0.54 : 0.35, 0.5)),
  motif: ({ note, motif }) => (typeof motif === "string" ? morse(motif) : motif).forEach(([step, at, length]) => note(step, at, length, 0.4)),
};

// Dots and dashes as notes.
function morse(text, unit = 0.048) {
  let at = 0;
  return [...text].flatMap((sign) => {
    const length = { ".": unit, "-": 3 * unit }[sign];
    const start = at;
    at += length ? length + unit : 2 * unit;
    return length ? [[0, start, length]] : [];
  });
}

// Lay a sound on the line that leads to ``out``, from this time on.
export function compose(context, out, name, start, instrument = PLAIN) {
  const line = context.createGain(); // everything is over in a second
  line.gain.setValueAtTime(1, start + LONGEST - 0.05);
  line.gain.linearRampToValueAtTime(0, start + LONGEST);
  line.connect(out);
  SOUNDS[name]?.({ ...instrument, ...tools(context, line, instrument, start) });
  return line;
}

function tools(context, line, { wave, partials, home, dry, tape }, start) {
  const envelope = (at, length, level) => {
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(level, at + 0.008);
    if (dry) volume.gain.setValueAtTime(level, at + length - 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0008, at + length);
    volume.connect(line);
    return volume;
  };
  const tone = (type, pitch, at, length, level) => {
    const source = context.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(pitch, at);
    source.connect(envelope(at, length, level));
    source.start(at);
    source.stop(at + length + 0.02);
    return source.frequency;
  };
  const note = (step, from, length, level) => {
    const [pitch, at] = [home * 2 ** (step / 12), start + from];
    for (const [ratio, share, lasts] of partials) {
      const frequency = tone(wave, pitch * ratio, at, length * lasts, level * share * 0.5);
      if (!tape) continue;
      frequency.setValueAtTime(pitch * ratio * 0.94, at); // the reel comes up to speed
      frequency.exponentialRampToValueAtTime(pitch * ratio, at + 0.07);
    }
  };
  const thump = (pitch, from, length, level) => tone("sine", pitch, start + from, length, level).exponentialRampToValueAtTime(pitch / 2, start + from + length);
  const noise = (pitch, from, length, level, sharp, sweep = pitch) => {
    const at = start + from;
    const source = context.createBufferSource();
    source.buffer = hiss(context);
    const band = context.createBiquadFilter();
    Object.assign(band, { type: "bandpass" });
    band.Q.value = sharp;
    band.frequency.setValueAtTime(pitch, at);
    band.frequency.exponentialRampToValueAtTime(sweep, at + length);
    source.connect(band).connect(envelope(at, length, level));
    source.start(at, 0, length + 0.02);
  };
  return { note, thump, noise };
}

// The same noise every time.
const made = new WeakMap();

function hiss(context) {
  if (made.has(context)) return made.get(context);
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0, seed = 1962; at < samples.length; at += 1) {
    seed = (seed * 16807) % 2147483647;
    samples[at] = seed / 1073741823.5 - 1;
  }
  made.set(context, buffer);
  return buffer;
}
