// host.js knows where the page is: in a browser, in Telegram or in Discord.

import { isReadable, luminance } from './colour.js';
import { meta, state, kept, keptInTab, word, setEntry, openSheet, toast } from './view.js';

const query = new URLSearchParams(location.search);
const fragment = new URLSearchParams(location.hash.slice(1));
/** @param {string} path */
export const linkTo = path => new URL(path, document.baseURI).href;

export const isBigScreen = query.has('screen');

export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map(n => n.toString(16).padStart(2, '0')).join('');
}

// ---- Colours

export const isDark = () => document.documentElement.dataset.theme === 'dark';
// setDark sets the colours of the page, and that of the bar that a phone draws around it.
/** @param {boolean} dark */
const setDark = dark => {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground');
  for (const bar of document.querySelectorAll('meta[name=theme-color]')) bar.setAttribute('content', ground);
};
const scheme = matchMedia('(prefers-color-scheme: dark)');

// followTheme sets the colours that the person has chosen or, if they have chosen none, those of the device.
export function followTheme() {
  setDark(kept.get('theme') ? kept.get('theme') === 'dark' : scheme.matches);
}

// ---- A browser

export const browser = {
  room: query.get('room') || '',
  address: query.get('room') ? location.href : '', // the address that shows where the person is
  pass: fragment.get('pass') || '', // of a person of a chat; it holds once, and the session for this tab
  guest: fragment.get('guest') || '', // of a guest whose link this is: it is kept in the address alone
  locale: () => navigator.language,
  isKnown() { return Boolean(this.pass || keptInTab.get('token')); },
  // isNew reports whether nobody has played here before.
  isNew() { return !this.isKnown() && !this.guest && !kept.get('guest'); },
  /** @returns {page.Proof} */
  proof() {
    if (this.pass) return { network: 'web', proof: this.pass };
    if (this.guest) return { network: 'web', guest: this.guest };
    const token = keptInTab.get('token');
    if (token) return { network: 'web', token, room: this.room };
    return { network: 'web', guest: kept.get('guest') || undefined, name: kept.get('name') || undefined, room: this.room };
  },
  haptic() { navigator.vibrate?.(30); },
  askToWrite() {},
  // enter writes the room into the address, so that it can be shared and found again. It removes a pass from
  // the address.
  /** @param {web.sessionResponse} session */
  enter({ room = '', guest, token }) {
    this.room = room;
    keptInTab.set('token', guest ? '' : token);
    if (room || this.pass || this.address) this.address = room ? this.link() : linkTo('play');
    if (this.address) setEntry(false, this.address);
    this.pass = '';
  },
  link() { return linkTo('play?room=' + this.room + (state.screen ? '&screen' : '')); },
  // share shares a text, with a link to the puzzles that it is about.
  /** @param {string} text @param {page.Shared} shared */
  async share(text, { url } = {}) {
    const all = url ? text + '\n' + url : text;
    if (navigator.share) return navigator.share(url ? { text, url } : { text }).catch(() => {}); // the person changed their mind
    try { await copy(all); } catch { // it can be copied by hand
      openSheet({ text: [[{ text: all, style: 'pre' }]] });
    }
  },
  start() {
    state.hasHistory = true;
    followTheme();
    scheme.addEventListener('change', followTheme);
  },
  back() {},
};

/** @param {string} text */
export async function copy(text) {
  await navigator.clipboard.writeText(text);
  toast(word('copied'));
}

// ---- Frames

// frameRoom returns the room that the person is in or, when the frame is loaded again, the one that they were in.
const frameRoom = () => state.session ? state.session.room : history.state?.room;

// keepRoom keeps the room for when the frame is loaded again. Another frame knows nothing of it.
/** @param {web.sessionResponse} session */
const keepRoom = ({ room = '' }) => history.replaceState({ room }, '');

// ---- Telegram

const telegram = {
  locale() {
    try { return JSON.parse(new URLSearchParams(fragment.get('tgWebAppData') || '').get('user') || '').language_code; } catch { return navigator.language; }
  },
  isNew: () => false,
  proof: () => ({ network: 'telegram', proof: fragment.get('tgWebAppData'), room: frameRoom() }),
  enter: keepRoom,
  // askToWrite asks the person once to let the bot write to them. Telegram asks nothing if they have allowed it.
  askToWrite() { this.post('web_app_request_write_access'); },
  haptic() { this.post('web_app_trigger_haptic_feedback', { type: 'notification', notification_type: 'success' }); },
  // share lets the person choose to whom to send their card of a day, or a link. In clients before 8.0, and for
  // past days, it shares the text of the card.
  /** @param {string} text @param {page.Prepared} shared */
  async share(text, { url = '', day, prepare }) {
    const id = day && parseFloat(fragment.get('tgWebAppVersion') || '') >= 8 ? await prepare(day) : '';
    if (id) this.post('web_app_send_prepared_message', { id });
    else this.post('web_app_open_tg_link', { path_full: '/share/url?url=' + encodeURIComponent(url) + '&text=' + encodeURIComponent(text) });
  },
  // back shows or hides Telegram's own button that leads back.
  /** @type {boolean | undefined} */
  hasBack: undefined,
  /** @param {boolean} isShown */
  back(isShown) {
    if (this.hasBack === isShown) return;
    this.hasBack = isShown;
    this.post('web_app_setup_back_button', { is_visible: isShown });
  },
  /** @param {string} type @param {object} [data] */
  post(type, data = {}) {
    if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(type, JSON.stringify(data));
    else if (window.external && 'notify' in window.external) window.external.notify(JSON.stringify({ eventType: type, eventData: data }));
    else parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), '*');
  },
  /** @param {() => void} onBack */
  start(onBack) {
    /** @param {string} type @param {{ theme_params: telegram.Theme }} data */
    const receive = (type, data) => {
      if (type === 'theme_changed') this.theme(data.theme_params);
      if (type === 'back_button_pressed') onBack();
    };
    window.Telegram = { WebView: { receiveEvent: receive } };
    addEventListener('message', event => {
      if (event.source !== parent || typeof event.data !== 'string') return;
      const { eventType, eventData } = JSON.parse(event.data);
      receive(eventType, eventData);
    });
    followTheme();
    this.theme(JSON.parse(fragment.get('tgWebAppThemeParams') || '{}'));
    this.post('web_app_ready');
    this.post('web_app_expand');
    this.post('web_app_setup_swipe_behavior', { allow_vertical_swipe: false }); // a tap that slips closes nothing
  },
  // theme takes the colours of the person's Telegram, if texts in them can be read. Of the two backgrounds, the
  // lighter one is for tiles.
  /** @param {telegram.Theme} colours */
  theme({ bg_color: one, secondary_bg_color: other = one || '', text_color: ink, hint_color: faint, button_color: accent, button_text_color: onAccent }) {
    if (!one || !ink) return;
    const [ground, tile] = [one, other].sort((a, b) => luminance(a) - luminance(b));
    if (!isReadable(ink, ground, tile)) return;
    setDark(luminance(ink) > luminance(ground));
    /** @type {Record<string, string>} */
    const colours = { '--ground': ground, '--ink': ink, '--line': `color-mix(in srgb, ${ground}, ${ink} 16%)` };
    if (tile !== ground) colours['--tile'] = tile;
    if (faint && isReadable(faint, ground, tile)) colours['--faint'] = faint;
    if (accent && onAccent && isReadable(accent, ground, tile, onAccent)) Object.assign(colours, { '--accent': accent, '--on-accent': onAccent });
    for (const [name, colour] of Object.entries(colours)) document.documentElement.style.setProperty(name, colour);
  },
};

// ---- Discord

// Discord's client answers messages of the frame. The policy of the page lets nobody else frame it.
const discord = {
  client: meta('discord') || location.hostname.split('.')[0],
  /** @type {Map<string, (data: { code: string }) => void>} */
  waiting: new Map(),
  /** @type {Promise<unknown>} */
  ready: Promise.resolve(),
  locale: () => navigator.language,
  isNew: () => false,
  haptic() {},
  askToWrite() {},
  back() {},
  // The link that Discord makes opens the Activity for everybody who follows it, and brings custom_id there.
  /** @param {string} text @param {page.Shared} shared */
  share(text, { press = '' }) { this.command('SHARE_LINK', { message: text, custom_id: btoa(press) }); },
  // enter also lets the client share links.
  /** @param {web.sessionResponse} session */
  enter(session) {
    keepRoom(session);
    if (session.access) this.command('AUTHENTICATE', { access_token: session.access });
  },
  /** @returns {string} */
  open() { try { return atob(query.get('custom_id') || ''); } catch { return ''; } },
  /** @param {number} opcode @param {object} data */
  send(opcode, data) { parent.postMessage([opcode, data], document.referrer ? new URL(document.referrer).origin : '*'); },
  /** @param {string} cmd @param {object} args */
  command(cmd, args) {
    const nonce = newKey();
    this.send(1, { cmd, args, nonce });
    return this.answer(nonce);
  },
  /** @param {string} nonce @returns {Promise<{ code: string }>} */
  answer(nonce) { return new Promise(resolve => this.waiting.set(nonce, resolve)); },
  start() {
    setDark(true);
    addEventListener('message', event => {
      if (event.source !== parent || document.referrer && event.origin !== new URL(document.referrer).origin) return;
      const [, { evt, nonce, data }] = event.data;
      this.waiting.get(evt === 'READY' ? 'READY' : nonce)?.(data);
    });
    this.ready = this.answer('READY');
    this.send(0, { v: 1, encoding: 'json', client_id: this.client, frame_id: query.get('frame_id') });
  },
  async proof() {
    await this.ready;
    const { code } = await this.command('AUTHORIZE', { client_id: this.client, response_type: 'code', state: '', prompt: 'none', scope: ['identify'] });
    return { network: 'discord', proof: code, instance: query.get('instance_id'), room: frameRoom() };
  },
};

/** @type {page.Host} */
export const host = fragment.has('tgWebAppData') ? telegram : query.has('frame_id') && query.has('instance_id') ? discord : browser;

export const roomLink = () => linkTo('r/' + state.session.room);

// roomData is what a link that opens the page in a network's frame brings there, if it leads into a room.
export const roomData = () => 'room ' + state.session.room;

// inviteLink leads into the room: in Telegram by the Mini App, if there is one, and elsewhere by the browser.
export const inviteLink = () => host === telegram && meta('telegram') ? meta('telegram') + '?startapp=' + btoa(roomData()).replace(/=/g, '') : roomLink();
