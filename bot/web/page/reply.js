// reply.js draws what the server says in words: the lines of a reply, its table, its buttons and its file.

import { html, h, Button, Name } from './kit.js';
import { typeset } from './arithmetic.js';
import { state, word, secondsTo, serverTime, closeSheet } from './view.js';
import { copy, linkTo } from './host.js';
import { act, press, save, share } from './server.js';

/** @param {{ unix: number }} props */
function Moment({ unix }) {
  const time = unix * 1000;
  const left = secondsTo(time);
  if (left > 0 && left <= 60) return word('in', { n: left });
  const isSoon = Math.abs(time - serverTime()) < 12 * 3600 * 1000;
  return new Date(time).toLocaleString(document.documentElement.lang, isSoon ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' });
}

// Span draws a piece of a line.
/** @param {{ span: chat.Span }} props */
function Span({ span }) {
  switch (span.style) {
    case 'strong': case 'mention': return html`<strong><${Name}>${span.text}<//></strong>`;
    case 'code': case 'said': return html`<code dir="ltr">${typeset(span.text)}</code>`;
    case 'pre': return html`<pre tabindex="0">${span.text}</pre>`;
    case 'spoiler': return html`<details><summary>${word('reveal')}</summary>${span.text}</details>`;
    case 'moment': return span.unix ? html`<${Moment} unix=${span.unix} />` : span.text;
    case 'typed': return '';
    default: return span.text;
  }
}

// unmarked returns lines without the mark that points into the text above it. The page prints that text as calculations
// are printed, so its places are others.
/** @param {chat.Line[]} lines @returns {chat.Line[]} */
function unmarked(lines) {
  /** @param {chat.Line | undefined} line */
  const marked = line => line?.[0]?.style === 'pre' && /^ *\^ ([^]+)/.exec(line[0].text)?.[1];
  return lines.map((line, i) => {
    const said = i > 0 && marked(line);
    if (said) return [{ text: said }];
    return marked(lines[i + 1]) ? [{ style: 'code', text: line[0].text }] : line;
  });
}

// Lines draws lines of a reply. heading is the name of the element for a heading.
/** @param {{ lines?: chat.Line[], heading?: string }} props */
export function Lines({ lines = [], heading = 'h3' }) {
  return unmarked(lines).map(line => {
    const first = line[0]?.style;
    const isBlock = line.length === 1 && (first === 'pre' || first === 'spoiler');
    const tag = first === 'head' ? heading : isBlock ? 'div' : 'p';
    return h(tag, { class: first === 'item' ? 'item' : undefined }, line.map(span => html`<${Span} span=${span} />`));
  });
}

/** @param {chat.Line} line */
export const plain = line => line.map(span => span.text).join('');

// shareDay shares the person's card of a day.
/** @param {chat.DayView} day */
export function shareDay({ number, card = '', parts, done, score = 0 }) {
  // A score that may still rise is none to beat.
  const challenge = done ? '?score=' + score : '';
  return share(card, { url: linkTo('day/' + number + challenge), press: parts[0].press, day: number });
}

// isCard reports whether a text to share is a card. The last line of the text may be the address of the day.
/** @param {string} text @param {string} card */
const isCard = (text, card) => text === card || text.startsWith(card + '\n');

// pressOf presses a button of a reply. One that shares a card shares it from here, as the day's own button does.
/** @param {chat.Button} button */
function pressOf(button) {
  const { day, roundDay } = state.view;
  const shared = [day, roundDay].find(of => of?.card && isCard(button.share || '', of.card));
  if (!shared) return press(button.data);
  // The sheet would hide what is said about it.
  closeSheet();
  return shareDay(shared);
}

// Buttons draws the buttons of a reply, without those that the page shows anyway.
/** @param {{ reply?: web.reply | null }} props */
export function Buttons({ reply }) {
  const { round, day, roundDay } = state.view;
  const shown = [round?.answer, round?.hint, round?.giveup, round?.next, ...day?.parts || [], ...roundDay?.parts || []].map(a => a?.press);
  const rows = (reply?.buttons || []).map(row => row.filter(b => b.url || b.data && !shown.includes(b.data)));
  const shownRows = rows.filter(row => row.length > 0);
  return shownRows.length > 0 && html`<div class="buttons">${shownRows.map(row => html`<div class="row wrap">${row.map(b => {
    return b.url && !b.data
      ? html`<a class="button" href=${b.url} target="_blank" rel="noopener">${b.label}</a>`
      : html`<${Button} onClick=${() => pressOf(b)}>${b.label}<//>`;
  })}</div>`)}</div>`;
}

// File lets the person save the file of a reply. A network's frame may not save files, so there a text can be
// copied.
/** @param {{ file?: chat.File }} props */
export function File({ file }) {
  if (!file) return null;
  const bytes = () => Uint8Array.from(atob(file.data), c => c.charCodeAt(0));
  const isText = file.type === 'application/json';
  return html`<div class="row wrap">
    <${Button} class="main" onClick=${() => save(new Blob([bytes()], { type: file.type }), file.name)}>${word('save', { name: file.name })}<//>
    ${!state.hasHistory && isText && html`<${Button} onClick=${() => copy(new TextDecoder().decode(bytes()))}>${word('copy')}<//>`}
  </div>`;
}

// isSent reports whether a key in a field sends what was typed: Enter, but not the one that ends a composition.
/** @param {KeyboardEvent} event */
export const isSent = event => event.key === 'Enter' && !event.isComposing;

// Ask is a field for the text that a reply asks for.
/** @param {{ ask?: chat.Ask | null }} props */
export function Ask({ ask }) {
  if (!ask) return null;
  const send = () => {
    const text = /** @type {HTMLInputElement} */ (document.getElementById('asked')).value.trim();
    if (text) act({ press: ask.data, text });
  };
  /** @param {KeyboardEvent} event */
  const onKey = event => isSent(event) && send();
  return html`<div class="row">
    <input id="asked" class="wide" aria-label=${ask.label || ask.hint} placeholder=${ask.placeholder} defaultValue=${ask.value} autocomplete="off" onKeyDown=${onKey} />
    <${Button} class="main" onClick=${send}>${word('send')}<//>
  </div>`;
}

/** @type {Record<string, string>} */
const zones = { '▲': 'up', '▼': 'down' };

// Cell removes the mark of the person's own row, because the page shows that row in another way. It gives a
// colour to the mark of a rank of the league that moves.
/** @param {{ text: string }} props */
function Cell({ text }) {
  const last = text.at(-1) || '';
  const zone = zones[last];
  if (zone) return html`<${Name}>${text.slice(0, -1)}<//><span class=${zone}>${last}</span>`;
  return html`<${Name}>${text.replace(/^▸ /, '')}<//>`;
}

/** @param {{ table?: chat.Table }} props */
export function Table({ table }) {
  if (!table) return null;
  const { head, rows, people, name = 0 } = table;
  /** @param {number} i */
  const named = i => people && i === name ? 'name' : undefined;
  return html`<table class=${people && 'people'}>
    ${head && html`<thead><tr>${head.map((cell, i) => html`<th scope="col" class=${named(i)}>${cell}</th>`)}</tr></thead>`}
    <tbody>${rows.map(row => {
      const isMine = row[name].startsWith('▸');
      return html`<tr class=${isMine ? 'me' : undefined} aria-current=${isMine ? 'true' : undefined}>
        ${row.map((cell, i) => html`<td class=${named(i)}><${Cell} text=${cell} /></td>`)}</tr>`;
    })}</tbody></table>`;
}

// titleOf returns the first line of a reply if that is a heading, and the lines after it.
/** @param {chat.Reply | web.reply} reply @returns {[string, chat.Line[]]} */
export function titleOf(reply) {
  const [first, ...rest] = reply.text || [];
  return first?.[0]?.style === 'head' ? [plain(first), rest] : ['', reply.text || []];
}

// Reply draws a whole reply, without its title.
/** @param {{ reply: web.reply }} props */
export const Reply = ({ reply }) => html`
  ${reply.picture && !reply.table && html`<img src=${'data:image/png;base64,' + reply.picture.png} alt=${reply.picture.alt} />`}
  <div class="lines" role="status"><${Lines} lines=${titleOf(reply)[1]} /></div>
  <${Table} table=${reply.table} /><${File} file=${reply.file} /><${Buttons} reply=${reply} /><${Ask} ask=${reply.ask} />`;

// Seat is a person in a list, or an answer.
/** @param {Omit<chat.Seat, 'rank'> & { rank?: number | string }} props */
export const Seat = ({ rank, name, me, detail, points = 0, score, text }) => html`<div class="seat">
  <span class="faint">${rank ? String(rank) : '·'}</span>
  <span class="wide ${me ? 'me' : ''}"><${Name}>${name}<//>${text && html` <bdi class="faint" dir="ltr">${typeset(text)}</bdi>`}</span>
  <span class="faint">${detail}</span>${(score || points > 0) && html`<b>${score || '+' + points}</b>`}
</div>`;

// Seats draws the first people, ten if nothing else is said, and the person.
/** @param {{ seats: chat.Seat[], most?: number }} props */
export function Seats({ seats, most = 10 }) {
  const shown = seats.filter((seat, i) => i < most || seat.me);
  return html`${shown.map(seat => html`<${Seat} ...${seat} />`)}
    ${seats.length > shown.length && html`<p class="faint">${word('more', { n: seats.length - shown.length })}</p>`}`;
}

// few shortens the lines of a whole class.
/** @param {chat.Line[]} lines @returns {chat.Line[]} */
export const few = lines => lines.length > 14 ? [...lines.slice(0, 12), [{ text: word('more', { n: lines.length - 12 }) }]] : lines;
