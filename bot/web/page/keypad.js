// keypad.js plays with a keypad that has one digit.

import { html, Button, Icon } from './kit.js';
import { signs, typeset } from './arithmetic.js';
import { state, shownRound, word, count, changed } from './view.js';
import { board, current, kinds, step } from './board.js';
import { call } from './server.js';

// typedNow returns what is typed, and its value once the server has said it.
/** @type {() => { text: string, value?: chat.Value }} */
const typedNow = current;

// asking is the timer that asks for the value.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let asking;

/** @param {string} text */
function typeKey(text) {
  if (shownRound().answer) step({ text: typedNow().text + text });
}

function eraseKey() {
  const { text } = typedNow();
  if (text) step({ text: text.slice(0, -1) });
}

/** @param {{ round: chat.RoundView }} props */
function Keypad({ round }) {
  const [digit] = round.board.tiles;
  const { text, value = {} } = typedNow();
  const hasReached = value.value === round.board.goal;
  /** @param {{ sign: string, [name: string]: unknown }} props */
  const Key = ({ sign, ...props }) => html`<${Button} aria-label=${word('sign' + sign)} off=${!round.answer} ...${props} onClick=${() => typeKey(sign)}>${signs[sign] || sign}<//>`;
  return html`
    <div id="typed" dir="ltr" aria-live="polite">${typeset(text)}</div>
    <div class="row">
      <div id="measure" class=${hasReached ? 'reached' : ''}>${count('digits', text.split(digit).length - 1, { digit })}</div>
      <output class=${'wide ' + (hasReached ? 'reached' : 'faint')}>${text && (value.value ? '= ' + typeset(value.value) : state.reply?.tone !== 2 && value.fault)}</output>
    </div>
    <div id="board" class="keypad" role="group" aria-label=${word('keypad')}>
      <${Key} sign=${digit} class="digit" aria-label=${digit} />
      ${[...'()+-*/^√!'].filter(sign => (round.board.operators || '').includes(sign)).map(sign => html`<${Key} key=${sign} sign=${sign} />`)}
      <${Button} aria-label=${word('erase')} off=${!text} onClick=${eraseKey}><${Icon} name="erase" /><//>
    </div>`;
}

/** @type {Record<string, string>} */
const typedKeys = { x: '*', r: '√', '×': '*', '÷': '/' };

kinds.keys = {
  start: () => ({ text: '' }),
  Draw: Keypad,

  // moved asks the server for the value once the person stops typing.
  moved() {
    const typed = typedNow();
    const { token } = board();
    clearTimeout(asking);
    if (!typed.text || typed.value) return;
    asking = setTimeout(async () => {
      try {
        const answer = await call(`play/value?round=${encodeURIComponent(token)}&text=${encodeURIComponent(typed.text)}`);
        typed.value = await answer.json();
        changed();
      } catch { /* the next key asks again */ }
    }, 250);
  },

  answer() {
    const { text } = typedNow();
    return text ? { text } : null;
  },

  key(key) {
    const typed = typedKeys[key] || key;
    const { tiles: [digit], operators = '' } = shownRound().board;
    if (key === 'Backspace') eraseKey();
    else if (key === 'Escape' && typedNow().text) step({ text: '' });
    else if (typed.length === 1 && (digit + operators).includes(typed)) typeKey(typed);
    else return false;
    return true;
  },
};
