// letters.js plays with letters that are tapped into a row.

import { html, Button, lift } from './kit.js';
import { shownRound, word, isExact, isWon, changed } from './view.js';
import { board, current, kinds, saveBoards, step } from './board.js';

/** @param {string} selector */
const shownAt = selector => document.querySelector(selector);

// placesNow returns the places of the letters that were tapped, in order.
/** @type {() => number[]} */
const placesNow = current;

/** @param {number} i */
function tapLetter(i) {
  if (!shownRound().answer || placesNow().includes(i)) return;
  const land = lift(shownAt(`#board [data-place="${i}"]`));
  step([...placesNow(), i]);
  land(shownAt(`#word [data-place="${i}"]`));
}

// takeBack puts a letter of the word back to the others.
/** @param {number} i */
function takeBack(i) {
  const land = lift(shownAt(`#word [data-place="${i}"]`));
  step(placesNow().filter(place => place !== i));
  land(shownAt(`#board [data-place="${i}"]`));
}

function eraseLetter() {
  const last = placesNow().at(-1);
  if (last !== undefined) takeBack(last);
}

// mix brings numbers into a random order.
/** @param {number[]} order */
function mix(order) {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// orderOf returns the order in which the letters stand. Those of a word are mixed already; others come sorted.
/** @param {chat.RoundView} round */
function orderOf({ board: { tiles, all } }) {
  const inOrder = tiles.map((_, i) => i);
  return board().order ||= all ? inOrder : mix(inOrder);
}

export function shuffle() {
  mix(orderOf(shownRound()));
  saveBoards();
  changed();
}

/** @param {{ round: chat.RoundView }} props */
function Letters({ round }) {
  const { tiles } = round.board;
  const spelt = placesNow();
  const text = spelt.map(i => tiles[i]).join('');
  return html`
    <div id="word" class=${isWon(round) && isExact(round) ? 'right' : ''} role="group" aria-label=${word('word', { word: text })}>
      ${spelt.map(i => html`<${Button} key=${i} data-place=${i} aria-label=${word('back', { letter: tiles[i] })} off=${!round.answer} onClick=${() => takeBack(i)}>${tiles[i]}<//>`)}
    </div>
    <div id="board" class="letters" role="group" aria-label=${word('letters')}>
      ${orderOf(round).map(i => spelt.includes(i)
        ? html`<div class="hole" key=${i} data-place=${i}></div>`
        : html`<${Button} key=${i} class="tile" data-place=${i} off=${!round.answer} onClick=${() => tapLetter(i)}>${tiles[i]}<//>`)}
    </div>`;
}

kinds.letters = {
  start: () => [],
  Draw: Letters,
  shuffle,

  answer() {
    const { tiles, all } = shownRound().board;
    const text = placesNow().map(i => tiles[i]).join('').toLowerCase();
    return text && (!all || text.length === tiles.length) ? { text, label: all ? '' : String(text.length) } : null;
  },

  key(key) {
    const { tiles } = shownRound().board;
    const i = tiles.findIndex((letter, i) => letter.toLowerCase() === key.toLowerCase() && !placesNow().includes(i));
    if (key === 'Backspace') eraseLetter();
    else if (key === ' ') shuffle();
    else if (key === 'Escape' && placesNow().length) step([]);
    else if (i >= 0) tapLetter(i);
    // A letter that is not there does nothing, and is no command either.
    else return /^[a-z]$/i.test(key);
    return true;
  },
};
