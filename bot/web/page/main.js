// main.js draws the whole page, listens to keys, and begins.

import { html, render, Button, Icon } from './kit.js';
import { meta, state, shownRound, kept, keptInTab, word, count, changed, closeSheet, go, isPlaying, isWon, leave, openSheet, returned, setEntry } from './view.js';
import { browser, host, isBigScreen } from './host.js';
import { board, boardOf, boards, kind, move } from './board.js';
import { act, openSession, ownName, press, refresh, resend, setLost, showReply, submit, watch } from './server.js';
import { Reply, titleOf } from './reply.js';
import { MatchCard, RoundHeader, RoundScreen, askForHint, follow, roundSheets } from './round.js';
import { Today } from './today.js';
import { Play } from './play.js';
import { Together, entrySheet, setScreen } from './together.js';
import { Me, helpSheet, loadFacts, settingSheet } from './me.js';
import { Screen } from './screen.js';

const page = /** @type {HTMLElement} */ (document.getElementById('page'));
const sheet = /** @type {HTMLDialogElement} */ (document.getElementById('sheet'));

// ---- Drawing

const Lost = () => state.lost && html`<p id="lost" role="status">${word(state.lost.key, { n: state.lost.n })}</p>`;
const Toast = () => html`<p id="toast" role="status">${state.toast}</p>`;

// Gathering is shown instead of a puzzle until the first one of a match comes.
/** @param {{ view: chat.View }} props */
const Gathering = ({ view: { match } }) => html`<main id="gathering" class="column">${match && html`<${MatchCard} match=${match} />`}</main>`;

/** @type {[string, (props: { view: chat.View }) => page.Node][]} */
const places = [['today', Today], ['play', Play], ['together', Together], ['me', Me]];

// Places is the bar with the four places.
function Places() {
  /** @param {string} place */
  const open = place => {
    if (place === 'me') loadFacts();
    go(place);
  };
  return html`<nav id="places" aria-label=${word('places')}>${places.map(([place]) =>
    html`<${Button} key=${place} id=${'to-' + place} aria-current=${state.at === place ? 'page' : undefined} onClick=${() => open(place)}><${Icon} name=${place} /><span>${word(place)}</span><//>`)}</nav>`;
}

// Notice is what there is to say at a place without a puzzle.
const Notice = () => state.notice && html`<div id="say" class="bad"><div class="lines" role="status"><p>${state.notice}</p></div></div>`;

/** @param {{ view: chat.View }} props */
function PlaceHeader({ view: { day, place } }) {
  const streak = day?.streak || 0;
  return html`<header><h1 class="wide">Reckon</h1>
    ${place && html`<span class="faint place"><bdi>${place}</bdi></span>`}
    ${streak > 1 && html`<span class="pill" title=${count('inarow', streak)}><${Icon} name="flame" />${streak}</span>`}</header>`;
}

// isRacing reports whether a match with a clock runs. Then nothing leads away from it.
/** @param {chat.View} view */
const isRacing = ({ match, round }) => Boolean(match && !match.over && round);

/** @param {{ view: chat.View }} props */
function Page({ view }) {
  const { round } = view;
  const isRound = round && isPlaying();
  const atRound = round ? Gathering : Today;
  const [, Place] = places.find(([place]) => place === state.at) || ['round', atRound];
  return html`
    ${isRound ? html`<${RoundHeader} key="round-header" round=${round} place=${view.place} />` : html`<${PlaceHeader} key="header" view=${view} />`}
    <${Lost} /><${Toast} />
    ${isRound ? html`<${RoundScreen} key=${'round ' + round.token} view=${view} />` : html`<${Notice} /><${Place} key=${state.at} view=${view} />`}
    ${!(isRound && isRacing(view)) && html`<${Places} />`}`;
}

// drawWaiting says why there is no view yet. Until there is one, the page shows the tiles of its HTML.
function drawWaiting() {
  document.getElementById('lost')?.remove();
  if (!state.lost) return;
  const lost = document.createElement('p');
  lost.id = 'lost';
  lost.setAttribute('role', 'status');
  lost.textContent = word(state.lost.key, { n: state.lost.n });
  page.prepend(lost);
}

/** @param {string} selector */
const focusOn = selector => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();

let hasDrawn = false;

function draw() {
  const { view } = state;
  if (!view || !state.session) return drawWaiting();
  if (!hasDrawn) page.replaceChildren();
  hasDrawn = true;
  const isOnScreen = state.screen && state.session.room;
  const focused = document.activeElement !== document.body && document.activeElement;
  page.className = isOnScreen ? 'onscreen' : isPlaying() ? 'playing' : 'place';
  render(isOnScreen ? html`<${Screen} view=${view} />` : html`<${Page} view=${view} />`, page);
  drawSheet();
  host.back(state.at === 'round' || Boolean(state.sheet));
  if (focused && document.activeElement === document.body && !sheet.open) focusOn('#win #next, #board [aria-pressed=true], #board button, #next');
  if (view.round && isPlaying() && !state.sheet && !isOnScreen) follow(view.round);
}

// ---- The sheet

// sheetOf returns the title and the content of the sheet; null: there is nothing to show any more.
/** @param {page.Sheet} content @returns {page.SheetContent | null} */
function sheetOf(content) {
  if (content === 'entry') return entrySheet();
  if (typeof content === 'string') return roundSheets[content]();
  if ('setting' in content) return settingSheet(content.setting);
  if ('help' in content) return helpSheet(content.help);
  return [titleOf(content)[0] || 'Reckon', html`<${Reply} reply=${content} />`];
}

function drawSheet() {
  const shown = state.sheet && sheetOf(state.sheet);
  if (!shown) {
    if (sheet.open) sheet.close();
    return render(null, sheet);
  }
  const [title, content] = shown;
  render(html`<div>
    <div class="row"><h2 id="sheet-title" class="wide">${title}</h2><${Button} class="bare" aria-label=${word('close')} onClick=${closeSheet}><${Icon} name="close" /><//></div>
    ${content}</div>`, sheet);
  if (!sheet.open) sheet.showModal();
}

sheet.addEventListener('close', () => {
  if (!sheet.open) closeSheet();
  // What was done in the sheet may have changed what the person sees about themselves.
  if (state.at === 'me') loadFacts();
});
// A click beside the sheet closes it.
sheet.addEventListener('click', event => event.target === sheet && closeSheet());

// ---- Keys

// keyOf returns the key as a plain keyboard has it: that of a full-width one, or the one pressed under an input
// method.
/** @param {KeyboardEvent} event */
function keyOf(event) {
  const [, pressed] = /^(?:Digit|Numpad|Key)([0-9A-Z])$/.exec(event.code) || [];
  if (event.key === 'Process' && pressed && !event.shiftKey) return pressed.toLowerCase();
  return event.key.length === 1 ? event.key.normalize('NFKC') : event.key;
}

// isForButton reports whether a key presses the button that shows that it has the focus. Once the puzzle is solved,
// Enter leads on and no longer presses a button of the board.
/** @param {string} key */
function isForButton(key) {
  const focused = document.activeElement;
  if (key !== 'Enter' && key !== ' ') return false;
  if (!focused?.matches(':focus-visible') || !focused.matches('button, a, summary')) return false;
  const leadsOn = key === 'Enter' && focused.closest('.field') && document.querySelector('#win, #next.main');
  return !leadsOn;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const isElsewhere = !state.view || !isPlaying() || sheet.open || state.screen;
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  if (isElsewhere || isShortcut || /** @type {Element} */ (event.target).matches('input, select')) return;
  const key = keyOf(event);
  if (isForButton(key)) return;
  if (key.length === 1 && !event.repeat) board().taps++;
  // Whoever holds Enter has pressed it once.
  const isHeld = event.repeat && key === 'Enter';
  const isPlayed = !isHeld && kind().key(key);
  if (isHeld || isPlayed || general(key)) event.preventDefault();
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  // Whoever plays by keys means the answer by Enter, and no longer the button that had the focus.
  if (isPlayed && key.length === 1 && focused?.matches('button')) focused.blur();
}

// general handles the keys that mean the same in every game.
/** @param {string} key */
function general(key) {
  /** @type {Record<string, page.Press>} */
  const actions = {
    Enter: () => /** @type {HTMLElement | null} */ (document.querySelector('#win #next, #answer:not([aria-disabled=true]), #next.main'))?.click(),
    Backspace: () => move(-1),
    Escape: () => {
      board().selected = null;
      board().sign = '';
      changed();
    },
    h: () => shownRound().hint && askForHint(),
    '?': () => openSheet('keys'),
  };
  actions[key]?.();
  return key in actions;
}

// ---- Begin

// isAgain reports whether this entry of the history was shown before: the page was loaded again, or the person
// has come back. Then it shows what it has shown, even if its address leads to another puzzle.
const isAgain = () => Boolean(state.hasHistory && history.state?.at);

function goBack() {
  if (state.sheet) closeSheet();
  else if (state.at === 'round') go('today');
}

// greet shows somebody who follows the link of a day what they are invited to.
function greet() {
  if (meta('score')) kept.set('rival', meta('day') + ':' + meta('score'));
  state.at = 'today';
}

async function begin() {
  state.screen = isBigScreen;
  host.start(goBack);
  const isNew = host.isNew();
  const before = isAgain() ? history.state : null;
  const isFrameAgain = !state.hasHistory && history.state;
  setTimeout(() => state.view || state.lost || setLost('moment'), 1000);
  let session = await openSession();
  let open = session.open || host.open?.() || meta('open');
  // A link into a room, which a network has brought. Whoever loads the frame again may have left that room.
  const [, code] = /^room (\w{6})$/.exec(open) || [];
  if (code && !isFrameAgain) session = await openSession({ room: code });
  if (code) open = '';
  const { notice } = state;
  state.at = before?.at || (session.room ? 'together' : 'today');
  await resend();
  state.isNew = isNew && !open && !session.room;
  if (before?.round) await refresh(before.round);
  // The first of these that applies decides what is shown.
  if (before) state.at = before.at === 'round' && !state.view.round ? 'today' : before.at;
  else if (session.acted) showReply(session.reply, Boolean(state.view.round));
  else if (open) await act({ open });
  else if (meta('day')) greet();
  else if (isNew && !session.room && !state.view.round && state.view.deal) await press(state.view.deal[0].press);
  else if (state.view.round && state.view.match && !state.view.match.over) state.at = 'round';
  state.begun = true;
  state.notice = meta('missing') || notice || state.notice;
  const earlier = state.view.round && boardOf(state.view.round).reply;
  if (earlier && !state.reply?.tone) state.reply = earlier;
  if (state.at === 'me') loadFacts();
  setEntry(false);
  if (session.room && session.guest && !state.screen && !ownName()) openSheet('entry');
  changed();
  await refresh();
  watch();
  // A network's frame is opened by the network, which is not there without a connection either.
  if (host === browser) navigator.serviceWorker?.register('offline.js').catch(() => { /* the page does without */ });
}

// refuse is called if no session can be opened. Then the server has sent no sentences.
function refuse() {
  document.getElementById('lost')?.remove();
  const sorry = document.createElement('p');
  sorry.id = 'lost';
  sorry.setAttribute('role', 'alert');
  sorry.textContent = 'Please open this again from the chat. 请从聊天里重新打开。請從聊天裡重新開啟。';
  page.append(sorry);
}

state.draw = draw;
addEventListener('keydown', onKey);
addEventListener('popstate', returned);
addEventListener('pointerdown', event => {
  if (/** @type {Element} */ (event.target).closest('#board, .signs, #word')) board().taps++;
});
document.addEventListener('visibilitychange', () => !document.hidden && state.session && refresh());
// The clocks run.
setInterval(() => state.view && changed(), 1000);
begin().catch(refuse);

// What tests of the page drive it by.
window.reckon = { state, boards, act, press, submit, refresh, openSession, openSheet, closeSheet, setScreen, go, move, changed };
