// play.js is the place where games are chosen.

import { html, Button, Card, Icon, Row } from './kit.js';
import { kept, word, changed } from './view.js';
import { linkTo } from './host.js';
import { command, press } from './server.js';
import { GoOn } from './today.js';

// levelOf returns the level that the person has chosen for their games; "": any.
const levelOf = () => kept.get('level');

// isQuick reports whether games with a clock are played with it.
const isQuick = () => kept.get('quick') !== 'off';

/** @param {chat.Deal} game */
function deal(game) {
  const level = levelOf();
  // With its clock a puzzle is a race that the person runs alone.
  if (game.clock && isQuick()) return command('race', `1 ${game.game} ${level}`.trim());
  return level ? command(game.game, level) : press(game.press);
}

function Levels() {
  /** @param {string} level */
  const choose = level => { kept.set('level', level); changed(); };
  const levels = [['', word('anylevel')], ...word('levels').split('|').map(level => [level, level])];
  return html`<div class="chips" role="group" aria-label=${word('level')}>
    ${levels.map(([level, label]) => html`<${Button} aria-pressed=${String(levelOf() === level)} onClick=${() => choose(level)}>${label}<//>`)}</div>`;
}

// Switch is a row that is on or off.
/** @param {{ id: string, title: string, about?: string, on: boolean, onClick: page.Press }} props */
export const Switch = ({ id, title, about, on, onClick }) => html`<button type="button" id=${id} class="line" role="switch" aria-checked=${String(on)} onClick=${onClick}>
  <span class="wide"><b>${title}</b>${about && html`<small>${about}</small>`}</span><i class="switch"></i></button>`;

/** @param {{ games: chat.Deal[] }} props */
function Quick({ games }) {
  if (!games.some(game => game.clock)) return null;
  const toggle = () => { kept.set('quick', isQuick() ? 'off' : ''); changed(); };
  return html`<${Switch} id="quick" title=${word('quick')} about=${games.filter(game => game.clock).map(game => game.label).join(', ')} on=${isQuick()} onClick=${toggle} />`;
}

/** @param {{ games: chat.Deal[] }} props */
function Games({ games }) {
  return html`<div id="games" class="column">${games.map(game =>
    html`<${Row} sign=${game.sign || game.label.slice(0, 2)} title=${game.label} about=${game.rule} onClick=${() => deal(game)} />`)}</div>`;
}

// Own lets the person type a puzzle of their own: "3 3 8 8".
function Own() {
  const send = () => {
    const text = /** @type {HTMLInputElement} */ (document.getElementById('own')).value.trim();
    if (text) command('24', text);
  };
  /** @param {KeyboardEvent} event */
  const onKey = event => event.key === 'Enter' && !event.isComposing && send();
  return html`<${Card} title=${word('own')}><div class="row">
    <input id="own" class="wide" inputmode="numeric" placeholder="3 3 8 8" aria-label=${word('own')} autocomplete="off" onKeyDown=${onKey} />
    <${Button} id="pose" onClick=${send}>${word('go')}<//></div><//>`;
}

// Print leads to a sheet of the first game, of the level that is chosen. Its address says what is on it.
/** @param {{ games: chat.Deal[] }} props */
export function Print({ games }) {
  if (!games.length) return null;
  const level = word('levels').split('|').indexOf(levelOf()) + 1;
  const address = 'print?game=' + encodeURIComponent(games[0].game) + (level ? '&level=' + level : '');
  return html`<a class="line" id="print" href=${linkTo(address)} target="_blank" rel="noopener"><span class="wide"><b>${word('print') + ' · ' + games[0].label}</b><small>${word('print.about')}</small></span><${Icon} name="forward" /></a>`;
}

/** @param {{ view: chat.View }} props */
export function Play({ view }) {
  const { deal: games = [], solo = [], round } = view;
  const kinds = games.flatMap(game => (game.kinds || []).map(kind => ({ game, kind })));
  return html`<main class="columns" aria-label=${word('play')}>
    <div class="column"><${GoOn} round=${round} /><${Levels} /><${Games} games=${games} /><${Quick} games=${games} /></div>
    <div class="column">
      <${Row} title=${word('practice')} about=${word('practice.about')} onClick=${() => command('practice')} />
      ${solo.map(a => html`<${Row} title=${a.label} about=${word('solo.about')} onClick=${() => press(a.press)} />`)}
      ${!view.place && html`<${Row} title=${word('race')} about=${word('race.about')} onClick=${() => command('race', '5 ' + games[0].game)} />`}
      ${kinds.map(({ game, kind }) => html`<${Row} title=${game.label + ' · ' + kind} onClick=${() => command(game.game, kind)} />`)}
      <${Row} title=${word('archive')} about=${word('archive.about')} onClick=${() => command('archive')} />
      <${Print} games=${games} />
      <${Own} />
    </div>
  </main>`;
}
