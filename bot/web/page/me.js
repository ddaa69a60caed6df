// me.js is the place of the person: what they have reached, the boards, their settings and their data.

import { html, Button, Card, Fact, Icon, Name, Row } from './kit.js';
import { state, kept, word, count, changed, closeSheet, openSheet } from './view.js';
import { browser, followTheme, host, isDark, linkTo } from './host.js';
import { call, change, command, openSession, ownName, press } from './server.js';

// facts is what the server says about the person; null: it was not asked yet.
/** @type {chat.MeView | null} */
let facts = null;

// loadFacts asks for the facts whenever the place is opened.
export async function loadFacts() {
  try {
    facts = await (await call('play/me')).json();
  } catch {
    // The page shows the rows without figures.
    facts = null;
  }
  changed();
}

function Head() {
  const { session } = state;
  /** @param {Event & { target: HTMLInputElement }} event */
  const onName = event => openSession({ name: event.target.value.trim(), room: session.room || '' });
  const { points = 0, solved = 0, streak = 0, longest = 0 } = facts || {};
  return html`<${Card} title="">
    <h2 class="who"><${Name}>${session.name}<//></h2>
    ${facts && html`<div class="facts">
      <${Fact} value=${points} about=${word('points.all')} />
      <${Fact} value=${solved} about=${word('solved')} />
      <${Fact} value=${streak} about=${count('inarow', streak)} />
    </div>`}
    ${longest > streak && html`<p class="faint">${count('longest', longest)}</p>`}
    ${session.guest && html`<input id="name" defaultValue=${ownName()} maxlength="32" aria-label=${word('name')} placeholder=${word('name')} autocomplete="nickname"
      onChange=${onName} />`}
  <//>`;
}

// Strengths shows how well the person plays each game, as bars, and how long they usually take.
function Strengths() {
  if (!facts?.strengths?.length) return null;
  return html`<${Card} id="strengths" title=${word('strengths')}>${facts.strengths.map(({ title, level = 0, text }) => html`<div class="strength">
    <b>${title}</b>${text && html`<span class="faint">${text}</span>`}
    ${level > 0 && html`<meter min="0" max="1" value=${level} aria-label=${title}></meter>`}</div>`)}<//>`;
}

// Ranks shows the person's ranks on boards.
function Ranks() {
  if (!facts?.boards?.length) return null;
  return html`<${Card} id="ranks" title=${[word('ranks'), state.view.place].filter(Boolean).join(' · ')}>${facts.boards.map(({ title, rank, of }) => html`<div class="rank">
    <span class="wide">${title}</span><b>${word('rank', { n: rank, of })}</b></div>`)}<//>`;
}

const themes = ['', 'light', 'dark'];

function Theme() {
  /** @param {string} theme */
  const choose = theme => { kept.set('theme', theme); followTheme(); changed(); };
  return html`<${Card} title=${word('theme')}><div class="chips" role="group" aria-label=${word('theme')}>
    ${word('themes').split('|').map((label, i) => html`<${Button} aria-pressed=${String(kept.get('theme') === themes[i])} onClick=${() => choose(themes[i])}>${label}<//>`)}</div><//>`;
}

// Settings has a row for each thing that the person can set.
function Settings() {
  return (facts?.settings || []).map(setting => html`<${Row} title=${setting.label} value=${setting.value} onClick=${() => openSheet({ setting: setting.name })} data-setting=${setting.name} />`);
}

// settingSheet shows the choices of a setting. It stays open for a setting that can have several of them.
/** @param {string} name @returns {page.SheetContent | null} */
export function settingSheet(name) {
  const setting = facts?.settings?.find(setting => setting.name === name);
  if (!setting) return null;
  /** @param {chat.ViewButton} choice */
  const choose = async choice => {
    const reply = await change(choice.press);
    await loadFacts();
    if (reply?.ask) openSheet(reply);
    else if (!setting.several) closeSheet();
  };
  return [setting.label, html`<div class="column"><p>${setting.about}</p>${setting.choices.map(choice =>
    html`<${Button} aria-pressed=${String(Boolean(choice.on))} onClick=${() => choose(choice)}>${choice.label}<//>`)}</div>`];
}

// A page of help is about one game.
/** @param {{ games: chat.Deal[] }} props */
function Help({ games }) {
  return html`<${Card} title=${word('help')}>${games.map(game =>
    html`<${Row} sign=${game.sign} title=${game.label} about=${game.rule} onClick=${() => openSheet({ help: game.game })} />`)}<//>`;
}

// helpSheet explains a game, with an example.
/** @param {string} name @returns {page.SheetContent | null} */
export function helpSheet(name) {
  const game = state.view.deal?.find(({ game }) => game === name);
  if (!game) return null;
  const lines = word('help.' + name).split('|');
  return [game.label, html`<div class="lines"><p>${game.rule}</p>${lines.map(line => html`<p>${line}</p>`)}</div>
    <div class="lines faint">${word('help.points').split('|').map(line => html`<p>${line}</p>`)}</div>
    <${Button} class="main" onClick=${() => press(game.press)}>${word('go')}<//>`];
}

/** @param {{ view: chat.View }} props */
export function Me({ view }) {
  return html`<main id="me" class="columns">
    <div class="column">
      <${Head} /><${Strengths} /><${Ranks} />
      <${Row} id="stats" title=${word('stats')} onClick=${() => command('stats')} />
      <${Row} id="league" title=${word('league')} about=${word('league.about')} onClick=${() => command('league')} />
      <${Row} id="board" title=${word('board')} about=${word('board.about')} onClick=${() => command('leaderboard')} />
      <${Row} id="records" title=${word('records')} onClick=${() => command('records')} />
      <a class="line" id="book" href=${linkTo('book/?theme=' + (isDark() ? 'dark' : 'light'))}><span class="wide"><b>${word('book')}</b><small>${word('book.about')}</small></span><${Icon} name="forward" /></a>
    </div>
    <div class="column">
      ${host === browser && html`<${Theme} />`}
      <${Settings} />
      <${Row} title=${word('link')} about=${word('link.about')} onClick=${() => command('link')} />
      <${Row} id="privacy" title=${word('privacy')} onClick=${() => command('privacy')} />
      <${Row} id="export" title=${word('export')} onClick=${() => command('export')} />
      <${Row} id="forget" title=${word('forget')} onClick=${() => command('privacy', 'forget')} />
      <${Help} games=${view.deal || []} />
    </div>
  </main>`;
}
