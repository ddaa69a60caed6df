// early.js asks for the session of a guest while the rest of the page still loads. The page's address and
// what the browser keeps say who comes, and whether a puzzle is to be shown at once.
var early = (() => {
  /** @param {string} name */
  const meta = name => document.querySelector(`meta[name=${name}]`)?.getAttribute('content') || '';
  try {
    const query = new URLSearchParams(location.search);
    /** @param {string} name */
    const kept = name => localStorage.getItem('reckon.' + name) || undefined;
    // Somebody whom a network or a link proves, or who has a token already, is no guest.
    const isOther = /tgWebAppData=|pass=|guest=/.test(location.hash) || query.has('frame_id') || sessionStorage.getItem('reckon.token');
    if (isOther) return null;
    const room = query.get('room') || '';
    const isAgain = Boolean(history.state?.at);
    const open = meta('open');
    const isNew = !kept('guest') && !room && !meta('day');
    const key = Array.from(crypto.getRandomValues(new Uint8Array(12)), n => n.toString(16).padStart(2, '0')).join('');
    const hasAct = !isAgain && (open || isNew);
    const act = hasAct ? { key, open: open || undefined, first: !open } : undefined;
    const body = { network: 'web', guest: kept('guest'), name: kept('name'), room, maker: kept('maker.' + room.toUpperCase()), locale: navigator.language, act };
    const answer = fetch('play/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), cache: 'no-store' });
    // If this fails, the page asks again.
    answer.catch(() => {});
    return answer;
  } catch {
    // There is no storage.
    return null;
  }
})();
