// server.js talks with the server: it opens the session, sends what the person does, and loads the view
// whenever that may have changed.

import { state, shownRound, kept, keptInTab, word, changed, go, closeSheet, openSheet, notice, setEntry, isWon } from './view.js';
import { browser, host, isDark, linkTo, newKey } from './host.js';
import { board, boards, saveBoards } from './board.js';

// call asks the server. It gives up when nothing has come for 15 s, neither an answer nor a further part of it; a long
// file may take longer. With a signal of its own it does not give up.
/** @param {string} path @param {object | null} [body] @param {AbortSignal} [signal] */
export async function call(path, body, signal) {
  const silence = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => silence.abort(), 15000); };
  /** @type {Record<string, string>} */
  const headers = { 'Content-Type': 'application/json' };
  if (state.session) headers.Authorization = 'Bearer ' + state.session.token;
  wait();
  const answer = checked(path, await fetch(path, { method: body ? 'POST' : 'GET', body: body && JSON.stringify(body), headers, signal: signal || silence.signal, cache: 'no-store' }));
  if (signal) return answer;
  const parts = new TransformStream({ start: wait, transform(part, out) { wait(); out.enqueue(part); }, flush: () => clearTimeout(timer) });
  return new Response(/** @type {ReadableStream} */ (answer.body).pipeThrough(parts), answer);
}

// checked throws a refusal of the server's as an error.
/** @param {string} path @param {Response} answer */
function checked(path, answer) {
  if (answer.ok) return answer;
  throw Object.assign(new Error(path + ': ' + answer.status), { status: answer.status, after: Number(answer.headers.get('Retry-After')) });
}

// pause waits for a time, but no longer than until the browser is online again, or the person answers.
/** @param {number} ms @returns {Promise<unknown>} */
const pause = ms => new Promise(resolve => {
  setTimeout(resolve, ms);
  for (const event of ['online', 'answered']) addEventListener(event, resolve, { once: true });
});

// setLost stores why the page still waits for an answer. Without a key it does not wait any more.
/** @param {string} [key] @param {number} [seconds] */
export function setLost(key, seconds) {
  if (state.lost?.key === key) return;
  state.lost = key ? { key, n: seconds } : null;
  changed();
}

// unanswered has the calls that wait for a connection, each as a symbol of its own.
/** @type {Set<symbol>} */
const unanswered = new Set();

// insist makes a call again and again until there is an answer. An act has a key, so it counts once. If the
// server has refused the call for good, or once the call is given up, insist throws the error. first is an answer that is
// on its way already.
/** @param {string} path @param {object | null} [body] @param {Promise<Response> | null} [first] */
async function insist(path, body, first) {
  const id = Symbol(path);
  try {
    return await repeat(id, path, body, first);
  } finally {
    unanswered.delete(id);
    if (!unanswered.size) setLost();
  }
}

// repeat makes a call until there is an answer. id names the call while it waits for a connection.
/** @param {symbol} id @param {string} path @param {object | null} [body] @param {Promise<Response> | null} [first] */
async function repeat(id, path, body, first) {
  for (let tries = 0; ; tries++) {
    try {
      return await (first ? checked(path, await first) : await call(path, body)).json();
    } catch (refused) {
      const error = /** @type {page.Refusal} */ (refused);
      first = null;
      if (error.status === 401 && tries < 3) {
        await openSession();
        continue;
      }
      if (error.status < 500 && error.status !== 429 && error.status !== 401) throw error;
      if (givesWay(body)) throw error;
      unanswered.add(id);
      if (error.status !== 429) setLost('lost');
      else if (error.after > 2) setLost(state.session ? 'often' : 'crowd', error.after);
      await pause(error.after * 1000 || Math.min(8000, 300 * 2 ** tries));
      if (givesWay(body)) throw error;
    }
  }
}

// givesWay reports whether a call that has failed is an act that is not made again, because the person has answered
// meanwhile: what they asked for before, such as a hint, would only delay the answer and lessen what it pays.
/** @param {object | null} [body] */
const givesWay = body => Boolean(body && body === state.busy && !isAnswer(state.busy) && state.queued.length);

// ---- The session

/** @type {Promise<web.sessionResponse> | null} */
let opening = null;

// openSession proves who the person is, and where. If several requests find that their session is over, they
// wait for the same new one. A change of the name or the room comes after it.
/** @param {page.Change} [change] @returns {Promise<web.sessionResponse>} */
export function openSession(change) {
  if (opening && change) return opening.then(() => openSession(change));
  return opening ||= (async () => {
    const session = await enter(change);
    state.session = session;
    state.words = session.words || {};
    document.documentElement.lang = session.lang || 'en';
    if (session.guest && !browser.guest) kept.set('guest', session.guest);
    if (session.guest) kept.set('name', ownName());
    if (session.maker) kept.set('maker.' + session.room, session.maker);
    host.enter?.(session);
    const isOther = Boolean(change);
    take(session.view, isOther);
    watching.anew();
    return session;
  })().finally(() => { opening = null; });
}

// ownName returns the name that the person has typed; "": none.
export const ownName = () => state.session.name === word('guest') ? '' : state.session.name;

// forget removes what the browser stores about a person whom the server has forgotten.
async function forget() {
  kept.clear();
  await beNew();
}

// beNew makes the person in this tab a new guest without a name. Telegram and Discord go on saying who the
// person is, so there they only leave their room.
async function beNew() {
  keptInTab.clear();
  boards.clear();
  state.at = 'today';
  if (host !== browser) {
    if (state.session.room) await openSession({ room: 'home' });
    return;
  }
  browser.guest = browser.room = '';
  state.screen = false;
  browser.address = linkTo('play');
  await openSession({});
}

// If the person was forgotten in another tab, this tab forgets them, too.
addEventListener('storage', event => state.session?.guest && !browser.guest && event.key === 'reckon.guest' && !event.newValue && beNew());

// enter asks for a session. If the server does not know the guest's key, they become a new guest. If the code
// of the room is wrong, they stay where they were. The first session was asked for while the page still loaded.
/** @param {page.Change} [change] @returns {Promise<web.sessionResponse>} */
async function enter(change) {
  /** @param {page.Change} [change] */
  const ask = async change => {
    const early = state.session || change ? null : window.early;
    window.early = null;
    // Somebody of a chat, who has proved who they are, goes into a room or leaves it.
    const isKnown = change?.room && !state.session.guest;
    const who = isKnown ? { network: 'web', token: state.session.token } : await host.proof();
    const proof = { locale: host.locale(), ...who, ...change };
    return insist('play/session', { ...proof, maker: proof.room && kept.get('maker.' + proof.room.toUpperCase()) || state.session?.maker }, early);
  };
  try {
    return await ask(change);
  } catch (refused) {
    const error = /** @type {page.Refusal} */ (refused);
    const isNoRoom = error.status === 404;
    const isRefused = error.status === 403 && host === browser;
    if (!isNoRoom && !isRefused) throw error;
    if (isRefused && browser.isKnown()) {
      keptInTab.set('token', ''); // loaded again, the page is a guest's
      throw error;
    }
    if (isRefused && browser.guest) browser.guest = '';
    else if (isRefused) kept.set('guest', '');
    else if (!change?.room) browser.room = '';
    // Somebody of a chat stays by their session: what they proved themselves by may hold no more.
    const staying = isNoRoom && state.session && !state.session.guest ? { room: state.session.room || 'home' } : undefined;
    const session = await ask(staying);
    if (isNoRoom) state.notice = session.words.noroom;
    return session;
  }
}

// take shows a view, unless a newer one is shown already. A view of another place or person replaces what is shown,
// however old it is.
/** @param {chat.View | null} view @param {boolean} [isOther] */
export function take(view, isOther) {
  const isOld = !isOther && state.view && view && view.now < state.view.now;
  if (!view || isOld) return;
  const hasMoved = state.view?.round?.token !== view.round?.token;
  const version = state.view?.version;
  state.view = view;
  state.skew = view.now - Date.now();
  if (hasMoved) {
    state.reply = state.ask = null;
    // What the first session says, that a room is not there, stays.
    if (version) state.notice = '';
    if (state.sheet !== 'entry') closeSheet();
    if (state.begun) setEntry(false);
    watching.anew();
  }
  if (hasMoved || version !== view.version) changed();
  // The person has chosen another language, here or in a chat. A new session has its words.
  if (state.session && view.lang !== state.session.lang) openSession().catch(() => {});
}

// refresh loads the view. If that fails, the view is loaded with the next change.
export async function refresh(round = ownRound()) {
  const own = ownRound();
  const { session } = state;
  const view = await insist('play/view?day=1' + ofRound(round)).catch(() => null);
  // An act may have opened another round meanwhile, or be about to; or the person is another one by now.
  const isOld = state.session !== session || own && (state.busy || ownRound() !== own);
  if (!isOld) show(view);
}

// show shows a view that the person has not asked for. A puzzle that others play, too, is shown at once.
/** @param {chat.View | null} view */
function show(view) {
  const before = state.view?.round?.token;
  take(view);
  const isNext = state.view.round && before !== state.view.round.token;
  if (isNext && (state.view.match || state.view.place)) go('round');
}

/** @param {string} round */
const ofRound = round => round ? '&round=' + encodeURIComponent(round) : '';

// ownRound returns the token of the round that this tab goes on showing, whatever a guest who plays alone opens
// in another tab.
const ownRound = () => state.session.guest && !state.view.place && !state.view.match && state.view.round?.token || '';

// ---- Acts

// act carries out what the person wants, and shows the reply. An answer waits until the act before it has its
// reply; anything else is pressed again.
/** @param {page.Act} what */
export async function act(what) {
  const body = { key: newKey(), day: true, dark: isDark(), ...what };
  if (state.busy) {
    if (!isAnswer(what) || isWaiting(what)) return;
    state.queued.push(body);
    keepWaiting();
    // The act before it is tried at once, or gives way.
    if (!isAnswer(state.busy)) dispatchEvent(new Event('answered'));
    return;
  }
  await perform(body);
}

// perform carries out an act and the answers that were given meanwhile.
/** @param {page.Act} body */
async function perform(body) {
  state.busy = body;
  state.notice = '';
  keepWaiting();
  changed();
  try {
    await carryOut(body);
  } catch (refused) {
    const error = /** @type {page.Refusal} */ (refused);
    if (!givesWay(body)) state.notice = word(error.status === 403 ? 'proof' : 'refused');
  }
  const next = state.queued.find(answer => answer.round === state.view?.round?.token);
  state.queued = next ? state.queued.slice(state.queued.indexOf(next) + 1) : [];
  state.busy = null;
  keepWaiting();
  changed();
  if (next) await perform(next);
}

// isWaiting reports whether an answer is on its way already.
/** @param {page.Act} what */
const isWaiting = what => [state.busy, ...state.queued].some(sent => sent?.round === what.round && sent?.text === what.text);

// keepWaiting stores the answers that have no reply yet, in their order.
function keepWaiting() {
  const waiting = [...state.busy ? [state.busy] : [], ...state.queued].filter(isAnswer);
  keptInTab.set('sent', waiting.length ? JSON.stringify(waiting) : '');
}

/** @param {page.Act} what */
const isAnswer = what => Boolean(what.round && what.text);

// carryOut sends an act and shows what comes of it.
/** @param {page.Act} body */
async function carryOut(body) {
  const before = state.view?.round?.token;
  const { reply, view, repeated, forgotten } = await insist('play/act', body);
  take(view);
  const hasMoved = before !== state.view?.round?.token;
  if (forgotten) await forget();
  showReply(reply, hasMoved && !forgotten);
  if (repeated && !hasMoved && !(state.view?.round && isWon(state.view.round))) state.notice = word('repeated');
  const here = board();
  if (here && body.round === here.token) {
    here.reply = state.reply;
    saveBoards();
  }
}

// resend sends the answers again that had no reply when the page was loaded again.
export async function resend() {
  state.queued = [JSON.parse(keptInTab.get('sent') || '[]')].flat();
  for (let sent = state.queued.shift(); sent; sent = state.queued.shift()) {
    state.busy = sent;
    try { await carryOut(sent); } catch { /* it is refused for good */ }
    state.busy = null;
    keepWaiting();
  }
}

/** @param {string} data */
export const press = data => act({ press: data });
/** @param {string} name @param {string} [text] */
export const command = (name, text = '') => act({ command: name, text });

// change carries out a press whose reply is not shown, and returns that reply.
/** @param {string} data */
export async function change(data) {
  const { reply, view } = await insist('play/act', { key: newKey(), press: data, day: true, dark: isDark() });
  take(view);
  return reply;
}

// submit sends an answer to the puzzle that is shown.
/** @param {string} text */
export function submit(text) {
  const round = shownRound();
  if (text && round.answer) act({ press: round.answer.press, text, taps: board().taps, round: round.token });
}

// showReply shows a reply. What belongs to the puzzle is shown beside it; everything else, and whatever is long,
// is shown in the sheet. The puzzle of a reply is not shown, because the view has it.
/** @param {web.reply | null | undefined} reply @param {boolean} hasMoved */
export function showReply(reply, hasMoved) {
  state.ask = reply?.ask || null;
  if (hasMoved && state.view.round) {
    state.seen = '';
    go('round');
    return closeSheet();
  }
  if (!reply) return;
  if (reply.tone === 1) {
    state.seen = '';
    host.haptic();
  }
  if (reply.face && state.view.round) {
    state.reply = null;
    go('round');
    return closeSheet();
  }
  const isLong = Boolean(reply.table || reply.picture || reply.file || (reply.text?.length || 0) > 4);
  const isBeside = state.at === 'round' && state.view.round && (reply.tone === 1 || !isLong && !state.sheet);
  if (isOfMatch(reply)) return closeSheet();
  if (!isBeside && !state.screen) return openSheet(reply);
  closeSheet();
  state.reply = reply;
}

// isOfMatch reports whether a reply says how the match stands that is shown. Then both have the same title.
/** @param {web.reply} reply */
function isOfMatch({ text }) {
  const { match, round } = state.view;
  return Boolean(match && text && (state.at === 'together' || state.at === 'round' && round) && JSON.stringify(match.lines[0]) === JSON.stringify(text[0]));
}

// ---- Watching

// watch loads the view again whenever the server says that it may have changed: by a stream or, if streams are
// cut off, by polls.
export async function watch() {
  for (let cuts = 0, failures = 0; ;) {
    const poll = cuts > 1 ? '&poll=1' : '';
    const signal = watching.begin();
    try {
      const answer = await call(`play/watch?since=${encodeURIComponent(state.view.version)}${poll}${ofRound(ownRound())}`, null, signal);
      await eachLine(/** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body), async line => {
        failures = 0;
        watching.heard();
        if (line && JSON.parse(line).n) await refresh();
      });
      if (!poll) cuts++;
    } catch (refused) {
      const error = /** @type {page.Refusal} */ (refused);
      if (signal.reason === 'anew') continue;
      cuts++;
      await pause(error.after * 1000 || Math.min(8000, 200 * 2 ** failures++));
      await refresh();
    }
  }
}

const watching = {
  control: new AbortController(),
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer: undefined,
  begin() {
    this.control = new AbortController();
    this.heard();
    return this.control.signal;
  },
  // heard waits 45 seconds for the next line. If none comes, the connection is dead.
  heard() {
    clearTimeout(this.timer);
    this.timer = setTimeout((/** @type {AbortController} */ control) => control.abort('silence'), 45000, this.control);
  },
  // anew makes watch begin again, for another round or another person.
  anew() { this.control.abort('anew'); },
};

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body @param {(line: string) => unknown} take */
async function eachLine(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value || '')).split('\n');
    rest = lines.pop() || '';
    for (const line of lines) await take(line.trim());
    if (done) return rest && take(rest.trim());
  }
}

// ---- Files, and what is shared

// share lets the person send a text and a link. In Telegram the card of a day is a message that the server
// prepares.
/** @param {string} text @param {page.Shared} [shared] */
export function share(text, { url, press, day } = {}) {
  /** @param {number} day */
  const prepare = async day => {
    try { return (await (await call('play/share', { day })).json()).prepared; } catch { return ''; }
  };
  return host.share(text, { url, press, day, prepare });
}

// save saves a file where the browser keeps such files.
/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// saveResults saves the results of the room's races as a table.
export async function saveResults() {
  try { save(await (await call('play/results')).blob(), `reckon-${state.session.room}.csv`); } catch { notice('refused'); }
}
