// together.js is the place where people meet: a room with a code, and the races in it.

import { html, Button, Card } from './kit.js';
import { state, word, count, closeSheet, changed, notice } from './view.js';
import { browser, inviteLink, roomData, roomLink } from './host.js';
import { command, openSession, ownName, saveResults, share } from './server.js';
import { MatchCard } from './round.js';
import { Seats, isSent } from './reply.js';
import { GoOn } from './today.js';
import { Print } from './play.js';

/** @param {string} id */
const valueOf = id => /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.value.trim() ?? '';

// enterRoom takes the person into a room, or out of it.
/** @param {string} room */
async function enterRoom(room) {
  const name = document.getElementById('name') ? valueOf('name') : ownName();
  try { await openSession({ name, room }); } catch { notice('proof'); }
  state.at = 'together';
  closeSheet();
  changed();
}

/** @param {page.Attributes} props */
const NameField = props => html`<input id="name" defaultValue=${ownName()} maxlength="32" aria-label=${word('name')} placeholder=${word('name')} autocomplete="nickname" ...${props} />`;

function Doors() {
  /** @param {KeyboardEvent} event */
  const onKey = event => isSent(event) && valueOf('code') && enterRoom(valueOf('code'));
  return html`<${Card} title=${word('meet')}>
      <p class="faint">${word('meet.about')}</p>
      ${state.session.guest && html`<label for="name">${word('name')}</label><${NameField} />`}
      <${Button} id="new" class="main" onClick=${() => enterRoom('new')}>${word('newroom')}<//>
    <//>
    <${Card} title=${word('havecode')}><div class="row">
      <input id="code" class="wide" maxlength="6" aria-label=${word('code')} placeholder="CDFHJK" autocomplete="off" autocapitalize="characters" onKeyDown=${onKey} />
      <${Button} id="join" onClick=${() => valueOf('code') && enterRoom(valueOf('code'))}>${word('join')}<//>
    </div><//>`;
}

// Choose is a list from which one value is chosen.
/** @param {{ id: string, label: string, options: [value: string | number, text: string][] }} props */
const Choose = ({ id, label, options }) => html`<select id=${id} class="wide" aria-label=${label} onChange=${changed}>
  ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}</select>`;

// RaceForm lets the maker of a room choose what is played, how hard, and how many puzzles.
export function RaceForm() {
  const { deal = [], series = [] } = state.view;
  /** @type {{ game: string, label: string, kinds?: string[], counts?: number[] }[]} */
  const games = [...deal, ...series];
  if (!state.session.maker || !games.length) return null;
  const { kinds = [], counts = [3, 5, 10] } = games.find(({ game }) => game === valueOf('race-game')) || games[0];
  /** @type {[string, string][]} */
  const levels = [['', word('anylevel')], ...[...word('levels').split('|'), ...kinds].map(level => /** @type {[string, string]} */ ([level, level]))];
  const start = () => command('race', [valueOf('race-count'), valueOf('race-game'), valueOf('race-level')].join(' '));
  return html`<div class="row">
      <${Choose} id="race-game" label=${word('game')} options=${games.map(({ game, label }) => [game, label])} />
      <${Choose} id="race-count" label=${word('count')} options=${counts.map(n => [n, count('puzzles', n)])} />
    </div>
    <div class="row">
      <${Choose} id="race-level" label=${word('level')} options=${levels} />
      <${Button} id="race" class="main" onClick=${start}>${word('begin')}<//>
    </div>`;
}

/** @param {Event & { target: HTMLElement }} event */
const hide = event => { event.target.style.display = 'none'; };

// QRCode is the address of the room, to be read by a camera. It is black on white in both themes.
export const QRCode = () => html`<img class="qr" src=${roomLink() + '.svg'} alt=${word('qr', { code: state.session.room })} width="37" height="37" onError=${hide} />`;

// Here lists who is in the room.
/** @param {{ here?: chat.Seat[], hereMore?: number }} props */
function Here({ here = [], hereMore = 0 }) {
  const others = here.filter(seat => !seat.me);
  return html`<${Card} title=${word('here')}>
    <${Seats} seats=${here} />${hereMore > 0 && html`<p class="faint">${word('more', { n: hereMore })}</p>`}
    ${!others.length && html`<p class="faint">${word('alone')}</p>`}<//>`;
}

// Lobby shows a room. What its maker taps stands above the people, so that it stays in its place while they come.
/** @param {{ view: chat.View }} props */
function Lobby({ view }) {
  const { room = '', maker, guest } = state.session;
  const { match } = view;
  return html`${match && !match.over && html`<${MatchCard} match=${match} />`}
    <section class="card lobby">
      <h2>${word('room')}</h2>
      <p class="code" aria-label=${[...room].join(' ')}>${room}</p>
      <${QRCode} />
      <div class="row"><${Button} id="invite" class="wide main" onClick=${() => share(word('invite.text'), { url: inviteLink(), press: roomData() })}>${word('invite')}<//>
        <${Button} id="leave" onClick=${() => enterRoom(guest ? '' : 'home')}>${word('leave')}<//></div>
    </section>
    <${GoOn} round=${view.round} />
    ${match?.over && html`<${MatchCard} match=${match} />`}
    ${maker && (!match || match.over) && html`<${Card} title=${word('whatplay')}><${RaceForm} /><//>`}
    <${Here} here=${view.here} hereMore=${view.hereMore} />
    ${!maker && !match && html`<p class="faint">${word('waitmaker')}</p>`}
    ${guest && html`<${Card} title=${word('name')}><${NameField} onChange=${() => openSession({ name: valueOf('name'), room })} /><p class="faint">${word('forgets')}</p><//>`}
    ${maker && guest && html`<${Class} games=${view.deal || []} />`}`;
}

// Class has what a teacher needs: a big screen, the results, and sheets of the level that is chosen for the race.
/** @param {{ games: chat.Deal[] }} props */
function Class({ games }) {
  const level = word('levels').split('|').indexOf(valueOf('race-level')) + 1;
  return html`<${Card} title=${word('class')}><div class="row wrap">
      <${Button} id="screen" onClick=${() => setScreen(true)}>${word('screen')}<//>
      <${Button} id="results" onClick=${saveResults}>${word('results')}<//>
    </div><//>
    <${Print} games=${games} level=${level} />`;
}

/** @param {{ view: chat.View }} props */
export function Together({ view }) {
  const { room, guest } = state.session;
  const isInChat = !guest && !room;
  return html`<main id="together" class="column">
    ${isInChat && view.match && html`<${MatchCard} match=${view.match} />`}
    ${room ? html`<${Lobby} view=${view} />` : html`<${Doors} />`}
    ${isInChat && html`<p class="faint">${word('meet.chat')}</p>`}</main>`;
}

// entrySheet asks somebody who comes into a room without a name for one.
/** @returns {page.SheetContent} */
export function entrySheet() {
  const enter = async () => {
    await openSession({ name: valueOf('entry-name'), room: state.session.room });
    closeSheet();
  };
  /** @param {KeyboardEvent} event */
  const onKey = event => isSent(event) && enter();
  return [word('name'), html`
    <div class="row"><div class="wide"><${NameField} id="entry-name" autofocus=${true} onKeyDown=${onKey} /></div>
      <${Button} id="enter" class="main" onClick=${enter}>${word('join')}<//></div>
    <p class="faint">${word('forgets')}</p>`];
}

/** @param {boolean} isOn */
export function setScreen(isOn) {
  state.screen = isOn;
  browser.enter(state.session);
  closeSheet();
  changed();
}
