// What every scene needs: a server, games, players' pages, and waiting for what a page shows.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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

/** A running `gokata serve` with a folder of its own. */
export class Server {
  static async start(binary) {
    const server = new Server();
    server.binary = binary;
    server.folder = mkdtempSync(join(tmpdir(), 'gokata-browser-'));
    await server.run('127.0.0.1:0');
    return server;
  }

  async run(listen) {
    const args = ['serve', '--listen', listen, '--data', this.folder, '--no-limits'];
    this.process = spawn(this.binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.log = '';
    this.process.stderr.on('data', data => { this.log += data; });
    this.ended = new Promise(done => this.process.once('exit', done));
    const lines = createInterface({ input: this.process.stdout });
    const told = new Promise(done => lines.once('line', done));
    const line = await Promise.race([told, this.ended.then(() => '')]);
    this.url = /http:\/\/[^/ ]+/.exec(line)?.[0];
    if (!this.url) throw new Error(`the server did not start: ${line} ${this.log}`);
  }

  /** Ends the server as a power cut would. */
  async kill() {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  async runAgain() {
    await this.run(new URL(this.url).host);
  }

  async stop() {
    this.process.kill('SIGTERM');
    await this.ended;
    this.python?.stdin.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Asks the database, as another process may. Python has SQLite; Node only in later versions. */
  async query(sql, ...values) {
    if (!this.python) {
      const program = 'import json,sqlite3,sys\n'
        + 'db=sqlite3.connect(sys.argv[1],timeout=10,isolation_level=None); db.row_factory=sqlite3.Row\n'
        + 'for line in sys.stdin:\n print(json.dumps([dict(row) for row in db.execute(*json.loads(line))]),flush=True)';
      const database = join(this.folder, readdirSync(this.folder).find(name => name.endsWith('.sqlite')));
      this.python = spawn('python3', ['-c', program, database], { stdio: ['pipe', 'pipe', 'inherit'] });
      this.answers = createInterface({ input: this.python.stdout })[Symbol.asyncIterator]();
    }
    // Answers come in the order of the questions.
    this.python.stdin.write(`${JSON.stringify([sql, values])}\n`);
    const { value, done } = await this.answers.next();
    if (done) throw new Error(`the database cannot be asked: ${sql}`);
    return JSON.parse(value);
  }

  /** The mails of a game that have been sent: their file names and texts. */
  mails(game) {
    const folder = join(this.folder, 'mail');
    const names = readdirSync(folder).filter(name => name.startsWith(game.id) && name.endsWith('.eml'));
    return names.sort().map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  }

  /** Makes a game without a browser. `moves` is a text such as `D4 E5 pass`. */
  async game({ moves = '', mail = false, ...fields } = {}) {
    const req = word();
    // Addresses of their own, because a server sends few mails a day to one address.
    const addresses = mail ? { email: `ann.${req}@example.org`, opponent_email: `bob.${req}@example.org` } : {};
    const form = { req, name: 'Ann', opponent_name: 'Bob', ...addresses, ...fields };
    const made = await post(`${this.url}/games`, form);
    const game = new Game(this, made);
    await game.moves(moves);
    return game;
  }

  /** Plays moves for whoever is to move. */
  async moves(links, moves) {
    const answer = await fetch(`${links.black}/state`, { headers: { Accept: 'application/json' } });
    let view = await answer.json();
    for (const move of moves.split(/\s+/).filter(Boolean)) {
      const [verb, point] = move === 'pass' ? ['pass', {}] : ['play', { point: move }];
      ({ view } = await post(`${links[view.to_move]}/${verb}`, { req: word(), move_no: view.move_no, ...point }));
    }
  }
}

/** A name for a request. */
export const word = () => Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);

async function post(url, fields) {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(fields) });
  const object = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(`${answer.status} ${url.replace(/.*\//, '')}: ${JSON.stringify(object.text ?? object)}`), { status: answer.status, object });
  return object;
}

/** A game, driven without a browser. */
export class Game {
  constructor(server, made) {
    Object.assign(this, { server, id: made.game, black: made.black, white: made.white, spectators: made.spectators });
  }

  async view(color) {
    const answer = await fetch(`${this[color]}/state`, { headers: { Accept: 'application/json' } });
    return answer.json();
  }

  /** Sends a player's command, with the numbers that the player would see now. */
  async ask(color, verb, fields = {}) {
    const view = await this.view(color);
    const numbers = {
      play: { move_no: view.move_no },
      pass: { move_no: view.move_no },
      mark: { number: view.scoring_number },
      done: { number: view.scoring_number, retracted: view.retracted, board: view.board_state_string },
      undone: { approval: view.approval },
      resume: { number: view.scoring_number },
      void: { seq: view.seq },
    };
    return post(`${this[color]}/${verb}`, { req: word(), ...numbers[verb], ...fields });
  }

  moves(moves) { return this.server.moves(this, moves); }

  /** Says that a player has looked at the game as it is now. */
  async seen(color) {
    const { seq } = await this.view(color);
    await fetch(`${this[color]}/seen`, { method: 'POST', body: new URLSearchParams({ seq }) });
  }

  mark(color, point, mark = 'dead') { return this.ask(color, 'mark', { point, mark }); }

  /** Rows of mails that wait or were sent to a player, oldest first. */
  outbox(color) {
    const sql = 'SELECT o.kind, o.seq, o.sent_at, o.dropped, s.seen >= o.seq AS seen FROM outbox o JOIN seat s ON s.game = o.game AND s.role = o.role '
      + 'WHERE o.game = ? AND o.role = ? ORDER BY o.id';
    return this.server.query(sql, this.id, color[0]);
  }

  /** Lets the mails that wait be due. */
  hurry() { return this.server.query('UPDATE outbox SET due = 0 WHERE game = ? AND sent_at IS NULL', this.id); }

  async events(kind) {
    const [{ number }] = await this.server.query('SELECT count(*) AS number FROM event WHERE game = ? AND kind = ?', this.id, kind);
    return number;
  }
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
    // Clicks right after a repaint are dropped by the page, so a click waits until it has been quiet for a while.
    await context.addInitScript(() => {
      window.repainted = -1000;
      new MutationObserver(changes => {
        if (changes.some(change => [...change.addedNodes].some(node => node.nodeName === 'MAIN'))) window.repainted = performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
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
    const buttons = Object.fromEntries(['play', 'pass', 'done', 'undone', 'resume', 'resign', 'void', 'claim'].map(id => [id, button(id)]));
    return {
      ...buttons,
      state: main.dataset.state, seq: +main.dataset.seq, number: +main.dataset.number, board: main.dataset.board,
      title: document.title, status: text($('status')), opponent: text($('opponent_done')), score: text($('score')), verdict: text($('verdict')),
      said: text($('said')), bubble: text($('bubble')), net: text($('net')), live: $('live').textContent,
      dialog: text(document.querySelector('dialog[open]')), notes: text(document.querySelector('.messages')),
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

/** Looks for what keeps people from using a page: serious and critical findings only. */
export async function accessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const grave = violations.filter(one => ['serious', 'critical'].includes(one.impact));
  const said = grave.map(one => `${one.id} (${one.impact}): ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`);
  if (said.length) throw new Error(`${what}: ${said.join('\n')}`);
}

/** A board of five lines, scored: Black's side has a dead white stone on B3, White's a dead black one on E3. */
export const WALLS = 'C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 E3 B3';
export const SCORING = `${WALLS} pass pass`;
