// The package beside tenuki, @sabaki/go-board and goban, in this process and by the shape of the calls: `npm ci`, then
// `node bench.mjs`, when target/wasm/package is built (.ci/browser --package). Prints the table of ../README.md; status 1 if a ratio, the
// import or the memory is not as promised. Times are CPU time, medians; each round asks all programs in turn.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { Game, Record, version } from '../../../target/wasm/package/gokata.js';

const require = createRequire(import.meta.url);
// goban expects a page around it.
globalThis.self = globalThis.window = globalThis;
globalThis.addEventListener = () => {};
globalThis.document = { body: {}, addEventListener() {}, createElement: () => ({ style: {} }) };
const SabakiBoard = require('@sabaki/go-board');
const { Game: Tenuki } = require('tenuki');
const { GobanEngine } = require('goban');

const SIZE = 19, POINTS = SIZE * SIZE, TURNS = 200, GAMES = 12, ROUNDS = 9;
const PACKAGE = new URL('../../../target/wasm/package/gokata.js', import.meta.url).href;
// Legal under them is legal in all four programs.
const STRICT = 'kata,ko=positional', SIMPLE = 'kata';

/** Random games, the same each time: legal moves, of which a fifth is near the last one, so that stones are taken. */
function drawn() {
  let state = 20_261_128;
  const random = below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: GAMES }, () => {
    const game = new Game(SIZE, { rules: STRICT }), moves = [];
    while (moves.length < TURNS) {
      const mask = game.legalMask(), last = moves.at(-1) ?? 0;
      const near = random(5) === 0 ? [last - SIZE, last - 1, last + 1, last + SIZE].filter(it => mask[it] === 1 && it < POINTS) : [];
      const all = near.length ? near : Array.from(mask.keys()).filter(it => mask[it] === 1 && it < POINTS);
      moves.push(all[random(all.length)]);
      game.play(moves.at(-1));
    }
    return moves;
  });
}

const games = drawn();
const names = Array.from({ length: POINTS }, (_, index) => new Game(SIZE).vertex(index));
const at = index => [Math.floor(index / SIZE), index % SIZE];
const sign = turn => (turn % 2 ? -1 : 1);
const CHECKED = { preventOverwrite: true, preventKo: true, preventSuicide: true };

/** How each program makes a game anew, makes a move, and finds the legal points. */
const PROGRAMS = {
  'go-board': {
    ko: ['simple'],
    start: () => ({ board: SabakiBoard.fromDimensions(SIZE), turn: 0 }),
    play(game, index) {
      const [row, col] = at(index);
      game.board = game.board.makeMove(sign(game.turn++), [col, row], CHECKED);
    },
    legal({ board, turn }) {
      let number = 0;
      for (let index = 0; index < POINTS; index++) {
        const [row, col] = at(index);
        if (board.get([col, row])) continue;
        const { suicide, ko } = board.analyzeMove(sign(turn), [col, row]);
        if (!suicide && !ko) number++;
      }
      return number;
    },
  },
  tenuki: {
    ko: ['simple', 'positional'],
    start: ko => new Tenuki({ boardSize: SIZE, koRule: ko === 'simple' ? ko : 'positional-superko', scoring: 'area' }),
    play(game, index) {
      if (!game.playAt(...at(index))) throw new Error('tenuki refuses a move');
    },
    legal(game) {
      let number = 0;
      for (let index = 0; index < POINTS; index++) if (!game.isIllegalAt(...at(index))) number++;
      return number;
    },
  },
  goban: {
    ko: ['simple', 'positional'],
    start: ko => new GobanEngine({ width: SIZE, height: SIZE, rules: ko === 'simple' ? 'japanese' : 'chinese' }),
    play(game, index) {
      const [row, col] = at(index);
      game.place(col, row, true, true);
    },
    legal(game) {
      let number = 0;
      const now = game.cur_move;
      for (let index = 0; index < POINTS; index++) {
        const [row, col] = at(index);
        if (game.board[row][col]) continue;
        try {
          game.place(col, row, true, true);
          number++;
        } catch { /* illegal */ }
        game.jumpTo(now);
      }
      return number;
    },
  },
};
const rules = ko => (ko === 'simple' ? SIMPLE : STRICT);
const mask = new Uint8Array(POINTS + 1);
const count = bytes => bytes.reduce((sum, byte) => sum + byte, -1); // without the pass
const OURS = {
  'Game by index': { start: ko => new Game(SIZE, { rules: rules(ko) }), play: (game, index) => game.play(index), mask: game => game.legalMask(mask), free: game => game.free() },
  'Game by name': { start: ko => new Game(SIZE, { rules: rules(ko) }), play: (game, index) => game.play(names[index]), free: game => game.free() },
  'Record by index': { start: ko => ({ now: new Record(SIZE, { rules: rules(ko) }) }), play(game, index) { game.now = game.now.play(index); }, mask: ({ now }) => now.legalMask(mask) },
  'Record by name': { start: ko => ({ now: new Record(SIZE, { rules: rules(ko) }) }), play(game, index) { game.now = game.now.play(names[index]); } },
};

function played(program, moves, ko, turns = TURNS) {
  const game = program.start(ko);
  for (let turn = 0; turn < turns; turn++) program.play(game, moves[turn]);
  return game;
}

/** A game that is not used any more; records are left to the runtime, as their users leave them. */
const finish = (program, game) => program.free?.(game);

const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** The median of the microseconds of CPU time of each act, which is done `times` times. */
async function measured(acts) {
  const found = new Map(acts.map(([name]) => [name, []]));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, times, act] of acts) {
      await new Promise(setImmediate); // unused records are freed between turns of the event loop
      const before = process.cpuUsage();
      for (let time = 0; time < times; time++) act();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) found.get(name).push((user + system) / times);
    }
  }
  return new Map([...found].map(([name, all]) => [name, median(all)]));
}

const faults = [];
const show = number => (number >= 100 ? String(Math.round(number)) : String(Number(number.toPrecision(2))));

function row(what, ours, peers, least) {
  const fastest = Math.min(...Object.values(peers)), ratio = fastest / ours;
  console.log(`| ${[what, show(ours), ...['go-board', 'tenuki', 'goban'].map(name => (name in peers ? show(peers[name]) : '')), Number.isFinite(ratio) ? `${show(ratio)} times` : ''].join(' | ')} |`);
  if (least && !(ratio >= least)) faults.push(`${what}: ${show(ratio)} times the fastest, not ${least}`);
}

/** Runs a program of its own, which prints a number. */
const alone = code => Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));
const IMPORT = `const before = process.cpuUsage(); await import(${JSON.stringify(PACKAGE)}); const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000)`;
const MILLION = `import { Record } from ${JSON.stringify(PACKAGE)};
let most = 0, record = new Record(19);
for (let made = 0; made < 1e6; made++) {
  record = made % 200 ? record.play(record.turns) : new Record(19);
  if (made % 10_000) continue;
  await new Promise(setImmediate);
  most = Math.max(most, process.memoryUsage().rss);
}
console.log(most / 1e6)`;

const versions = Object.entries(JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).dependencies).map(pair => pair.join(' '));
console.log(`gokata ${version}, ${versions.join(', ')}, Node ${process.version}, ${cpus()[0].model.trim()}, ${new Date().toISOString().slice(0, 10)}. Microseconds of CPU time.\n`);
console.log('| 19x19 | gokata | go-board | tenuki | goban | beside the fastest |\n|---|---:|---:|---:|---:|---:|');

for (const ko of ['simple', 'positional']) {
  const peers = Object.entries(PROGRAMS).filter(([, program]) => program.ko.includes(ko));
  for (const turns of [100, 200]) {
    const acts = [], numbers = new Set();
    for (const [name, program] of peers) {
      const all = games.slice(0, name === 'goban' ? 2 : 6).map(moves => played(program, moves, ko, turns));
      numbers.add(program.legal(all[0]));
      acts.push([name, 1, () => all.forEach(game => program.legal(game)), all.length]);
    }
    for (const name of ['Game by index', 'Record by index']) {
      const program = OURS[name], all = games.slice(0, 6).map(moves => played(program, moves, ko, turns));
      numbers.add(count(program.mask(all[0])));
      acts.push([name, 1000, () => all.forEach(game => program.mask(game)), all.length]);
    }
    if (numbers.size !== 1) faults.push(`the programs have ${[...numbers].join(', ')} legal points`);
    const found = await measured(acts);
    const each = Object.fromEntries(acts.map(([name, , , length]) => [name, found.get(name) / length]));
    const { 'Game by index': game, 'Record by index': record, ...others } = each;
    row(`the legal points after ${turns} moves, ${ko === 'simple' ? 'simple ko' : 'superko'}: \`Game.legalMask\``, game, others, 20);
    row('— `Record.legalMask`', record, others);
  }
  const acts = peers.map(([name, program]) => [name, 1, () => games.slice(0, 3).forEach(moves => played(program, moves, ko)), 3]);
  for (const [name, program] of Object.entries(OURS)) acts.push([name, 3, () => games.forEach(moves => finish(program, played(program, moves, ko))), GAMES]);
  const found = await measured(acts);
  const each = Object.fromEntries(acts.map(([name, , , length]) => [name, found.get(name) / length / TURNS]));
  const others = Object.fromEntries(peers.map(([name]) => [name, each[name]]));
  for (const name of Object.keys(OURS)) row(`a move, ${ko === 'simple' ? 'simple ko' : 'superko'}: \`${name.split(' ')[0]}.play\` ${name.replace(/\w+ /, '')}`, each[name], others, { 'Game by index': 20, 'Record by index': 3, 'Record by name': 3 }[name]);
}

const record = played(OURS['Record by index'], games[0], 'simple').now, points = record.legalPoints();
let next = 0;
const point = () => points[next++ % points.length];
const single = await measured([
  ['`explain` of a point', 300, () => record.explain(point())],
  ['`underAll` of a point', 100, () => record.underAll(point())],
  ['`reasons` of the whole board', 100, () => record.reasons()],
  ['`isLegal("C3")`', 3000, () => record.isLegal(point())],
]);
for (const [name, time] of single) row(name, time, {});

const milliseconds = median(Array.from({ length: 9 }, () => alone(IMPORT))), megabytes = alone(MILLION);
console.log(`\nThe import takes ${show(milliseconds)} ms of CPU time. A million records, with an \`await\` every 10,000, take up to ${show(megabytes)} MB.`);
if (milliseconds > 60) faults.push('the import takes longer than 60 ms');
if (megabytes > 300) faults.push('a million records take more than 300 MB');
if (faults.length) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
