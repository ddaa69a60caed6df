// board.js holds what a person has tapped on a puzzle. Each game's way of tapping is in numbers.js, letters.js
// and keypad.js.

import { state, keptInTab, canImprove, changed, shownRound } from './view.js';

// A board has the steps that were made, between which undo and redo move, and what is selected now. The boards
// of the latest rounds are kept as long as the tab is open, even if the page is loaded again.
/** @type {Map<string, page.Board>} */
export const boards = new Map(readBoards());
const maxBoards = 20;

// kinds has what a kind of board can do, by its name: start(board) returns what stands there before the first
// step, Draw is its component, answer() returns what is sent, and key(key) handles a key.
/** @type {Record<string, page.Kind>} */
export const kinds = {};

/** @returns {[string, page.Board][]} */
function readBoards() {
  /** @param {string} _ @param {unknown} value */
  const revive = (_, value) => typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
  try {
    /** @type {page.Board[]} */
    const stored = JSON.parse(keptInTab.get('boards'), revive);
    return stored.map(board => [board.token, board]);
  } catch { return []; }
}

export function saveBoards() {
  /** @param {string} _ @param {unknown} value */
  const plain = (_, value) => typeof value === 'bigint' ? value + 'n' : value;
  for (const token of [...boards.keys()].slice(0, -maxBoards)) if (token !== board()?.token) boards.delete(token);
  keptInTab.set('boards', JSON.stringify([...boards.values()], plain));
}

/** @param {chat.RoundView} round @returns {page.Board} */
export function boardOf(round) {
  if (!boards.has(round.token)) {
    const start = kinds[round.board.kind].start(round.board);
    boards.set(round.token, { token: round.token, steps: [start], at: 0, selected: null, sign: '', typed: '', taps: 0 });
  }
  return /** @type {page.Board} */ (boards.get(round.token));
}

// board returns the board of the puzzle that is shown. If none is shown, there is no board, whatever the type says.
export const board = () => /** @type {page.Board} */ (state.view?.round && boardOf(state.view.round));

// current returns the step that is shown. Its type depends on the kind of board.
/** @template S @returns {S} */
export const current = () => /** @type {S} */ (board().steps[board().at]);

// kind returns what the board that is shown can do.
export const kind = () => kinds[shownRound().board.kind];

// step makes a step. Steps that were undone before are gone.
/** @param {unknown} next */
export function step(next) {
  const { steps, at } = board();
  steps.splice(at + 1, Infinity, next);
  move(1);
}

// tryOn lets the person go on after a right answer, if there may be a better one.
export function tryOn() {
  const isRight = state.reply?.tone === 1;
  if (!isRight || !canImprove(shownRound())) return;
  state.reply = null;
  board().reply = null;
}

// move undoes or redoes steps.
/** @param {number} steps */
export function move(steps) {
  const here = board();
  const to = here.at + steps;
  if (to < 0 || to >= here.steps.length) return;
  here.at = to;
  here.selected = null;
  here.sign = here.typed = '';
  state.notice = '';
  if (state.reply?.tone !== 1) state.reply = null;
  tryOn();
  kind().moved?.();
  saveBoards();
  changed();
}

export function restart() {
  if (board().at) step(board().steps[0]);
}
