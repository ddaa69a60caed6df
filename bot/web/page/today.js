// today.js is the place of the day: its puzzles as one card, the day before, and what else the day brings.

import { html, Button, Card, Row } from './kit.js';
import { typeset } from './arithmetic.js';
import { state, kept, meta, word, go, toast } from './view.js';
import { host, linkTo } from './host.js';
import { act, press, save } from './server.js';
import { Lines, shareDay } from './reply.js';

/** @param {string} date */
const dateText = date => new Date(date + 'T12:00:00Z').toLocaleDateString(document.documentElement.lang, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
/** @param {number} time */
const timeText = time => new Date(time).toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' });

// signOf returns the short sign of a part: what the server says, or the first letters of its title.
/** @param {chat.DayPart} part */
const signOf = part => part.sign || part.title.slice(0, 2);

// Part is one puzzle of the day. A screen reader says its name and how it stands.
/** @param {{ part: chat.DayPart }} props */
function Part({ part }) {
  const said = [part.title, word('state.' + (part.state || 'open')), part.detail].filter(Boolean).join(', ');
  return html`<${Button} class=${'part ' + (part.state || 'open')} aria-label=${said} title=${said} onClick=${() => press(part.press)}>
    <i data-sign=${signOf(part)}></i><//>`;
}

// showCard shows the person's card of a day. Once it is closed, they are at the place of the day.
/** @param {chat.DayView | undefined} day */
export function showCard(day) {
  go('today');
  if (day?.show) press(day.show.press);
}

// mainAct returns what the large button of the day does: it starts the day, goes on with it, or shows its card.
/** @param {chat.DayView} day */
function mainAct(day) {
  const open = day.parts.find(part => !part.state);
  if (!open) return { label: word('today.card'), does: () => showCard(day) };
  const isBegun = state.view.round?.daily === day.number || day.parts.some(part => part.state);
  return { label: isBegun ? word('today.goon', { game: open.title }) : word('today.start'), does: () => press(open.press) };
}

// rivalOf returns the score on a day of the friend whose link the person has followed last; "": there is none.
/** @param {number} day */
function rivalOf(day) {
  const [number, score] = kept.get('rival').split(':');
  return Number(number) === day ? score : '';
}

// Greeting says to newcomers what the day is, and to somebody who came by a friend's link what the friend has reached.
/** @param {{ day: chat.DayView }} props */
function Greeting({ day }) {
  const rival = rivalOf(day.number);
  if (rival && day.done) return html`<p class="then">${word('today.rival', { n: rival })}</p>`;
  const isNew = !day.streak && !day.parts.some(part => part.state);
  const lines = [rival && word('today.beat', { n: rival }), isNew && word('today.about')].filter(Boolean);
  return lines.map(line => html`<p class="then">${line}</p>`);
}

// Past leads to the puzzles of the day of the page's address, if that day is over for the person.
/** @param {{ day: chat.DayView }} props */
function Past({ day }) {
  const number = Number(meta('day'));
  if (!number || number === day.number) return null;
  const rival = rivalOf(number);
  const about = rival ? word('today.past.rival', { n: rival }) : word('today.past.about');
  return html`<${Row} id="past" title=${word('today.past', { n: number })} about=${about} onClick=${() => act({ open: meta('open-day') })} />`;
}

/** @param {{ day: chat.DayView }} props */
function DayCard({ day }) {
  const done = day.parts.filter(part => part.state).length;
  const main = mainAct(day);
  return html`<section id="day" aria-label=${word('day', { n: day.number })}>
    <div class="row"><span class="wide">${day.date && dateText(day.date)}</span><span>${word('today.number', { n: day.number })}</span></div>
    <p class="score">${done > 0 ? html`<strong>${day.score || 0}</strong> ${done < day.parts.length ? word('today.of', { n: done, of: day.parts.length }) : word('today.all')}` : word('today.new', { n: day.parts.length })}</p>
    <${Greeting} day=${day} />
    <div class="parts">${day.parts.map(part => html`<${Part} part=${part} />`)}</div>
    ${day.done && day.squares && html`<p class="squares" aria-hidden="true">${day.squares}</p>`}
    <${Button} id="start" class="main" onClick=${main.does}>${main.label}<//>
    ${day.card && html`<${Button} id="shareday" class="onday" onClick=${() => shareDay(day)}>${word('share')}<//>`}
    ${day.others && html`<p class="then">${day.others}</p>`}
    ${day.done && day.ends && html`<p class="then">${word('today.then', { time: timeText(day.ends) })}</p>`}
  </section>`;
}

/** @param {{ day: chat.DayView }} props */
function Yesterday({ day: { yesterday } }) {
  if (!yesterday) return null;
  if (yesterday.opens) {
    return html`<${Card} title=${word('today.yesterday')}><p class="faint">${word('today.opens', { time: timeText(yesterday.opens) })}</p><//>`;
  }
  // There are none for a person whom the server does not know yet.
  if (!yesterday.parts) return null;
  return html`<${Card} title=${word('today.yesterday')}>
    ${yesterday.parts.map(part => html`<div class="solved"><span class="faint">${part.title} · ${part.puzzle}</span><bdi dir="ltr">${typeset(part.text)}${part.rarer && ` · ${part.rarer}`}</bdi></div>`)}
  <//>`;
}

// Reminder offers the next day once: by a message of the bot, or in a browser as an entry in the calendar.
/** @param {{ day: chat.DayView }} props */
export function Reminder({ day }) {
  if (day.reminds) return html`<${Card}><p><b>${word('today.reminds', { time: day.reminds })}</b></p><//>`;
  const { remind } = day;
  if (remind) return html`<${Row} id="remind" title=${remind.label} about=${word('today.message')} onClick=${() => { host.askToWrite(); press(remind.press); }} />`;
  const hasSolved = day.done || day.score;
  if (!state.session.guest || !hasSolved) return null;
  return html`<${Row} id="remind" title=${word('today.calendar')} about=${word('today.calendar.about')} onClick=${saveReminder} />`;
}

// saveReminder saves a calendar's entry for the same time tomorrow, with the address of the page.
function saveReminder() {
  const at = new Date(Date.now() + 24 * 3600 * 1000);
  /** @param {Date} time */
  const stamp = time => time.toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Reckon//EN', 'BEGIN:VEVENT', 'UID:' + stamp(at) + '@' + location.host, 'DTSTAMP:' + stamp(new Date()),
    'DTSTART:' + stamp(at), 'DURATION:PT10M', 'SUMMARY:Reckon', 'URL:' + linkTo('play'), 'BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Reckon', 'TRIGGER:PT0M', 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR'];
  save(new Blob([lines.join('\r\n') + '\r\n'], { type: 'text/calendar' }), 'reckon.ics');
  toast(word('today.saved'));
}

// GoOn leads back to the puzzle that is open.
/** @param {{ round?: chat.RoundView }} props */
export function GoOn({ round }) {
  const isSolved = round?.board.all && round.mine.answers;
  if (!round || round.over || round.done || isSolved || !round.answer) return null;
  return html`<${Row} id="goon" sign="▸" title=${word('goon')} about=${[round.title, round.note].filter(Boolean).join(' · ')} onClick=${() => go('round')} />`;
}

/** @param {{ view: chat.View }} props */
export function Today({ view }) {
  const { day, round } = view;
  if (!day) return html`<main></main>`;
  return html`<main class="columns">
    <div class="column"><${DayCard} day=${day} /><${Past} day=${day} />${round?.daily !== day.number && html`<${GoOn} round=${round} />`}</div>
    <div class="column">
      ${day.lines && day.lines.length > 0 && html`<${Card}><div class="lines"><${Lines} lines=${day.lines} /></div><//>`}
      <${Yesterday} day=${day} />
      <${Reminder} day=${day} />
    </div>
  </main>`;
}
