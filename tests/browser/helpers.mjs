// What every scene needs: players' pages, and waiting for what a page shows.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The longest that anything may take. Far more than a loaded machine needs; a page that never learns fails all the same. */
export const LIMIT = 15_000;

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const sleep = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/** Waits until `look` returns something true, and returns it. */
export async function until(look, what, limit = LIMIT) {
  const end = performance.now() + limit;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`not within ${limit / 1000} s: ${typeof what === 'function' ? await what() : what}`);
    await sleep(100);
  }
}

export function equal(found, expected, what) {
  const [a, b] = [found, expected].map(value => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}

/** Clicks right after a repaint are dropped by the page, so a click waits until it has been quiet for a while. */
export function watchRepaints() {
  window.repainted = -1000;
  new MutationObserver(changes => {
    if (changes.some(change => [...change.addedNodes].some(node => node.nodeName === 'MAIN'))) window.repainted = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

/** Contexts that have served a scene and can serve another: a new one costs as much as a short scene. */
const used = [];

/** The pages of one scene. Each context is a browser of its own: another person's. */
export class Stage {
  constructor(browser, server, long) {
    Object.assign(this, { browser, server, long, contexts: [], borrowed: [], pages: [], faults: [] });
  }

  async borrow() {
    const context = used.pop() ?? await this.context();
    this.contexts = this.contexts.filter(one => one !== context);
    this.borrowed.push(context);
    return context;
  }

  async context(options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
    context.setDefaultTimeout(LIMIT);
    this.contexts.push(context);
    await context.addInitScript(watchRepaints);
    return context;
  }

  /** Opens a page, in a context of its own unless one is given. */
  async open(url, context, options) {
    context ??= options ? await this.context(options) : await this.borrow();
    const page = await context.newPage();
    this.pages.push(page);
    page.on('pageerror', error => this.faults.push(`error in the page: ${error.message}`));
    page.on('console', message => {
      // The browser itself reports answers such as 409, and lost connections.
      if (message.type() === 'error' && !/Failed to load resource|net::ERR_/.test(message.text())) this.faults.push(`console: ${message.text()}`);
    });
    if (url) await page.goto(url);
    return page;
  }

  async close() {
    for (const context of this.contexts) await context.close();
    for (const context of this.borrowed) {
      for (const page of context.pages()) await page.close();
      await context.setOffline(false);
      used.push(context);
    }
    if (this.faults.length) throw new Error(this.faults.join('\n'));
  }
}

/** What a page of a game shows. A button is '' if it is not there, else 'on' or 'off'. */
export function screen(page) {
  return page.evaluate(() => {
    const $ = id => document.getElementById(id);
    const main = document.querySelector('main.game');
    if (!main) return { state: '', title: document.title };
    const seen = one => Boolean(one?.checkVisibility());
    const text = one => seen(one) ? one.innerText.trim().replace(/\s+/g, ' ') : '';
    const button = id => !seen($(id)) ? '' : $(id).disabled ? 'off' : 'on';
    const buttons = Object.fromEntries(['play', 'pass', 'done', 'undone', 'grant', 'takeback', 'resume', 'resign', 'void', 'claim', 'rematch'].map(id => [id, button(id)]));
    return {
      ...buttons,
      state: main.dataset.state, seq: +main.dataset.seq, number: +main.dataset.number, board: main.dataset.board,
      title: document.title, status: text($('status')), opponent: text($('opponent_done')), score: text($('score')), verdict: text($('verdict')),
      said: text($('said')), bubble: text($('bubble')), net: text($('net')), live: $('live').textContent,
      dialog: text(document.querySelector('dialog[open]')), notes: [...document.querySelectorAll('.messages')].map(text).filter(Boolean).join(' '),
      changed: [...document.querySelectorAll('.changed')].map(one => one.value),
    };
  });
}

const fits = (found, expected) => expected instanceof RegExp ? expected.test(found)
  : typeof expected === 'function' ? expected(found) : JSON.stringify(found) === JSON.stringify(expected);

/** Waits until a page shows all of this, without a reload. A regular expression must match, a function return true. */
export async function shows(page, expected, limit = LIMIT) {
  let found;
  const differs = () => Object.keys(expected).filter(name => !fits(found[name], expected[name]));
  await until(
    async () => { found = await screen(page); return differs().length === 0; },
    () => differs().map(name => `${name} is ${JSON.stringify(found[name])}, expected ${expected[name]}`).join('; '),
    limit,
  );
  return found;
}

/** Waits until the page takes clicks again after a repaint. */
export const quiet = page => page.waitForFunction(() => performance.now() - window.repainted > 320);

/** Clicks (or taps) as a person would: when the page has come to rest. */
export async function press(page, selector, how = 'click') {
  await page.locator(selector).waitFor();
  await quiet(page);
  await page.locator(selector)[how]();
}

export const point = name => `.points button[value="${name}"]`;

/** Plays a stone by two clicks. */
export async function play(page, name, how) {
  await press(page, point(name), how);
  await shows(page, { play: 'on' });
  await press(page, '#play', how);
}

/** Presses a button that asks, and answers the question. */
export async function answer(page, question, how) {
  await press(page, `#${question}`, how);
  await page.locator(`#ask-${question} .answers button`)[how ?? 'click']();
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Looks for what keeps people from using a page: by default serious and critical findings only. */
export async function accessible(page, what, impacts = ['serious', 'critical']) {
  await (page.run ?? page.evaluate).call(page, axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const grave = violations.filter(one => impacts.includes(one.impact));
  const said = grave.map(one => `${one.id} (${one.impact}): ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`);
  if (said.length) throw new Error(`${what}: ${said.join('\n')}`);
}

/** A board of five lines, scored: Black's side has a dead white stone on B3, White's a dead black one on E3. */
export const WALLS = 'C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 E3 B3';
export const SCORING = `${WALLS} pass pass`;
