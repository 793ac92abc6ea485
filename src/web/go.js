// Keeps the page of a game up to date. The server draws; this file sends forms, swaps <main>, and listens for changes.
'use strict';
(() => {
const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
const on = (types, react, ...more) => types.split(' ').forEach(type => addEventListener(type, react, ...more));
const words = $('#words').dataset, live = $('#live'), net = $('#net');
let main = $('main[data-path]'), saying = '', sayTimer = 0;
// Sentences that come together are read together.
const say = text => {
  saying += (saying && ' ') + text;
  live.textContent = clearTimeout(sayTimer) ?? '';
  sayTimer = setTimeout(() => { live.textContent = saying; saying = ''; }, 50);
};
on('click', async ({ target }) => {
  const { copy, fill } = target.dataset, field = $('#' + copy);
  if (fill) $('#size').value = fill;
  if (!field) return;
  field.select?.();
  try { await navigator.clipboard.writeText(field.value ?? field.href); } catch { document.execCommand('copy'); }
  say(target.textContent = words.copied);
});
const unhide = () => $$('.js').forEach(one => { one.hidden = false; });
unhide();
if (!main) return;
const path = main.dataset.path, isGame = main.matches('.game'); // Else the game has just been made.
if (location.pathname !== path) history.replaceState(null, '', path); // The answer to a form: a reload would send it again.
const prefers = name => localStorage[name] === 'yes';
let chosen = null, painted = -300, busy = false, unsent = null, order = 0, shownOrder = 0;
let stream = null, release = null, turns = 0, timer = 0, pause = 2, seen = 0, pointed = false, back = null, aim, typed = '', typedTimer = 0;

const points = () => $$('.points button');
const button = name => $(`.points [value="${name}"]`);
const columns = () => +/c(\d+)/.exec($('#board').className)[1];
const note = text => {
  if (net.textContent !== text) say(text || words.connected);
  Object.assign(net, { hidden: !text, textContent: text });
};
const news = from => $$('#news .note', from).map(one => one.textContent).join();
const rove = (all, home) => all.forEach(one => { one.tabIndex = one === home ? 0 : -1; });
const cross = hidden => { $('#row').hidden = $('#col').hidden = hidden; };
const mayPlayAt = one => one?.matches('.e');

function choose(one) {
  unchoose();
  const at = points().indexOf(one);
  chosen = one.value;
  one.classList.add('chosen'); one.setAttribute('form', 'play-form');
  Object.assign($('#play'), { value: chosen, disabled: false, textContent: words.play.replace('{}', chosen) });
  $('#row').className = 'y' + ((at / columns() | 0) + 1); $('#col').className = 'x' + (at % columns() + 1);
  cross(false);
  say(document.title = $('#unplayed').textContent = words.unplayed.replace('{}', chosen));
}
function unchoose() {
  $('#bubble')?.remove();
  for (const one of $$('.chosen')) { one.classList.remove('chosen'); one.removeAttribute('form'); }
  if (chosen && $('#play')) {
    Object.assign($('#play'), { value: '', disabled: true, textContent: words.choose });
    $('#unplayed').textContent = '';
    cross(true);
    document.title = main.dataset.title;
  }
  chosen = null;
}

// Puts the <main> of an answer in the place of the present one.
function paint(html, asked) {
  const fresh = $('main.game', new DOMParser().parseFromString(html, 'text/html'));
  if (!fresh) return location.reload();
  const now = fresh.dataset, before = main.dataset;
  // A finished game, the first state in the alphabet, may have a rematch.
  if (!asked && (!isGame || now.seq === before.seq && now.state > 'h')) return renew(fresh);
  // Someone who reads an earlier position goes on reading, and hears what is new.
  if (!asked && before.earlier && !now.earlier) return send(location.href, { quiet: true });
  document.title = now.title;
  const had = main.contains(document.activeElement);
  const dialog = $('dialog:modal'), kept = chosen, more = $('details[open]') && $('.more');
  if (more) $('.more', fresh).replaceWith(more); // With what is typed there.
  // What was said stays until there is something newer.
  if (!asked && !$('#said').hidden && $('#said', fresh).hidden && [news(main), ''].includes(news(fresh))) $('#said', fresh).replaceWith($('#said'));
  main.replaceWith(fresh);
  main = fresh;
  painted = performance.now();
  prepare(had);
  if (!asked && kept && !chosen && mayPlayAt(button(kept))) choose(button(kept));
  const asks = dialog && !asked && now.board === before.board && ($('#' + dialog.id) ?? main.appendChild(dialog));
  if (asks && asks.textContent === dialog.textContent) Object.assign(asks, { open: false }).showModal();
  else if (dialog && !asked) {
    Object.assign($('#said'), { hidden: false, className: '', textContent: words.closed });
    say(words.closed);
  }
  if (now.board !== before.board && !(now.earlier ?? before.earlier) && (now.state === 'playing') === (before.state === 'playing')) {
    const differ = points().filter((one, at) => now.board[at] !== before.board[at]);
    const stones = differ.filter(one => /black|white/.test(one.textContent));
    for (const one of stones.length ? stones : differ) one.classList.add('changed');
  }
  if (now.seq !== before.seq) say(`${now.say}. ${$('#status').textContent}`);
  else if (now.earlier !== before.earlier) say($(now.earlier ? '.messages' : '#status').textContent);
  saw();
}

// Puts in place what is new about the players, and nothing else.
function renew(fresh) {
  const { people, seq, title } = fresh.dataset;
  const invites = $('#opponent-link');
  for (const one of isGame ? ['h1', '.players', '#status', '#invite'] : ['#invite']) if ($(one).outerHTML !== $(one, fresh).outerHTML) $(one).replaceWith($(one, fresh));
  Object.assign(main.dataset, { people, seq, title }); unhide();
  if (!chosen) document.title = title;
  if (!invites || $('#opponent-link')) return;
  if (!isGame) $('#come').hidden = false;
  say(`${$('#come b, .player:not(:has(.you)) b').textContent} ${words.come}`);
}

// After each new <main>, which takes the focus if the old one had it.
function prepare(had) {
  chosen = $('.chosen')?.value ?? null;
  unhide();
  for (const id of ['one-click', 'no-coordinates']) document.documentElement.classList.toggle(id, $('#' + id).checked = prefers(id));
  const list = $$('.list a'), shown = $('.list [aria-current]') ?? list[0];
  rove(list, shown);
  if (shown) $('.list').scrollTop = shown.offsetTop - 60;
  const all = points(), to = had && back ? $(back) : null;
  const home = to?.closest('.points') ? to : button(chosen) ?? button($('#board').dataset.last) ?? all[all.length >> 1];
  rove(all, home);
  if (had) (to && !to.disabled ? to : home).focus({ preventScroll: true });
  for (const dialog of $$('dialog[open]')) { dialog.open = false; dialog.showModal(); }
}

// Asks until there is an answer; the server does a repeated request once.
async function send(url, options = {}) {
  const mine = ++order;
  for (const delay of [0.5, 1, 2, 4, 0]) {
    const read = answer => answer.status < 500 && answer.status !== 429 ? answer.text() : null;
    const html = await fetch(url, { ...options, headers: { Accept: 'text/x-fragment' } }).then(read).catch(() => null);
    if (html !== null) {
      note('');
      if (mine > shownOrder && html) { shownOrder = mine; paint(html, !options.quiet); }
      return true;
    }
    if (options.quiet) return false;
    note(delay ? words.unsaved : words.failed);
    if (delay) await new Promise(done => setTimeout(done, delay * 1000));
  }
  return false;
}
async function submit(url, options) {
  if (busy) return;
  [busy, unsent] = [true, [url, options]];
  if (await send(url, options)) unsent = null;
  busy = false; if (!unsent) refresh();
}
const body = fields => ({ method: 'POST', body: new URLSearchParams(fields) });
const refresh = () => busy || unsent || send(`${path}/state?since=${main.dataset.seq}`, { quiet: true });
// Who is there, by the stream; names and links by a look at the page.
function attend([number, ...there]) {
  $$('.there').forEach((one, at) => one.matches('.you') || (one.textContent = there[at]));
  if (number !== main.dataset.people && !busy && !unsent) send(main.dataset.earlier ? location.href : path + '/state', { quiet: true });
}

// Tells that the player has seen the game; only a page that is visible does.
function saw() {
  if (document.hidden || !main.dataset.you || seen === main.dataset.seq) return;
  seen = main.dataset.seq;
  fetch(path + '/seen', { ...body({ seq: seen }), keepalive: true }).catch(() => { seen = 0; });
}

// A browser has six connections to a host, for all its pages: four streams.
const take = (slot = 3) => new Promise(done => navigator.locks?.request('s' + slot, { ifAvailable: true },
  lock => lock ? new Promise(done) : done(slot ? take(slot - 1) : null)) ?? done(() => {}));

function hush() {
  stream?.close();
  release?.();
  stream = release = clearTimeout(timer);
}

// Listens while the page is visible; else polls: slowly while it is hidden, for the title.
async function listen() {
  hush();
  const later = seconds => { timer = setTimeout(async () => { await refresh(); listen(); }, seconds * 1000); };
  if (document.hidden) return later(60);
  const mine = ++turns, slot = await take();
  if (mine !== turns) return slot?.();
  if (!(release = slot)) return later(5);
  stream = new EventSource(path + '/events');
  stream.onopen = () => { pause = 2; if (!unsent) note(''); else if (!busy) submit(...unsent); };
  stream.onmessage = ({ data }) => { if (data !== main.dataset.seq) refresh(); };
  stream.addEventListener('people', ({ data }) => attend(data.split('\n')));
  stream.onerror = () => { hush(); poll(); };
}
function poll() {
  if (!unsent) note(words.reconnecting);
  timer = setTimeout(async () => { if (await refresh()) listen(); else poll(); }, pause * 1000);
  pause = Math.min(pause * 1.5, 30);
}
function show(url, push) {
  if (push) history.pushState(null, '', url);
  unchoose();
  return send(url);
}
// Keys come faster than answers: each step counts from where the keys before it lead.
async function step(by) {
  const { max, value } = $('#move') ?? {}, to = (aim ?? +value) + by, goes = aim;
  if (to >= 0 && to <= max) aim = to; if (goes >= 0) return;
  for (let at; at !== aim;) await show((at = aim) < max ? `${path}?move=${at}` : path, true);
  aim = undefined;
}

on('click', event => {
  const { target } = event, link = target.closest('a[href]');
  if (!isGame || !main.contains(target)) return;
  // What has just moved under the finger was not aimed at. Keys have no aim.
  if (event.detail && performance.now() - painted < 300) { event.preventDefault(); event.stopPropagation(); return; }
  if (target.closest('.cancel')) {
    event.preventDefault();
    target.closest('dialog').close();
  } else if (link?.pathname === path && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    show(link.href, true);
  } else if (target.matches('.js input')) {
    localStorage[target.id] = target.checked ? 'yes' : 'no';
    prepare();
  }
}, true);

on('submit', event => {
  const { target: form, submitter: by } = event, url = new URL(form.action);
  if (!isGame || !main.contains(form) || !url.pathname.startsWith(path)) return;
  // The answer is another page: nothing may stop its way here.
  if (/(seat|link|match)$/.test(url.pathname)) return busy = true;
  event.preventDefault();
  const data = new FormData(form, by);
  if (form.method === 'post') return submit(url, body(data));
  if (by?.name === 'ask' && $('#ask-' + by.value)) return $('#ask-' + by.value).showModal();
  if (by?.name !== 'point' || !mayPlayAt(by)) return show(`${path}?${new URLSearchParams(data)}`, data.has('move') && by?.name !== 'point');
  choose(by);
  if (prefers('one-click')) $('#play').click();
});

on('pointerdown', () => { pointed = true; });
on('pointerover focusin', ({ type, target }) => {
  // Where the focus is, for when it has been in a dialog, or <main> is replaced.
  if (type === 'focusin' && main.contains(target) && !target.closest('dialog')) {
    back = target.id ? '#' + target.id : target.value ? `.points [value="${target.value}"]` : `[href="${target.getAttribute('href')}"]`;
  }
  // Shows which stones a click would mark together.
  const g = target.dataset?.g;
  for (const one of points()) one.classList.toggle('hot', !!g && one.dataset.g === g);
});

on('keydown', event => {
  pointed &&= event.key !== 'Tab';
  if (!isGame || event.ctrlKey || event.metaKey || event.altKey || $('dialog:modal') || event.target.matches('input, select')) return;
  const key = event.key, all = points(), at = all.indexOf(event.target), wide = columns(), column = at % wide;
  const steps = { ArrowLeft: column && -1, ArrowRight: column < wide - 1 && 1, ArrowUp: -wide, ArrowDown: wide, Home: -column, End: wide - 1 - column };
  clearTimeout(typedTimer);
  typedTimer = setTimeout(() => {
    if (/^l$/i.test(typed)) focus(button($('#board').dataset.last));
    if (/^s$/i.test(typed)) say($('#score') ? `${$('#score').dataset.say}. ${($('#verdict') ?? $('#status')).textContent}` : words.noscore);
  }, 900);
  // On the board, arrows go from point to point, unless it was a finger that went there.
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (at >= 0 && key in steps && (chosen || !pointed)) {
    event.preventDefault();
    focus(all[at + steps[key]]);
  } else if (by) step(by);
  else if (key === 'Enter' && typed.length > 1) {
    event.preventDefault();
    const form = new FormData($('#points')), one = button(typed.toUpperCase());
    form.set('point', typed.toUpperCase());
    if (one) { focus(one); one.click(); } else show(`${path}?${new URLSearchParams(form)}`); // There is no such point.
  } else if (key === 'Escape') unchoose();
  typed = /^[a-z]$/i.test(key) ? key : /^\d$/.test(key) && typed ? typed + key : '';
});

const focus = one => { if (one) rove(points(), one); one?.focus(); };

const wake = () => { if (!document.hidden) { refresh(); saw(); } listen(); };
on('visibilitychange online', wake);
on('pageshow', ({ persisted }) => { if (persisted) wake(busy = false); });
on('pagehide', () => hush(turns++));
on('popstate', () => show(location.href));
if (isGame) { prepare(); saw(); }
listen();
})();
