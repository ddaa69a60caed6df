// arithmetic.js works out what two numbers make, and how calculations are written. It knows no page.

/** @type {Record<string, number>} */
const ranks = { '+': 1, '-': 1, '*': 2, '/': 2, number: 3 };
/** @type {Record<string, string>} */
export const signs = { '+': '+', '-': '−', '*': '×', '/': '÷' };

/** @param {bigint | string} n */
export const readable = n => String(n).replace('-', '−');

// typeset returns a calculation as it is printed. A word stays as it is.
/** @param {string} text */
export function typeset(text) {
  if (!/^[\d\s+*/^√!()=.-]+$/.test(text)) return text;
  return text.replace(/[*/-]/g, sign => ` ${signs[sign]} `).replace(/\+/g, ' + ');
}

// given returns a number of the puzzle.
/** @param {string} text @returns {page.Fraction} */
export const given = text => ({ n: BigInt(text), d: 1n, text, rank: ranks.number, made: false });

/** @param {bigint} a @param {bigint} b */
function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

// join returns the number that two others make, with its calculation as people type it. It is null if that
// would divide by zero.
/** @param {page.Fraction} a @param {string} sign @param {page.Fraction} b @returns {page.Fraction | null} */
export function join(a, sign, b) {
  /** @type {Record<string, [bigint, bigint]>} */
  const results = {
    '+': [a.n * b.d + b.n * a.d, a.d * b.d], '-': [a.n * b.d - b.n * a.d, a.d * b.d],
    '*': [a.n * b.n, a.d * b.d], '/': [a.n * b.d, a.d * b.n],
  };
  const [n, d] = results[sign];
  if (!d) return null;
  const by = divisor(n, d) * (d < 0n ? -1n : 1n);
  const rank = ranks[sign];
  const left = a.rank < rank ? `(${a.text})` : a.text;
  const right = b.rank < rank || b.rank === rank && '-/'.includes(sign) ? `(${b.text})` : b.text;
  return { n: n / by, d: d / by, text: left + sign + right, rank, made: true };
}

/** @param {page.Fraction} number @param {string} [goal] */
export const isGoal = (number, goal) => number.d === 1n && String(number.n) === goal;

// used returns which of some tiles a typed calculation has used: each number in it takes the first free tile
// of that number.
/** @param {string[]} tiles @param {string} typed */
export function used(tiles, typed) {
  const taken = tiles.map(() => false);
  for (const number of typed.match(/\d+/g) || []) {
    const free = tiles.findIndex((tile, i) => !taken[i] && tile === number);
    if (free >= 0) taken[free] = true;
  }
  return taken;
}
