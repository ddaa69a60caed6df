// screen.js shows a room to a class on a big screen: how to come in, the puzzle, the clock and the table. It takes
// no answers.

import { html, Button, Icon } from './kit.js';
import { readable } from './arithmetic.js';
import { state, word, count, clockText, secondsTo } from './view.js';
import { roomLink } from './host.js';
import { Lines, Seats } from './reply.js';
import { RaceForm, QRCode, setScreen } from './together.js';

/** @param {{ round: chat.RoundView, match?: chat.MatchView }} props */
function Puzzle({ round, match }) {
  const { board } = round;
  return html`<h2>${round.title}</h2>
    <div class="task">${board.goal && html`<strong id="goal">${readable(board.goal)}</strong>`}${round.ends && !round.over && html`<time>${clockText(secondsTo(round.ends))}</time>`}</div>
    <div class=${(board.kind === 'letters' ? 'letters' : 'tiles') + (board.inOrder ? ' row' : board.tiles.length === 4 ? ' two' : '')}>${board.tiles.map(text => html`<div class=${'tile' + (text.length > 3 ? ' long' : '')}>${text}</div>`)}</div>
    ${round.over && !match?.over && html`<div class="lines solution"><${Lines} lines=${round.result?.slice(0, 1)} /></div>`}`;
}

/** @param {{ view: chat.View }} props */
export function Screen({ view: { round, match, here } }) {
  const { room = '' } = state.session;
  const [site] = roomLink().replace(/^\w+:\/\//, '').split(room);
  const seats = match?.table || round?.people || here || [];
  const wait = match?.next && !match.over ? secondsTo(match.next) : 0;
  // While puzzles are played, those who come late find the way in below the first people.
  const isOpen = Boolean(round && !match?.over);
  const say = state.notice ? [[{ text: state.notice }]] : state.reply?.tone !== 1 && state.reply?.text;
  return html`<div class="screen">
    <header><h1 class="wide"><span class="faint">${word('type')} </span>${site}<b>${room}</b></h1>
      <${Button} class="bare" aria-label=${word('close')} onClick=${() => setScreen(false)}><${Icon} name="close" /><//></header>
    <main>
      ${round && html`<${Puzzle} round=${round} match=${match} />`}
      ${(!match || match.over) && html`<${RaceForm} />`}
      ${say && html`<div id="say" class="lines" role="status"><${Lines} lines=${say} /></div>`}
    </main>
    <aside aria-label=${word('beside')}>
      ${wait > 0 ? html`<p role="timer">${word('soon', { n: wait })}</p>` : round && !round.over && html`<p role="status">${count('answered', round.people?.length || 0)}</p>`}
      ${!round && html`<${QRCode} />`}
      <${Seats} seats=${seats} most=${isOpen ? 6 : 10} />
      ${isOpen && html`<div class="late"><${QRCode} /></div>`}
    </aside></div>`;
}
