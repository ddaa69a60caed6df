// kit.js names what the vendored files set, and draws what all screens use.

export const { h, render, Fragment } = preact;
export const html = htm.bind(h);

/** @type {Record<string, string>} */
const icons = {
  back: 'M15 5l-7 7 7 7', forward: 'M9 5l7 7-7 7', close: 'M6 6l12 12M18 6L6 18',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6', restart: 'M4 4v5h5M4.6 9A8 8 0 1 1 4 13',
  shuffle: 'M3 7h4l9 10h4M3 17h4l2-2.5M14 9l2-2h4M18 4l3 3-3 3M18 14l3 3-3 3',
  erase: 'M8 6h12v12H8l-5-6zM12 10l4 4M16 10l-4 4', clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 8v4l3 2',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3', options: 'M5 12h.01M12 12h.01M19 12h.01',
  today: 'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  play: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  together: 'M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7M3 20a6 6 0 0 1 12 0M16 4.3a3.5 3.5 0 0 1 0 6.4M21 20a6 6 0 0 0-4-5.6',
  me: 'M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8M4 21a8 8 0 0 1 16 0',
  flame: 'M12 3s6 5 6 11a6 6 0 0 1-12 0c0-2 1-4 2-5 0 2 1 3 2 3 1-3 0-6 2-9',
};

// Icon draws a picture that screen readers leave out. The button around it has a label.
/** @param {{ name: string }} props */
export const Icon = ({ name }) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icons[name]} /></svg>`;

// Button is a button. One that cannot be pressed now keeps its place and the focus.
/** @param {page.Attributes & { off?: boolean, onClick: page.Press }} props */
export const Button = ({ off, onClick, children, ...rest }) =>
  html`<button type="button" ...${rest} aria-disabled=${off ? 'true' : undefined} onClick=${off ? undefined : onClick}>${children}</button>`;

// Card is a part of a screen, with a heading.
/** @param {page.Attributes & { title?: string }} props */
export const Card = ({ title, children, ...rest }) => html`<section class="card" ...${rest}>${title && html`<h2>${title}</h2>`}${children}</section>`;

// Fact is a figure and what it counts.
/** @param {{ value: string | number, about: string }} props */
export const Fact = ({ value, about }) => html`<div class="fact"><b>${value}</b><small>${about}</small></div>`;

// Row is a line that leads somewhere: what it is, a few words about it, and an arrow.
/** @param {page.Attributes & { sign?: string, title: string, about?: string, value?: string, onClick: page.Press }} props */
export const Row = ({ sign, title, about, value, onClick, ...rest }) => html`<button type="button" class="line" ...${rest} onClick=${onClick}>
  ${sign && html`<span class="sign" aria-hidden="true">${sign}</span>`}
  <span class="wide"><b>${title}</b>${about && html`<small>${about}</small>`}</span>
  ${value && html`<span class="faint">${value}</span>`}<${Icon} name="forward" />
</button>`;

// Name keeps a name that is written from right to left from turning what stands beside it.
/** @param {{ children: page.Node }} props */
export const Name = ({ children }) => html`<bdi>${children}</bdi>`;

// prefersRest reports whether the person wants nothing to move.
export const prefersRest = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// lift takes a copy of an element, which then flies to where another element is.
/** @param {Element | null | undefined} element @returns {(target: Element | null | undefined) => void} */
export function lift(element) {
  if (!element || prefersRest()) return () => {};
  const from = element.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.removeAttribute('id');
  copy.className += ' flying';
  copy.setAttribute('aria-hidden', 'true');
  Object.assign(copy.style, { left: from.left + 'px', top: from.top + 'px', width: from.width + 'px', height: from.height + 'px' });
  return target => {
    if (!target) return;
    const to = target.getBoundingClientRect();
    document.body.append(copy);
    const flight = copy.animate([{ transform: 'none' }, { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px)`, opacity: 0.2 }], { duration: 150 });
    flight.onfinish = flight.oncancel = () => copy.remove();
  };
}

// shake shows that something was wrong.
/** @param {Element | null | undefined} element */
export function shake(element) {
  if (!element || prefersRest()) return;
  element.animate([0, -6, 6, -4, 4, 0].map(x => ({ transform: `translateX(${x}px)` })), { duration: 300 });
}
