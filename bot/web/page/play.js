// play.js is the place where games are chosen.

import { html, Button, Card, Row } from './kit.js';
import { kept, word, changed } from './view.js';
import { linkTo } from './host.js';
import { command, press } from './server.js';
import { isSent } from './reply.js';
import { GoOn } from './today.js';

// levelOf returns the level that the person has chosen here for their games, from 1; 0: that of their settings.
const levelOf = () => Number(kept.get('level')) || 0;

/** @param {number} level */
const levelName = level => word('levels').split('|')[level - 1] || '';

// isQuick reports whether games with a clock are played with it.
const isQuick = () => kept.get('quick') !== 'off';

/** @param {chat.Deal} game */
function deal(game) {
  const level = levelName(levelOf());
  // With its clock a puzzle is a race that the person runs alone.
  if (game.clock && isQuick()) return command('race', `1 ${game.game} ${level}`.trim());
  return level ? command(game.game, level) : press(game.press);
}

// Levels has a button for each level, and one for that of the person's settings.
/** @param {{ own?: number }} props */
function Levels({ own = 0 }) {
  /** @param {number} level */
  const choose = level => { kept.set('level', String(level || '')); changed(); };
  const usual = own ? word('mylevel', { level: levelName(own) }) : word('anylevel');
  const levels = [usual, ...word('levels').split('|')].map((label, level) => ({ level, label }));
  return html`<div class="chips" role="group" aria-label=${word('level')}>
    ${levels.map(({ level, label }) => html`<${Button} aria-pressed=${String(levelOf() === level)} onClick=${() => choose(level)}>${label}<//>`)}</div>`;
}

// Switch is a row that is on or off.
/** @param {{ id: string, title: string, about?: string, on: boolean, onClick: page.Press }} props */
export const Switch = ({ id, title, about, on, onClick }) => html`<button type="button" id=${id} class="line" role="switch" aria-checked=${String(on)} onClick=${onClick}>
  <span class="wide"><b>${title}</b>${about && html`<small>${about}</small>`}</span><i class="switch"></i></button>`;

/** @param {{ games: chat.Deal[] }} props */
function Quick({ games }) {
  if (!games.some(game => game.clock)) return null;
  const toggle = () => { kept.set('quick', isQuick() ? 'off' : ''); changed(); };
  return html`<${Switch} id="quick" title=${word('quick')} about=${games.filter(game => game.clock).map(game => game.label).join(' · ')} on=${isQuick()} onClick=${toggle} />`;
}

// A game that is the last level of another one is not among these: see LastLevels.
/** @param {{ games: chat.Deal[] }} props */
function Games({ games }) {
  return html`<div id="games" class="column">${games.filter(game => !game.of).map(game =>
    html`<${Row} sign=${game.sign || game.label.slice(0, 2)} title=${game.label} about=${game.rule} onClick=${() => deal(game)} />`)}</div>`;
}

// LastLevels has a row for each game that is the last level of another one.
/** @param {{ games: chat.Deal[] }} props */
function LastLevels({ games }) {
  return games.filter(game => game.of).map(game => {
    const whole = games.find(other => other.game === game.of) || game;
    return html`<${Row} title=${whole.label + ' · ' + game.label} about=${game.rule} onClick=${() => deal(game)} data-last=${game.game} />`;
  });
}

// Own lets the person type a puzzle of their own: "3 3 8 8".
function Own() {
  const send = () => {
    const text = /** @type {HTMLInputElement} */ (document.getElementById('own')).value.trim();
    if (text) command('24', text);
  };
  /** @param {KeyboardEvent} event */
  const onKey = event => isSent(event) && send();
  return html`<${Card} title=${word('own')}><div class="row">
    <input id="own" class="wide" inputmode="numeric" placeholder="3 3 8 8" aria-label=${word('own')} autocomplete="off" onKeyDown=${onKey} />
    <${Button} id="pose" onClick=${send}>${word('go')}<//></div><//>`;
}

// Print leads to a sheet of each game, of a level. The address of a sheet says what is on it. Level 0 is any.
/** @param {{ games: chat.Deal[], level: number }} props */
export function Print({ games, level }) {
  /** @param {chat.Deal} game */
  const address = ({ game }) => linkTo('print?game=' + encodeURIComponent(game) + (level ? '&level=' + level : '') + '&lang=' + document.documentElement.lang);
  return html`<${Card} id="print" title=${word('print') + (level ? ' · ' + levelName(level) : '')}>
    <p class="faint">${word('print.about')}</p>
    <div class="row wrap">${games.map(game => html`<a class="button" href=${address(game)} target="_blank" rel="noopener">${game.label}</a>`)}</div><//>`;
}

/** @param {{ view: chat.View }} props */
export function Play({ view }) {
  const { deal: games = [], series = [], solo = [], round } = view;
  const kinds = games.flatMap(game => [...game.matches || [], ...game.kinds || []].map(kind => ({ game, kind })));
  return html`<main class="columns" aria-label=${word('play')}>
    <div class="column"><${GoOn} round=${round} /><${Levels} own=${view.level} /><${Games} games=${games} /><${Quick} games=${games} /></div>
    <div class="column">
      ${!view.place && html`<${Row} title=${word('practice')} about=${word('practice.about')} onClick=${() => command('practice')} />`}
      ${solo.map(a => html`<${Row} title=${a.label} about=${word('solo.about')} onClick=${() => press(a.press)} />`)}
      ${!view.place && html`<${Row} title=${word('race')} about=${word('race.about')} onClick=${() => command('race', '5 ' + games[0].game)} />`}
      ${!view.place && series.map(({ game, label }) => html`<${Row} title=${label} onClick=${() => command('race', game)} />`)}
      ${kinds.map(({ game, kind }) => html`<${Row} title=${game.label + ' · ' + kind} onClick=${() => command(game.game, kind)} />`)}
      <${LastLevels} games=${games} />
      <${Row} title=${word('archive')} about=${word('archive.about')} onClick=${() => command('archive')} />
      <${Print} games=${games} level=${levelOf() || view.level || 0} />
      <${Own} />
    </div>
  </main>`;
}
