// Programs in this process through gokata/testing, by the adapters of tests/peers/judged, and through the line protocol: the same
// tables and the same wrong answers? node peers.mjs [PART OF A COMMAND…], with GOKATA as for testing.test.mjs.

import { createRequire, Module } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cannot, check } from '../../../target/wasm/package/testing.js';
import { asked, ROOT, told } from './command.mjs';

const FOLDER = 'tests/peers/judged';
process.env.NODE_PATH = join(import.meta.dirname, 'node_modules');
Module._initPaths(); // the adapters lie elsewhere
const require = createRequire(import.meta.url);
const protocol = require(join(ROOT, FOLDER, 'protocol.js'));
const { begun, counted, reading, Refused, tried } = protocol;

/** What an adapter serves under these arguments. */
function served(file, ...args) {
  const path = join(ROOT, FOLDER, file);
  delete require.cache[path];
  process.argv = [process.execPath, path, ...args];
  let found;
  protocol.serve = (name, version, rules, Game) => { found = { rules, Game }; };
  require(path);
  return found;
}

/** The adapters know games by their boards. */
function heard(text) {
  const question = reading();
  question.next();
  for (const line of text.trimEnd().split('\n')) {
    const { done, value } = question.next(line);
    if (done) return value;
  }
}

function able(act) {
  try {
    return act();
  } catch (error) {
    throw error instanceof protocol.Cannot ? new Cannot(error.message) : error;
  }
}

/** The class for gokata/testing of what an adapter serves. */
function adapter({ rules, Game }) {
  const sign = color => (color === 'black' ? 'x' : 'o');
  class Peer {
    static rules = rules;
    static sizes = Game.sizes;

    start({ text }) {
      this.question = heard(text);
      if (!this.question.count) this.game = able(() => begun(this.question, Game));
    }

    refusal(color, point) {
      return able(() => tried(() => this.game.play(color, point), why => `illegal ${why}`.trimEnd()));
    }

    legal({ color, point }) {
      return this.refusal(sign(color), point) ?? true;
    }

    board() {
      const { move, steps } = this.question;
      return (move && !steps.length && this.refusal(move.color, move.point)) || this.game.rows();
    }
  }
  const more = {
    margin: { score() { return able(() => counted(this.question, 'score?', Game)); } },
    undo: { play({ color, point }) { return this.refusal(sign(color), point) === undefined; }, undo() { able(() => this.game.undo()); } },
    prisoners: { prisoners() { return able(() => this.game.prisoners()); } },
  };
  for (const [method, methods] of Object.entries(more)) if (method in Game.prototype) Object.assign(Peer.prototype, methods);
  return Peer;
}

const [heading, ...rows] = readFileSync(join(ROOT, 'fixtures/SCOREBOARD.tsv'), 'utf8').trim().split('\n').map(line => line.split('\t'));
const commands = rows.map(row => row[heading.indexOf('command')]).filter(command => /^(tenuki_game|sabaki_board|ogs_goban)\.js /.test(command));
const parts = process.argv.slice(2);
let different = 0;
for (const command of commands.filter(it => parts.every(part => it.includes(part)))) {
  const here = told(check(adapter(served(...command.split(' ')))));
  const there = asked(`node ${FOLDER}/${command}`);
  const same = JSON.stringify(here) === JSON.stringify(there);
  const [sentence] = here.counted.filter(line => /questions: /.test(line));
  console.log(`${command}: ${sentence}${same ? ', as by its adapter' : ''}`);
  if (same) continue;
  different += 1;
  const lines = ({ counted, wrong }) => [...counted, ...wrong];
  const missing = (some, others) => lines(some).filter(line => !lines(others).includes(line)).slice(0, 30);
  console.log(`  only here:\n${missing(here, there).join('\n')}\n  only by its adapter:\n${missing(there, here).join('\n')}`);
}
if (different) throw new Error(`${different} of ${commands.length} programs have other numbers through gokata/testing`);
