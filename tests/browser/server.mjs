// A server with a folder of its own, and games that are driven without a browser.

import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A running `gokata serve` with a folder of its own. */
export class Server {
  static async start(binary, ...more) {
    const server = new Server();
    Object.assign(server, { binary, more });
    server.folder = mkdtempSync(join(tmpdir(), 'gokata-browser-'));
    await server.run('127.0.0.1:0');
    return server;
  }

  async run(listen) {
    const args = ['serve', '--listen', listen, '--data', this.folder, '--no-limits', ...this.more];
    this.process = spawn(this.binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.log = '';
    this.process.stderr.on('data', data => { this.log += data; });
    this.ended = new Promise(done => this.process.once('exit', done));
    const lines = createInterface({ input: this.process.stdout });
    const printed = new Promise(done => lines.once('line', done));
    const line = await Promise.race([printed, this.ended.then(() => '')]);
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

  /** The link in a game's first mail that stops mails. */
  async stopLink(game) {
    let mails = [];
    while (!mails.length) {
      await new Promise(done => setTimeout(done, 100));
      mails = this.mails(game);
    }
    return /https?:\S+\/m\/\S+\/stop/.exec(mails[0].text.replaceAll('=\r\n', ''))[0];
  }

  /** The letters of a player's link. */
  token(game, role) {
    const proof = createHmac('sha256', readFileSync(join(this.folder, 'secret'))).update(game + role).digest();
    return game + role + proof.subarray(0, 16).toString('base64url');
  }

  /** Makes a game without a browser. `moves` is a text such as `D4 E5 pass`. */
  async game({ moves = '', mail = false, ...fields } = {}) {
    const req = word();
    // Addresses of their own, because a server sends few mails a day to one address.
    const addresses = mail ? { email: `ann.${req}@example.org`, opponent_email: `bob.${req}@example.org` } : {};
    const form = { req, name: 'Ann', opponent_name: 'Bob', ...addresses, ...fields };
    const made = await post(`${this.url}/games`, form);
    // An opponent who has an address gets their link by mail: here it is made from the secret.
    if (!made.white) made.white = `${this.url}/g/${this.token(made.game, 'wa')}`;
    const game = new Game(this, made);
    await game.moves(moves);
    return game;
  }

  /** Plays moves for the side to move. */
  async moves(links, moves) {
    const answer = await fetch(`${links.black}/state`, { headers: { Accept: 'application/json' } });
    let view = await answer.json();
    for (const move of moves.split(/\s+/).filter(Boolean)) {
      const [verb, point] = move === 'pass' ? ['pass', {}] : ['play', { point: move }];
      ({ view } = await post(`${links[view.to_move]}/${verb}`, { req: word(), move_no: view.move_no, taken_back: view.taken_back, ...point }));
    }
  }
}

/** A mail server that takes everything: its address, and the mails that it has. */
export async function mailServer() {
  const mails = [];
  const server = createServer(socket => {
    let [text, isMail] = ['', false];
    const say = line => socket.write(`${line}\r\n`);
    say('220 here');
    socket.on('error', () => {}).on('data', data => {
      text += data;
      for (let end; (end = text.indexOf(isMail ? '\r\n.\r\n' : '\r\n')) >= 0;) {
        const part = text.slice(0, end);
        text = text.slice(end + (isMail ? 5 : 2));
        if (isMail) mails.push(part.replaceAll('=\r\n', ''));
        const word = isMail ? '' : part.slice(0, 4).toUpperCase();
        isMail = word === 'DATA';
        say({ DATA: '354 go on', QUIT: '221 bye' }[word] ?? '250 fine');
      }
    });
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { url: `smtp://127.0.0.1:${server.address().port}`, mails, close: () => server.close() };
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
      play: { move_no: view.move_no, taken_back: view.taken_back },
      pass: { move_no: view.move_no, taken_back: view.taken_back },
      takeback: { seq: view.seq },
      grant: { ask: view.seq },
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
