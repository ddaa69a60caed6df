// numbers.js plays with numbers that are joined two at a time, or typed as a calculation.

import { html, Button, lift, shake } from './kit.js';
import { given, isGoal, join, readable, signs, typeset, used } from './arithmetic.js';
import { state, shownRound, word, notice, isWon, changed } from './view.js';
import { board, current, kinds, step, tryOn } from './board.js';
import { submit } from './server.js';

/** @typedef {(page.Fraction | null)[]} Numbers */

// numbersNow returns what stands on the board; null: a hole.
/** @type {() => Numbers} */
const numbersNow = current;

// aloud returns the name of a number for screen readers: "8 thirds".
/** @param {page.Fraction} number */
function aloud({ n, d }) {
  if (d === 1n) return readable(n);
  const [over, ...parts] = word('over', { n: readable(n), d }).split('|');
  return n !== 1n && parts[Number(d) - 2] || over;
}

// NumberOf draws a number. The parts of a fraction are no text of their own: people who hear the page, or who say what
// they press, know the fraction by its name.
/** @param {{ number: page.Fraction }} props */
function NumberOf({ number }) {
  if (number.d === 1n) return readable(number.n);
  return html`<span class="fraction"><span data-text=${readable(number.n)}></span><span data-text=${String(number.d)}></span></span>`;
}

/** @param {number} i */
const tileAt = i => document.querySelectorAll('#board > *')[i];

/** @param {number} i */
function tapNumber(i) {
  const here = board();
  here.typed = '';
  state.notice = '';
  if (!numbersNow()[i] || !shownRound().answer) return;
  if (here.sign && here.selected !== i) return joinWith(i);
  here.selected = i;
  here.sign = '';
  changed();
}

// joinWith joins the selected number with another one. What they make stands where the other one was, and the selected
// one flies there.
/** @param {number} i */
function joinWith(i) {
  const here = board();
  const numbers = [...numbersNow()];
  const from = /** @type {number} */ (here.selected);
  const [a, b] = /** @type {page.Fraction[]} */ ([numbers[from], numbers[i]]);
  const made = join(a, here.sign, b);
  const { whole, all, inOrder, goal = '' } = shownRound().board;
  // Tiles that keep their order can only be joined to the next one.
  const isApart = inOrder && (from > i || numbers.slice(from + 1, i).some(Boolean));
  const isRefused = whole && made && (made.d !== 1n || made.n <= 0n);
  if (!made || isRefused || isApart) {
    here.sign = '';
    shake(tileAt(i));
    return notice(isApart ? 'order' : made ? 'whole' : 'zero');
  }
  const land = lift(tileAt(from));
  numbers[from] = null;
  numbers[i] = made;
  step(numbers);
  here.selected = i;
  const isLast = numbers.filter(Boolean).length === 1;
  if (all && isLast && isGoal(made, goal)) submit(made.text);
  else if (all && isLast) state.notice = word('missed', { n: aloud(made), goal });
  changed();
  land(tileAt(i));
  if (all && isLast && !isGoal(made, goal)) shake(tileAt(i));
}

/** @param {string} sign */
function chooseSign(sign) {
  const here = board();
  if (here.selected === null) return notice('first');
  here.sign = here.sign === sign ? '' : sign;
  state.notice = '';
  changed();
}

// typeNumber replaces the calculation that is typed on a keyboard. Such a calculation uses the puzzle's own numbers.
/** @param {string} text */
function typeNumber(text) {
  const here = board();
  tryOn();
  here.typed = text;
  here.selected = null;
  here.sign = '';
  state.notice = '';
  changed();
}

/** @param {{ number: page.Fraction, i: number, isUsed: boolean, round: chat.RoundView }} props */
function Tile({ number, i, isUsed, round }) {
  const here = board();
  const text = readable(number.n) + (number.d === 1n ? '' : number.d);
  const size = text.length > 7 ? ' longer' : text.length > 4 ? ' long' : '';
  const isRight = isWon(round) && (number.made && isGoal(number, round.board.goal));
  return html`<${Button} class=${'tile' + (number.made ? ' made' : '') + size + (isRight ? ' won' : '') + (isUsed ? ' used' : '')}
    aria-pressed=${String(here.selected === i)} aria-label=${aloud(number)} off=${!round.answer} onClick=${() => tapNumber(i)}><${NumberOf} number=${number} /><//>`;
}

// shownNumbers returns what stands on the board. A calculation that is typed uses the puzzle's own numbers. A puzzle
// that was solved by typing, or in another tab, shows the number that it made.
/** @param {chat.RoundView} round @returns {Numbers} */
function shownNumbers(round) {
  const { typed, steps } = board();
  const { all, goal = '', tiles } = round.board;
  /** @param {page.Fraction | null} number */
  const made = number => number?.made && isGoal(number, goal);
  if (isWon(round) && all && !numbersNow().some(made)) return tiles.map((_, i) => i ? null : { ...given(goal), made: true });
  return typed && !isWon(round) ? /** @type {Numbers} */ (steps[0]) : numbersNow();
}

/** @param {{ round: chat.RoundView }} props */
function Numbers({ round }) {
  const { tiles, inOrder, operators = '' } = round.board;
  const here = board();
  const numbers = shownNumbers(round);
  const isTyped = here.typed && !isWon(round);
  const taken = isTyped ? used(tiles, here.typed) : [];
  return html`
    <div id="board" class=${'tiles' + (inOrder ? ' row' : tiles.length === 4 ? ' two' : '')} role="group" aria-label=${word('numbers')}>
      ${numbers.map((number, i) => number ? html`<${Tile} number=${number} i=${i} isUsed=${taken[i]} round=${round} />` : html`<div class="hole"></div>`)}
    </div>
    <div class="signs" role="group" aria-label=${word('signs')}>
      ${[...operators].map(sign => html`<${Button} aria-label=${word('sign' + sign)} aria-pressed=${String(here.sign === sign)} off=${!round.answer} onClick=${() => chooseSign(sign)}>${signs[sign]}<//>`)}
    </div>`;
}

/** @type {Record<string, string>} */
const typedSigns = { x: '*', '×': '*', ':': '/', '÷': '/', '−': '-' };

kinds.tiles = {
  start: ({ tiles }) => tiles.map(given),

  Draw: Numbers,

  // answer returns what the button sends; null: there is nothing to send.
  answer() {
    const { typed, selected } = board();
    if (typed && !isWon(shownRound())) return { text: typed };
    if (shownRound().board.all) return null;
    const chosen = numbersNow()[selected ?? -1] || numbersNow().filter(number => number?.made).at(-1);
    return chosen?.made ? { text: chosen.text, label: readable(chosen.n) } : null;
  },

  // line is the calculation so far.
  line() {
    const { typed, selected, sign } = board();
    const chosen = numbersNow()[selected ?? -1];
    if (typed) return typeset(typed) + '▏';
    return chosen ? typeset(chosen.text) + (sign ? ` ${signs[sign]} …` : '') : '';
  },

  key(key) {
    const { typed } = board();
    const sign = typedSigns[key] || key;
    const isTyped = /^[0-9()]$/.test(sign) || (shownRound().board.operators || '').includes(sign);
    if (isTyped && shownRound().answer) typeNumber(typed + sign);
    else if (key === 'Backspace' && typed) typeNumber(typed.slice(0, -1));
    else if (key === 'Escape' && typed) typeNumber('');
    else if (key === 'Enter' && typed && !isWon(shownRound())) submit(typed);
    else return isTyped;
    return true;
  },
};
