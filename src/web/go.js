// Keeps the page of a game up to date. The server draws; this file sends forms, swaps <main>, and listens for changes.
'use strict';
(() => {
const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
const words = $('#words').dataset, live = $('#live'), net = $('#net'), root = document.documentElement;
const sleep = seconds => new Promise(done => setTimeout(done, seconds * 1000));
let main = $('main.game');
for (const button of $$('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand('copy'); }
    live.textContent = button.textContent = words.copied;
  });
}
if (!main) return;
const path = main.dataset.path;
const prefers = name => localStorage.getItem(name) === 'yes';
let chosen = null, painted = -300, busy = false, unsent = null, order = 0, shownOrder = 0;
let stream = null, release = null, turns = 0, timer = 0, pause = 2, seen = 0, typed = '', typedTimer = 0;

const points = () => $$('.points button');
const button = name => points().find(one => one.value === name);
const note = text => { net.hidden = !text; if (net.textContent !== text) net.textContent = text; };
const say = text => { live.textContent = ''; setTimeout(() => { live.textContent = text; }, 50); };
const mayPlayAt = one => one && $('#play-form') && !one.matches('.no, .s');

function choose(one) {
  unchoose();
  const name = one.value, at = points().indexOf(one), columns = +/\bc(\d+)/.exec($('#board').className)[1];
  chosen = name;
  one.classList.add('chosen');
  one.setAttribute('form', 'play-form');
  Object.assign($('#play'), { value: name, disabled: false, textContent: words.play.replace('{}', name) });
  $('#unplayed').textContent = words.unplayed.replace('{}', name);
  Object.assign($('#row'), { className: 'y' + (Math.floor(at / columns) + 1), hidden: false });
  Object.assign($('#col'), { className: 'x' + (at % columns + 1), hidden: false });
  say(document.title = $('#unplayed').textContent);
}

function unchoose() {
  $('#bubble')?.remove();
  for (const one of $$('.chosen')) { one.classList.remove('chosen'); one.removeAttribute('form'); }
  if (chosen && $('#play')) {
    Object.assign($('#play'), { value: '', disabled: true, textContent: words.choose });
    $('#unplayed').textContent = '';
    $('#row').hidden = $('#col').hidden = true;
    document.title = main.dataset.title;
  }
  chosen = null;
}

// Puts the <main> of a server's answer in the place of the present one.
function paint(html, asked) {
  const fresh = $('main.game', new DOMParser().parseFromString(html, 'text/html'));
  if (!fresh) return location.reload();
  const now = fresh.dataset, before = main.dataset;
  document.title = now.title;
  if ('earlier' in before && !asked) return; // Someone who reads an earlier position goes on reading.
  const active = main.contains(document.activeElement) ? document.activeElement : null;
  const dialog = $('dialog:modal'), kept = chosen, open = $$('details[open]').map(one => one.id);
  const inputs = $$('.more :is(input, select)[id]').filter(one => one === document.activeElement || one.value !== (one.defaultValue ?? one.value) || one.checked !== one.defaultChecked);
  main.replaceWith(fresh);
  main = fresh;
  painted = performance.now();
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  for (const { id, value, checked } of inputs) Object.assign(document.getElementById(id) ?? {}, { value, checked });
  prepare();
  if (!asked && kept && !chosen && mayPlayAt(button(kept))) choose(button(kept));
  const same = dialog && !asked && now.board === before.board && ($('#' + dialog.id) ?? main.appendChild(dialog)); // It still holds.
  if (same) Object.assign(same, { open: false }).showModal();
  if (now.board !== before.board && !('earlier' in now) && !('earlier' in before)) {
    const differ = points().filter((one, at) => now.board[at] !== before.board[at]);
    const stones = differ.filter(one => /black|white/.test(one.textContent));
    for (const one of stones.length ? stones : differ) one.classList.add('changed');
  }
  if (active && !$('dialog:modal')) {
    const same = active.closest('.points') ? button(active.value) : active.id && document.getElementById(active.id);
    (same && !same.disabled ? same : main).focus({ preventScroll: true });
  }
  if (now.seq !== before.seq) say(`${now.say}. ${$('#status').textContent}`);
  saw();
}

// After each new <main>.
function prepare() {
  chosen = $('.chosen')?.value ?? null;
  for (const one of $$('.js', main)) one.hidden = false;
  for (const id of ['one-click', 'no-coordinates']) { $('#' + id).checked = prefers(id); root.classList.toggle(id, prefers(id)); }
  const all = points(), home = button(chosen) ?? button($('#board').dataset.last) ?? all[all.length >> 1];
  for (const one of all) one.tabIndex = one === home ? 0 : -1;
  for (const dialog of $$('dialog[open]')) { dialog.open = false; dialog.showModal(); }
}

// Asks until there is an answer; a repeated request has the same name, so the server does it once.
async function send(url, options = {}) {
  const mine = ++order;
  for (const delay of [0.5, 1, 2, 4, 0]) {
    try {
      const answer = await fetch(url, { ...options, headers: { Accept: 'text/x-fragment' } });
      if (answer.status < 500 && answer.status !== 429) {
        const text = await answer.text();
        note('');
        if (mine > shownOrder && text) { shownOrder = mine; paint(text, !options.quiet); }
        return true;
      }
    } catch { /* No connection. */ }
    if (options.quiet) return false;
    note(delay ? words.unsaved : words.failed);
    if (delay) await sleep(delay);
  }
  return false;
}

async function submit(url, options) {
  if (busy) return;
  [busy, unsent] = [true, [url, options]];
  if (await send(url, options)) unsent = null;
  busy = false;
  if (!unsent) refresh();
}
const body = fields => ({ method: 'POST', body: new URLSearchParams(fields) });
const refresh = () => busy || unsent ? true : send(`${path}/state?since=${main.dataset.seq}`, { quiet: true });

// Tells that the player has seen the game; only a page that is visible does.
function saw() {
  if (document.hidden || !main.dataset.you || seen === main.dataset.seq) return;
  seen = main.dataset.seq;
  fetch(path + '/seen', { ...body({ seq: seen }), keepalive: true }).catch(() => { seen = 0; });
}

// A browser has six connections to a host, and streams of other pages must not take them all: four may listen.
const take = (slot = 3) => new Promise(done => navigator.locks ? navigator.locks.request('stream ' + slot, { ifAvailable: true },
  lock => lock ? new Promise(release => done(release)) : void (slot ? take(slot - 1).then(done) : done(null))) : done(() => {}));

function hush() {
  stream?.close();
  release?.();
  clearTimeout(timer);
  stream = release = null;
}

// Listens while the page is visible; polls when that fails, and slowly while it is hidden, for the title.
async function listen() {
  hush();
  const later = seconds => { timer = setTimeout(async () => { await refresh(); listen(); }, seconds * 1000); };
  if (document.hidden) return later(60);
  const mine = ++turns, slot = await take();
  if (mine !== turns) return slot?.();
  release = slot;
  if (!slot) return later(5);
  stream = new EventSource(path + '/events');
  stream.onopen = () => {
    pause = 2;
    if (!unsent) note(''); else if (!busy) submit(...unsent);
  };
  stream.onmessage = event => { if (event.data !== main.dataset.seq) refresh(); };
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
  send(url);
}

document.addEventListener('click', event => {
  const target = event.target;
  if (!main.contains(target)) return;
  // What has just moved under the finger is not what was aimed at. Keys have no aim.
  if (event.detail && performance.now() - painted < 300) { event.preventDefault(); event.stopPropagation(); return; }
  const link = target.closest('a[href]');
  if (target.closest('.cancel')) {
    event.preventDefault();
    target.closest('dialog').close();
  } else if (link && link.pathname === path && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    show(link.href, true);
  } else if (target.matches('.js input')) {
    localStorage.setItem(target.id, target.checked ? 'yes' : 'no');
    prepare();
  }
}, true);

document.addEventListener('submit', event => {
  const form = event.target, by = event.submitter, url = new URL(form.action);
  if (!main.contains(form) || !url.pathname.startsWith(path) || /\/(seat|newlink)$/.test(url.pathname)) return;
  event.preventDefault();
  const data = new FormData(form, by);
  if (form.method === 'post') return void submit(url, body(data));
  if (by?.name === 'ask' && $('#ask-' + by.value)) return $('#ask-' + by.value).showModal();
  if (by?.name !== 'point' || !mayPlayAt(by)) return show(`${path}?${new URLSearchParams(data)}`, data.has('move'));
  choose(by);
  if (prefers('one-click')) $('#play').click();
});

// Shows which stones a click would mark together.
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, event => {
    const group = event.target.closest?.('[data-g]')?.dataset.g;
    for (const one of $$('.hot')) one.classList.remove('hot');
    if (group) for (const one of $$(`[data-g="${group}"]`)) one.classList.add('hot');
  });
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || $('dialog:modal') || event.target.matches('input, select')) return;
  const all = points(), at = all.indexOf(event.target), columns = +/\bc(\d+)/.exec($('#board').className)[1];
  const column = at % columns, key = event.key;
  const steps = { ArrowLeft: column && -1, ArrowRight: column < columns - 1 && 1, ArrowUp: -columns, ArrowDown: columns, Home: -column, End: columns - 1 - column };
  clearTimeout(typedTimer);
  typedTimer = setTimeout(() => { if (/^[ls]$/i.test(typed)) command(typed.toLowerCase()); typed = ''; }, 900);
  if (at >= 0 && key in steps) {
    event.preventDefault();
    focus(all[at + steps[key]]);
  } else if (key === 'Enter' && /^[a-z]\d+$/i.test(typed)) {
    event.preventDefault();
    const one = button(typed.toUpperCase());
    typed = '';
    if (one) { focus(one); one.click(); }
  } else if (key === 'Escape') unchoose();
  else if (/^[a-z]$/i.test(key)) typed = key;
  else if (/^\d$/.test(key) && typed) typed += key;
});

function focus(one) {
  if (one) for (const other of points()) other.tabIndex = other === one ? 0 : -1;
  one?.focus();
}

function command(letter) {
  if (letter === 'l') return focus(button($('#board').dataset.last));
  say($('#score') ? `${$('#score').dataset.say}. ${$('#verdict, #status').textContent}` : words.noscore);
}

const wake = () => { if (!document.hidden) { refresh(); saw(); } listen(); };
document.addEventListener('visibilitychange', wake);
addEventListener('online', wake);
addEventListener('pageshow', event => { if (event.persisted) wake(); });
addEventListener('pagehide', () => { turns++; hush(); });
addEventListener('popstate', () => show(location.href, false));
prepare(); saw(); listen();
})();
