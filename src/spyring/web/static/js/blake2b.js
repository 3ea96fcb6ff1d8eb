// BLAKE2b (RFC 7693) with a key and a personalisation: browsers have no digest where a page came without TLS.
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDER = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => parseInt(digit, 16)));
const LANES = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
const BLOCK = 128;
const ROUNDS = 12;

const word = (value) => BigInt.asUintN(64, value);
const turned = (value, by) => word((value >> by) | (value << (64n - by)));
const words = (data) => Array.from({ length: data.length / 8 }, (_, at) => new DataView(data.buffer, data.byteOffset).getBigUint64(at * 8, true));

function mix(v, [a, b, c, d], x, y) {
  v[a] = word(v[a] + v[b] + x);
  v[d] = turned(v[d] ^ v[a], 32n);
  v[c] = word(v[c] + v[d]);
  v[b] = turned(v[b] ^ v[c], 24n);
  v[a] = word(v[a] + v[b] + y);
  v[d] = turned(v[d] ^ v[a], 16n);
  v[c] = word(v[c] + v[d]);
  v[b] = turned(v[b] ^ v[c], 63n);
}

function compress(h, block, count, last) {
  const m = words(block);
  const v = [...h, ...IV];
  v[12] ^= BigInt(count);
  if (last) v[14] = word(~v[14]);
  for (let round = 0; round < ROUNDS; round++) {
    const order = ORDER[round % ORDER.length];
    LANES.forEach((lane, at) => mix(v, lane, m[order[2 * at]], m[order[2 * at + 1]]));
  }
  return h.map((value, at) => value ^ v[at] ^ v[at + 8]);
}

export function blake2b(data, { key = [], person = "", size = 32 } = {}) {
  const about = new Uint8Array(64);
  about.set([size, key.length, 1, 1]);
  about.set(new TextEncoder().encode(person), 48);
  let h = words(about).map((value, at) => value ^ IV[at]);
  const first = new Uint8Array(key.length ? BLOCK : 0);
  first.set(key);
  const all = new Uint8Array([...first, ...data]);
  for (let at = 0; at === 0 || at < all.length; at += BLOCK) {
    const block = new Uint8Array(BLOCK);
    block.set(all.subarray(at, at + BLOCK));
    h = compress(h, block, Math.min(at + BLOCK, all.length), at + BLOCK >= all.length);
  }
  const digest = new DataView(new ArrayBuffer(64));
  h.forEach((value, at) => digest.setBigUint64(at * 8, value, true));
  return new Uint8Array(digest.buffer, 0, size);
}

export const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// A part behind its length in eight bytes, the lowest first.
export function framed(part) {
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(part.length), true);
  return new Uint8Array([...new Uint8Array(length.buffer), ...part]);
}
