// round.js is the screen on which a puzzle is played: the goal, the board, the tools, and the sheet of a win.

import { html, Button, Card, Fact, Icon, Name } from './kit.js';
import { readable, typeset } from './arithmetic.js';
import { state, shownDay, shownRound, kept, word, count, clockText, tookText, secondsTo, serverTime, bestOf, canImprove, isExact, isWon, changed, go, leave, openSheet, closeSheet } from './view.js';
import { linkTo, roomLink } from './host.js';
import { board, kind, move, restart, tryOn } from './board.js';
import { act, press, share, submit, saveResults } from './server.js';
import { Ask, Buttons, File, Lines, Seat, Seats, few, plain } from './reply.js';
import { Reminder, showCard } from './today.js';

// isOver reports whether nothing is left for the person to do.
/** @param {chat.RoundView} round */
const isOver = round => {
  const hasBest = isWon(round) && !canImprove(round);
  return Boolean(round.over || round.done || hasBest || !round.answer);
};

// showsWin reports whether the sheet of a win is open.
/** @param {chat.RoundView} round */
const showsWin = round => (isWon(round) || winners().length > 0) && state.seen !== winToken(round);

// winToken names what the sheet of a win shows. When a match ends, the sheet opens for all, even if somebody has closed
// that of the last puzzle.
/** @param {chat.RoundView} round */
const winToken = round => round.token + (winners().length > 0 ? ' over' : '');

// winners returns those who won a match of several people that is over.
/** @returns {chat.Seat[]} */
function winners() {
  const { match, place } = state.view;
  const { table = [] } = match || {};
  const isOfSeveral = match?.over && !match.stopped && match.of > 1 && (place || table.length > 1);
  return isOfSeveral ? table.filter(seat => seat.rank === 1) : [];
}

// winTitle says who won a match or, if no match has ended, that the answer is right.
function winTitle() {
  const [first, ...others] = winners();
  if (!first) return word('right');
  if (others.length > 0) return word('draw');
  // The marks keep a name from right to left apart from what follows.
  return first.me ? word('youwin') : word('wins', { name: '\u2068' + first.name + '\u2069' });
}

// Clock shows how long is left, or how long the person has been thinking. A tap hides the time.
/** @param {{ round: chat.RoundView }} props */
function Clock({ round }) {
  const thought = round.begun ? Math.max(0, Math.floor((serverTime() - round.begun) / 1000)) : 0;
  const seconds = round.ends ? secondsTo(round.ends) : round.seconds || thought;
  const hasTime = seconds || round.ends;
  if (isOver(round) || !hasTime) return null;
  const isHidden = kept.get('clock') === 'hidden';
  const toggle = () => { kept.set('clock', isHidden ? '' : 'hidden'); changed(); };
  return html`<${Button} id="clock" class="pill" aria-label=${word('clock') + (isHidden ? '' : ' ' + clockText(seconds))} aria-pressed=${String(!isHidden)} onClick=${toggle}>
    <${Icon} name="clock" />${!isHidden && clockText(seconds)}<//>`;
}

// partOfDay says which puzzle of its day a puzzle is: "1/5".
/** @param {chat.RoundView} round */
function partOfDay({ game }) {
  const parts = shownDay()?.parts || [];
  return word('part', { n: parts.findIndex(part => part.game === game) + 1, of: parts.length });
}

/** @param {{ round: chat.RoundView, place?: string }} props */
export function RoundHeader({ round, place }) {
  const { title, note, daily, worth } = round;
  // Every puzzle of a day is worth the same. Its heading has to fit on a line of a phone.
  const about = daily
    ? html`${partOfDay(round)}<span class="level"> · ${note}</span><span class="number"> · #${daily}</span>`
    : [note, worth && count('worth', worth)].filter(Boolean).join(' · ');
  return html`<header>
    <${Button} id="back" class="bare" aria-label=${word('leaveround')} onClick=${leave}><${Icon} name="back" /><//>
    <div class="wide"><h1>${state.isNew && !daily && !state.view.match && 'Reckon · '}${daily ? title.split(' · ').pop() : title}</h1> <span class="faint">${about}</span>
      ${place && html`<span class="faint place"><${Name}>${place}<//></span>`}</div>
    <${Clock} round=${round} />
  </header>`;
}

// howTo says in one line what to do. The goal stands large below it.
/** @param {chat.Board} board */
function howTo({ kind, all, inOrder, tiles }) {
  const key = inOrder ? 'how.row' : kind === 'tiles' && all ? 'how.all' : kind === 'letters' && all ? 'how.word' : 'how.' + kind;
  return word(key, { digit: tiles[0] });
}

// maxAhead is how many of those are named who have answered before the person.
const maxAhead = 3;

// ahead says who has answered in a match before the person did; "": nobody, or the person has answered, too.
/** @param {chat.RoundView} round */
function ahead(round) {
  const isWaitedFor = state.view.match && !isOver(round) && !round.mine.answers;
  const people = isWaitedFor ? (round.people || []).filter(seat => !seat.me) : [];
  if (!people.length) return '';
  const named = people.slice(0, maxAhead).map(({ name }) => '\u2068' + name + '\u2069');
  if (people.length > maxAhead) named.push(word('more', { n: people.length - maxAhead }));
  return count(round.hidden ? 'ahead.hidden' : 'ahead', people.length, { names: named.join(', ') });
}

// How is the line above the goal: what to do or, once others are ahead, that and how long is left.
/** @param {{ round: chat.RoundView }} props */
function How({ round }) {
  const others = ahead(round);
  return html`<p class=${others ? 'how ahead' : 'how'}>${!others && howTo(round.board)}<span role="status">${others}</span>
    ${others && round.ends && html`<span aria-hidden="true"> ${word('ahead.left', { n: secondsTo(round.ends) })}</span>`}</p>`;
}

// Under is the line under the goal: what went wrong, what the last reply says, the calculation so far or, before
// the first step, how to play.
/** @param {{ round: chat.RoundView }} props */
function Under({ round }) {
  const { notice, reply, ask } = state;
  const line = kind().line?.();
  if (notice) return html`<div id="say" class="bad"><div class="lines" role="status"><p>${notice}</p></div></div>`;
  if (reply && reply.tone !== 1 && !showsWin(round)) {
    return html`<div id="say" class=${reply.tone === 2 ? 'bad' : ''}><div class="lines" role="status"><${Lines} lines=${reply.text} heading="h2" /></div>
      <${File} file=${reply.file} /><${Buttons} reply=${reply} /><${Ask} ask=${ask} /></div>`;
  }
  const look = ruleOf(round) ? 'said first' : 'said';
  if (isWon(round)) return html`<p class=${look + (isExact(round) ? ' good' : '')} dir="ltr">${calculation(round)}</p>`;
  const isUntouched = round.answer && !board().at && board().selected === null;
  if (isUntouched && !line) return html`<${Beginning} round=${round} />`;
  return html`<output class=${look} dir=${line ? 'ltr' : undefined}>${line}</output>`;
}

// met has the token of the first puzzle of each game that was shown here, or "known" once the person has closed its
// rule.
/** @type {Map<string, string>} */
const met = new Map();

/** @param {string} game */
const metWith = game => met.get(game) || kept.get('met.' + game);

/** @param {string} game @param {string} how */
function meet(game, how) {
  met.set(game, how);
  kept.set('met.' + game, how);
}

// ruleOf returns the rule that people ask about most: the second line of the help of the game. It is empty except for
// the first puzzle of the game that was shown here.
/** @param {chat.RoundView} round */
function ruleOf({ game, token }) {
  const first = metWith(game) || token;
  const [, rule = ''] = word('help.' + game).split('|');
  return first === token ? rule : '';
}

// Beginning says how to begin and, with the first puzzle of a game, its rule.
/** @param {{ round: chat.RoundView }} props */
function Beginning({ round }) {
  const hint = word('tap.' + round.board.kind);
  const rule = ruleOf(round);
  const close = () => { meet(round.game, 'known'); changed(); };
  if (!rule) return html`<output class="said"><span class="faint">${hint}</span></output>`;
  return html`<div class="said rule"><span><span class="faint">${hint}</span> <span class="faint">${rule}</span></span>
    <${Button} id="known" class="bare" aria-label=${word('close')} onClick=${close}><${Icon} name="close" /><//></div>`;
}

// calculation returns the person's best answer as it is printed, with what it makes.
/** @param {chat.RoundView} round */
function calculation(round) {
  const { text, value = round.board.all ? round.board.goal : '' } = bestOf(round);
  return typeset(text) + (value ? ' = ' + readable(value) : '');
}

// ---- Tools

/** @param {{ name: string, label: string, [name: string]: unknown }} props */
const Tool = ({ name, label, ...rest }) => html`<${Button} class="bare" aria-label=${label} ...${rest}><${Icon} name=${name} /><span>${label}</span><//>`;

/** @param {{ round: chat.RoundView }} props */
function Tools({ round }) {
  const { shuffle } = kind();
  const here = board();
  return html`<div id="tools" role="group" aria-label=${word('tools')}>
    <${Tool} name="undo" label=${word('undo')} off=${!here.at} onClick=${() => move(-1)} />
    <${Tool} name="restart" label=${word('restart')} off=${!here.at} onClick=${restart} />
    ${shuffle && html`<${Tool} name="shuffle" label=${word('shuffle')} onClick=${shuffle} />`}
    <${HintTool} round=${round} />
    <${Tool} id="more" name="options" label=${word('options')} aria-haspopup="dialog" onClick=${() => openSheet('more')} />
  </div>`;
}

// HintTool shows the price of a hint, and how long it takes until the hint may be taken.
/** @param {{ round: chat.RoundView }} props */
function HintTool({ round: { hint } }) {
  const wait = hint?.opens ? secondsTo(hint.opens) : 0;
  const label = word('hint') + (wait ? ' ' + clockText(wait) : hint?.price ? ` −${hint.price}\u00a0%` : '');
  return html`<${Tool} id="hint" name="hint" label=${label} off=${!hint || wait > 0 || isOver(shownRound())} onClick=${askForHint} />`;
}

// askForHint asks before it takes a hint that costs points.
export function askForHint() {
  const { hint, token } = shownRound();
  if (!hint) return;
  if (hint.price) openSheet('hint');
  else act({ press: hint.press, round: token });
}

/** @param {{ text: string, yes: string, no: string, onYes: page.Press }} props */
const Confirm = ({ text, yes, no, onYes }) => html`<p>${text}</p><div class="row">
  <${Button} class="wide" id="yes" onClick=${() => { closeSheet(); onYes(); }}>${yes}<//>
  <${Button} class="wide main" onClick=${closeSheet}>${no}<//></div>`;

// roundSheets has the sheets of this screen, by name: each returns a title and its content. There is none for giving
// up: if that costs something, the server asks whether the person is sure.
/** @type {Record<string, () => page.SheetContent | null>} */
export const roundSheets = {
  hint() {
    const { hint, token } = state.view.round || {};
    if (!hint) return null;
    return [word('hint'), html`<${Confirm} text=${word('hint.ask', { n: hint.price })} yes=${word('hint.yes')} no=${word('hint.no')} onYes=${() => act({ press: hint.press, round: token })} />`];
  },

  more() {
    const { round, others } = state.view;
    if (!round) return null;
    const here = board();
    const next = nextPuzzle({ day: shownDay(), round });
    return [round.title, html`
      <div class="column">
        <${Button} off=${here.at >= here.steps.length - 1} onClick=${() => { closeSheet(); move(1); }}>${word('redo')}<//>
        ${next && !isOver(round) && html`<${Button} id="skip" onClick=${() => { closeSheet(); press(next.press); }}>${word('skip')}<//>`}
        ${round.giveup && html`<${Button} id="giveup" onClick=${() => act({ press: round.giveup?.press, round: round.token })}>${round.giveup.label}<//>`}
        <${Button} onClick=${() => openSheet('keys')}>${word('keys')}<//>
      </div>
      ${others && html`<h3>${word('others')}</h3><div class="row wrap">${others.map(other => html`<${Button} onClick=${() => press(other.press)}>${other.label}<//>`)}</div>`}`];
  },

  keys: () => [word('keys'), html`<table><tbody>${word('keys.list').split('|').map(line => {
    const [keys, does] = line.split('=');
    return html`<tr><th scope="row">${keys}</th><td>${does}</td></tr>`;
  })}</tbody></table>`],
};

// ---- What is done when a puzzle is over

// nextPuzzle returns the puzzle to play next. In a day it is the next open one of the day.
/** @param {{ day?: chat.DayView, round: chat.RoundView }} view @returns {chat.ViewButton | undefined} */
export function nextPuzzle({ day, round }) {
  if (round.daily && day) {
    const from = day.parts.findIndex(part => part.game === round.game) + 1;
    const open = [...day.parts.slice(from), ...day.parts.slice(0, from)].find(part => !part.state && part.game !== round.game);
    if (open) return { label: word('next', { game: open.title }), press: open.press };
  }
  return round.next;
}

/** @param {{ isMain: boolean }} props */
function Next({ isMain }) {
  const round = shownRound();
  const { match } = state.view;
  const look = isMain ? 'wide main' : 'wide';
  const day = shownDay();
  const next = match?.over && match.again || nextPuzzle({ day, round });
  // Somebody who is here for the first time learns after a puzzle that there is a day.
  const isForDay = state.isNew && day?.live && !day.parts.some(part => part.state);
  if (next && isMain && isForDay && !match && !round.daily) {
    return html`<${Button} id="next" class="wide" off=${Boolean(state.busy)} onClick=${() => press(next.press)}>${next.label}<//>
      <${Button} id="five" class=${look} onClick=${() => go('today')}>${word('today.five')}<//>`;
  }
  if (next) return html`<${Button} id="next" class=${look} off=${Boolean(state.busy)} onClick=${() => press(next.press)}>${next.label}<//>`;
  if (!round.daily) return null;
  return html`<${Button} id="next" class=${look} onClick=${() => showCard(day)}>${word('today.card')}<//>`;
}

// shared returns the text and the link that a person can send: how a match ended or, without a match, the puzzle.
/** @param {chat.RoundView} round */
function shared({ puzzle, share: link }) {
  const { match } = state.view;
  if (match?.dare) return { text: match.dare, url: state.session.room ? roomLink() : linkTo('play') };
  return link && { text: link.label, url: linkTo('p/' + puzzle.replace('#', '%23')), press: link.press };
}

/** @param {{ round: chat.RoundView }} props */
function Share({ round }) {
  const what = shared(round);
  if (!what) return null;
  return html`<${Button} id="share" class="wide" onClick=${() => share(what.text, what)}>${word('share')}<//>`;
}

// Choices lets the person whose turn it is choose what comes next. It stands where they look once a puzzle is over.
function Choices() {
  const { choices = [], lines = [] } = state.view.match || {};
  return choices.length > 0 && html`<div id="choices"><div class="lines"><${Lines} lines=${lines.slice(-1)} /></div>
    <div class="row wrap">${choices.map(Press)}</div></div>`;
}

/** @param {chat.ViewButton} button */
const Press = ({ label, press: data }) => html`<${Button} onClick=${() => press(data)}>${label}<//>`;

// Actions has the button for the answer or, once nothing is left to do, those that lead on.
/** @param {{ round: chat.RoundView }} props */
function Actions({ round }) {
  if (showsWin(round)) return null;
  if (isOver(round)) return html`<${Choices} /><div class="row"><${Share} round=${round} /><${Next} isMain=${true} /></div>`;
  const answer = kind().answer();
  const isJoined = round.board.kind === 'tiles' && round.board.all;
  if (isJoined && !answer) return null;
  return html`<div class="row"><${Button} id="answer" class="wide main" off=${!answer} onClick=${() => answer && submit(answer.text)}>
    ${round.answer?.label}${answer?.label && ' · ' + answer.label}<//>${round.mine.answers && html`<${Next} isMain=${false} />`}</div>`;
}

// isOfLiveDay reports whether a puzzle belongs to the day that counts for the person now.
/** @param {chat.RoundView} round @param {chat.DayView | undefined} day */
const isOfLiveDay = (round, day) => Boolean(round.daily && round.daily === day?.number && day.live);

// isFirstOfDay reports whether a puzzle is the first that the person has done on the live day.
/** @param {chat.RoundView} round @param {chat.DayView | undefined} day */
const isFirstOfDay = (round, day) => isOfLiveDay(round, day) && day?.parts.filter(part => part.state).length === 1;

// Win is the sheet of a right answer, or of the end of a match.
/** @param {{ view: page.PlayView }} props */
function Win({ view: { round, day, match } }) {
  const { reply } = state;
  const wait = match?.next && !match.over ? secondsTo(match.next) : 0;
  const { text, detail, points: paid = 0 } = bestOf(round);
  const { of: most = 0, points: all = 0 } = round.mine;
  // Whoever improves an answer is paid the difference. The sheet tells the whole.
  const points = round.board.all ? paid : Math.max(all, paid);
  const isRight = isExact(round);
  const best = winners();
  const isGood = best.length > 0 ? best.some(seat => seat.me) : isRight;
  // The title and the facts of the sheet stand for the first line of a right answer's reply.
  const said = (reply?.text || []).slice(reply?.tone === 1 ? 1 : 0);
  const { took = 0 } = round.mine;
  const streak = isOfLiveDay(round, day) ? day?.streak || 0 : 0;
  const close = () => {
    state.seen = winToken(round);
    tryOn();
    changed();
  };
  return html`<section id="win" aria-labelledby="won">
    <div class="row"><h2 id="won" class=${isGood ? 'wide good' : 'wide'}>${isRight || !detail || winners().length > 0 ? winTitle() : detail}</h2>
      <${Button} class="bare" aria-label=${word('close')} onClick=${close}><${Icon} name="close" /><//></div>
    <div id="say" class="good">
      ${text && html`<p class="calculation" dir="ltr">${calculation(round)}</p>`}
      <div class="facts">
        ${points > 0 && html`<${Fact} value=${'+' + points} about=${most > points && !round.board.all ? word('points.of', { n: most }) : word('points')} />`}
        ${took > 0 && html`<${Fact} value=${tookText(took)} about=${round.usual ? word('usual', { time: tookText(round.usual) }) : word('yourtime')} />`}
        ${isRight && detail && !round.board.all && html`<${Fact} value=${detail} about=${word('youranswer')} />`}
        ${streak > 1 && html`<${Fact} value=${streak} about=${count('inarow', streak)} />`}
      </div>
      <div class="lines" role="status"><${Lines} lines=${said} heading="h3" /></div>
    </div>
    ${match?.over && html`<div class="lines"><${Lines} lines=${few(match.lines)} heading="h3" /></div>`}
    ${match && html`<${Seats} seats=${(match.over && match.table) || round.people || []} />`}
    ${wait > 0 && html`<p role="timer">${word('soon', { n: wait })}</p>`}
    <${Choices} />
    <div class="row wrap ways">${reply?.tone === 1 && html`<${Buttons} reply=${reply} />`}<${Share} round=${round} /></div>
    ${day && isFirstOfDay(round, day) && html`<${Reminder} day=${day} />`}
    <div class="row">${canImprove(round) && html`<${Button} id="better" class="wide" onClick=${close}>${word('better')}<//>`}<${Next} isMain=${true} /></div>
  </section>`;
}

// ---- Beside the puzzle

/** @param {chat.Line} line */
const isSaid = line => (state.reply?.text || []).map(plain).includes(plain(line));

// Told is a card with lines, without those that the reply shows already.
/** @param {{ id: string, title: string, lines?: chat.Line[] }} props */
function Told({ id, title, lines = [] }) {
  const rest = lines.filter(line => !isSaid(line));
  return rest.length > 0 && html`<${Card} id=${id} title=${title}><div class="lines" role="status"><${Lines} lines=${few(rest)} /></div><//>`;
}

// numberOf says which puzzle of a match is played. A kind of match may have a word of its own for it.
/** @param {chat.MatchView} match */
const numberOf = ({ kind, number, of }) => word('round.' + kind, { n: number, of }) || word('round', { n: number, of });

// MatchCard shows how a match stands, or how it ended. Beside a puzzle the large button begins it again.
/** @param {{ match: chat.MatchView, isBeside?: boolean }} props */
export function MatchCard({ match, isBeside }) {
  const wait = match.next && !match.over ? secondsTo(match.next) : 0;
  const lines = match.next ? match.lines.filter(line => !line.some(span => span.style === 'moment')) : match.lines;
  const start = state.view.place ? 'starts' : 'starts.alone';
  const whatComes = match.number > 0 ? 'soon' : start;
  // begins is what brings the first puzzle nearer.
  const begins = match.join || match.begin;
  const title = match.number > 0 && match.of > 1 && !match.endless && numberOf(match);
  return html`<${Card} title=${title}>
    <div class="lines"><${Lines} lines=${few(lines)} heading=${title ? 'h3' : 'h2'} /></div>
    ${match.table && html`<${Seats} seats=${match.table} />`}
    ${wait > 0 && html`<p role="timer">${word(whatComes, { n: wait })}</p>`}
    <div class="row wrap">
      ${[...!isBeside && match.choices || [], match.join, match.begin, match.stop, !isBeside && match.again].map(a => a && html`<${Button} class=${a === begins ? 'main' : ''} onClick=${() => press(a.press)}>${a.label}<//>`)}
      ${match.over && state.session.maker && html`<${Button} id="results" onClick=${saveResults}>${word('results')}<//>`}
    </div><//>`;
}

/** @param {{ mine: chat.Mine }} props */
function Answers({ mine }) {
  return html`<${Card} title=${word('mine')}>${mine.answers?.map((answer, i) =>
    html`<${Seat} rank=${mine.best === i + 1 ? '★' : ''} name=${typeset(answer.text)} detail=${answer.detail} points=${answer.points} />`)}<//>`;
}

/** @param {{ view: page.PlayView }} props */
export function Beside({ view }) {
  const { round, match } = view;
  const parts = [
    match?.over && match.of > 1 && html`<${MatchCard} match=${match} isBeside />`,
    html`<${Told} id="hints" title=${word('hints')} lines=${round.mine.hints} />`,
    round.result && html`<${Told} id="result" title=${word('result')} lines=${round.result} />`,
    round.mine.answers && !round.result && !round.board.all && html`<${Answers} mine=${round.mine} />`,
    match && !match.over && html`<${MatchCard} match=${match} isBeside />`,
    round.people && !match?.table && html`<${Card} title=${word('people')}><${Seats} seats=${round.people} /><//>`,
  ];
  return html`<aside aria-label=${word('beside')}>${parts}</aside>`;
}

// followed is the round that was followed last, and how many lines its hints and its result had.
let followed = { token: '', hints: 0, result: 0 };

// follow notes that a puzzle is shown. It scrolls to a hint or a result that is new, because on a phone it stands below
// the tools. Another puzzle is shown from its top, unless the person knows its result already.
/** @param {chat.RoundView} round */
export function follow(round) {
  const { token, result = [], mine: { hints = [] } } = round;
  const isOther = followed.token !== token;
  const hasMore = hints.length > followed.hints || result.length > followed.result;
  const isNew = isOther ? result.length > 0 : hasMore;
  if (isOther && followed.token) scrollTo(0, 0);
  if (isNew && !showsWin(round)) document.querySelector(result.length ? '#result' : '#hints')?.scrollIntoView({ block: 'nearest' });
  followed = { token, hints: hints.length, result: result.length };
  if (!metWith(round.game)) meet(round.game, token);
}

// ---- The screen

/** @param {{ round: chat.RoundView }} props */
function TimeLeft({ round }) {
  if (!round.ends || round.over) return null;
  const left = secondsTo(round.ends);
  return html`<progress max=${round.seconds} value=${left} class=${left <= 5 ? 'short' : ''} aria-label=${word('left')}></progress>`;
}

/** @param {{ view: page.PlayView }} props */
export function RoundScreen({ view }) {
  const { round } = view;
  const { Draw } = kind();
  return html`
    <main id="round">
      <${TimeLeft} round=${round} />
      <div class="task">
        <${How} round=${round} />
        ${round.board.goal && html`<strong id="goal">${readable(round.board.goal)}</strong>`}
        <${Under} round=${round} />
      </div>
      <div class="field"><${Draw} round=${round} /></div>
      <${Actions} round=${round} />
      <${Tools} round=${round} />
    </main>
    <${Beside} view=${view} />
    ${showsWin(round) && html`<${Win} view=${view} />`}`;
}
