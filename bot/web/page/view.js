// view.js holds what the page knows: the view that the server sent, and what the person has opened. Whatever
// changes it calls changed, which draws the page again.

/** @param {string} name @returns {string} */
export const meta = name => document.querySelector(`meta[name=${name}]`)?.getAttribute('content') || '';

/** @type {page.State} */
export const state = {
  // what the server says; null: it has said nothing yet
  view: /** @type {chat.View} */ (/** @type {unknown} */ (null)),
  // the session with its token, in memory only; null: it is not open yet
  session: /** @type {web.sessionResponse} */ (/** @type {unknown} */ (null)),
  // the sentences of the page
  words: { lost: meta('lost'), crowd: meta('crowd'), moment: meta('moment') },
  // the place that is shown: "today", "play", "together", "me", or "round" for a puzzle
  at: 'round',
  // the reply to the last act
  reply: null,
  // what the page itself says about the last tap
  notice: '',
  // what is said for some seconds about something that went well
  toast: '',
  // what the next typed text is for
  ask: null,
  // what the sheet shows: see page.Sheet
  sheet: null,
  // why there is still no response: the key of a sentence, and its seconds
  lost: null,
  // the act that has no response yet
  busy: null,
  // the answers that are sent once that act has its response
  queued: [],
  // whether what the person came for is shown
  begun: false,
  // whether the person is here for the first time, and nobody's link has brought them
  isNew: false,
  // whether this is a big screen for all to see
  screen: false,
  // the winToken of the win that was closed last
  seen: '',
  // whether the page may write into the browser's history
  hasHistory: false,
  // how far the server's clock is ahead of this one, in milliseconds
  skew: 0,
  draw: () => {},
};

export const changed = () => state.draw();

// shownRound returns the puzzle that is shown. The caller knows that there is one.
export const shownRound = () => /** @type {chat.RoundView} */ (state.view.round);

// shownDay returns the day of the puzzle that is shown, if that is another day than the live one. Otherwise it returns
// the live day.
export const shownDay = () => state.view.roundDay || state.view.day;

// gathers reports whether people gather for a match: its first puzzle has not come yet.
export const gathers = () => Boolean(state.view.match && !state.view.match.over && state.view.match.number === 0);

// isPlaying reports whether a puzzle is shown. While people gather for a match, that is shown instead.
export const isPlaying = () => state.at === 'round' && Boolean(state.view.round) && !gathers();

// A frame without an origin has no storage. So what is stored here is only a convenience.
/** @param {'localStorage' | 'sessionStorage'} storage */
const keep = storage => ({
  /** @param {string} name @returns {string} */
  get(name) { try { return window[storage].getItem('reckon.' + name) || ''; } catch { return ''; } },
  /** @param {string} name @param {string} value */
  set(name, value) { try { window[storage].setItem('reckon.' + name, value); } catch { /* it is asked for again */ } },
  clear() { try { for (const name of Object.keys(window[storage])) if (name.startsWith('reckon.')) window[storage].removeItem(name); } catch { /* there is none */ } },
});
export const kept = keep('localStorage');
export const keptInTab = keep('sessionStorage');

// word returns a sentence of the page in the person's language.
/** @param {string} key @param {page.Args} [args] */
export const word = (key, args = {}) => (state.words[key] || '').replace(/{(\w+)}/g, (_, name) => String(args[name] ?? ''));

// count returns the form of a list "one|more" that fits a number.
/** @param {string} key @param {number} n @param {page.Args} [args] */
export function count(key, n, args = {}) {
  const forms = word(key, { n, ...args }).split('|');
  return forms[n === 1 ? 0 : forms.length - 1];
}

export const serverTime = () => Date.now() + state.skew;
/** @param {number} time */
export const secondsTo = time => Math.max(0, Math.ceil((time - serverTime()) / 1000));
// tookText returns how long something took: "4.2 s", "1:05". It is cut, as all times are that the server tells.
/** @param {number} seconds */
export function tookText(seconds) {
  if (seconds >= 60) return clockText(Math.floor(seconds));
  const tenths = Math.floor(Math.round(seconds * 1000) / 100);
  return word('seconds', { n: seconds < 10 ? tenths / 10 : Math.floor(seconds) });
}
/** @param {number} seconds */
export const clockText = seconds => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** @param {string} key @param {page.Args} [args] */
export function notice(key, args) {
  state.notice = word(key, args);
  changed();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

// toast says for some seconds that something went well.
/** @param {string} text */
export function toast(text) {
  state.toast = text;
  clearTimeout(fading);
  fading = setTimeout(() => { state.toast = ''; changed(); }, 4000);
  changed();
}

// isWon reports whether the person has solved the puzzle. A puzzle that uses all tiles is solved by any answer.
/** @param {chat.RoundView} round */
export function isWon(round) {
  const hasEnded = Boolean(round.over || round.done);
  return state.reply?.tone === 1 || Boolean(round.mine.answers && round.board.all) || Boolean(round.mine.points && hasEnded);
}

// canImprove reports whether a better answer may be found and is taken.
/** @param {chat.RoundView} round */
export function canImprove({ answer, board, over, done, mine }) {
  const isOpen = answer && !over && !done;
  return Boolean(isOpen && !board.all && !mine.isbest);
}

// bestOf returns the person's best answer.
/** @param {chat.RoundView} round @returns {Pick<chat.MyAnswer, 'text' | 'detail' | 'points' | 'value'>} */
export const bestOf = round => round.mine.answers?.[(round.mine.best || 1) - 1] || { text: '' };

// isExact reports whether the person's answer is as good as can be. A number that is near the goal never is.
/** @param {chat.RoundView} round */
export function isExact(round) {
  const { value = round.board.goal } = bestOf(round);
  return round.board.all || Boolean(round.mine.isbest && value === round.board.goal);
}

// ---- Where the person is

// go shows a place. In a browser a puzzle has an entry in the history, so that Back leads to where it was chosen.
/** @param {string} place */
export function go(place) {
  if (state.at === place) return;
  const isDeeper = place === 'round';
  state.at = place;
  state.notice = '';
  if (!isDeeper) state.reply = null;
  setEntry(isDeeper && state.begun && !history.state?.sheet);
  scrollTo(0, 0);
  changed();
}

// leave goes back from the puzzle to the place where it was chosen.
export function leave() {
  if (history.state?.from) history.back();
  else go('today');
}

// entry is what the history keeps: the place, the round, and whether a sheet is open.
/** @param {boolean} [from] */
const entry = from => ({ at: state.at, round: state.view?.round?.token || '', from, sheet: Boolean(state.sheet) });

// returning is set while the page goes back by itself, which takes a moment. It holds the entry that is to be written
// then.
/** @type {{ isNew: boolean, address?: string } | null} */
let returning = null;

// setEntry writes what is shown into the history, as a new entry or instead of the last one. In the frames of
// networks there is no history.
/** @param {boolean} isNew @param {string} [address] */
export function setEntry(isNew, address) {
  if (!state.hasHistory) return;
  if (returning) {
    returning = { isNew: returning.isNew || isNew, address: address || returning.address };
    return;
  }
  if (isNew) history.pushState(entry(true), '', address);
  else history.replaceState(entry(history.state?.from), '', address);
}

// openSheet opens a sheet: one of the page's own by its name, or a reply. When the sheet's entry is left, the browser must
// not scroll back to where the page was before, since there may be something new to see.
/** @param {page.Sheet} content */
export function openSheet(content) {
  const isNew = !state.sheet;
  state.sheet = content;
  if (isNew && state.hasHistory) history.scrollRestoration = 'manual';
  if (isNew) setEntry(true);
  changed();
}

// closeSheet closes the sheet. Its entry in the history goes with it, unless something else is shown instead
// at once.
export function closeSheet() {
  if (!state.sheet) return;
  state.sheet = null;
  changed();
  setTimeout(() => {
    if (returning || !state.hasHistory || state.sheet || !history.state?.sheet) return;
    returning = { isNew: false };
    history.back();
  });
}

// returned is called when the history has gone to another entry.
export function returned() {
  if (!state.view) return;
  history.scrollRestoration = 'auto';
  if (returning) {
    const { isNew, address } = returning;
    returning = null;
    return setEntry(isNew, address);
  }
  state.sheet = null;
  state.notice = '';
  const at = history.state?.at;
  if (at && !(at === 'round' && !state.view.round)) state.at = at;
  changed();
}
