// Calls all that the package has, found by looking, with all that can be wrong: a value comes back, or a GokataError with a
// sentence, and the next call works. Prints how many calls were made, and each that did something else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as gokata from 'gokata';

const { Game, GokataError, Record, Rules } = gokata;
const BOARD = 'o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n';
const disposed = new Record(9);
disposed[Symbol.dispose]();
const JUNK = [
  5, NaN, 1.5, -1, -0, 2 ** 32 + 5, 2 ** 53, Infinity, 7n, undefined, null, true, Symbol('s'), '', 'C3', '\ud800', 'C\u0000', '(999999999999,-1)', '⓵🙂',
  disposed, new Record(1), new Game([2, 25]), {}, { length: 1e9 }, Object.create(null), [], [[]], [null, undefined], [1.5, NaN], [Symbol('s'), {}], [1, 2, 3], [-1, 2 ** 40],
  [, 3], [, [0, 1]], [[1, , 0], [0, 0, 0]], () => {}, new Date(NaN), new Map([[1, 2]]), new Uint8Array(26), new Uint8Array(3), new Float64Array([NaN, 1e300]), /x/, Promise.resolve(), BOARD, 'x'.repeat(1_000_000), '('.repeat(1_000_000), Array(100_000).fill(1),
];
// Every option that the declarations name.
const OPTIONS = [...new Set(readFileSync(new URL(import.meta.resolve('gokata').replace(/\.js$/, '.d.ts')), 'utf8').match(/\w+(?=\?:)/g))];
const shown = value => (typeof value === 'string' ? `${JSON.stringify(value.slice(0, 20))} (${value.length})` : Array.isArray(value) ? `[${value.slice(0, 3).map(shown)}] (${value.length})` : typeof value === 'object' && value ? `a ${value.constructor?.name}` : String(value));

let calls = 0;
const faults = new Set();
const said = [];
console.error = text => said.push(text);

/** Makes a call, and looks at what came of it. */
function attempt(name, args, call) {
  calls += 1;
  const began = performance.now();
  const fault = what => faults.add(`${name}(${args.map(shown).join(', ')}): ${what}`);
  try {
    call();
  } catch (error) {
    if (!(error instanceof GokataError)) fault(`${error?.name}: ${error?.message}`);
    else if (!/\w+ \w+/.test(error.message) || /a bug|\[object|Symbol\.|undefined is/.test(error.message)) fault(`says: ${error.message}`);
  }
  if (said.length) fault(`on the console: ${said.splice(0)}`);
  if (performance.now() - began > 20_000) fault('takes long');
}

/** The ways in which one wrong value, or several, can be given. */
function* lists(value) {
  yield [value];
  yield [value, value];
  yield ['C3', value];
  yield [BOARD, value];
  // Large values in every option would take minutes.
  if (!(value?.length > 1000)) for (const option of OPTIONS) yield ['C3', { [option]: value }], yield [BOARD, { [option]: value }];
  yield [{ marks: value }];
  yield [{ dead: value, seki: value, [String(shown(value))]: value }];
  yield ['C3', 'black', value];
}

function tryAll(name, make, one) {
  attempt(name, [], () => one(make()));
  for (const value of JUNK) for (const args of lists(value)) attempt(name, args, () => one(make(), ...args));
}

/** All that an object of a class has, with its own name first. */
function* members(object) {
  for (let at = object; at && at !== Object.prototype && at !== Error.prototype && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    for (const key of Reflect.ownKeys(at)) if (key !== 'constructor' && key !== 'prototype') yield [key, Object.getOwnPropertyDescriptor(at, key)];
  }
}

const played = Record.parse(BOARD).play('B3');
const makers = { Record: () => played, Game: () => played.game(), Rules: () => new Rules('aga'), 'a disposed Record': () => disposed, 'a disposed Game': () => { const game = new Game(5); game[Symbol.dispose](); return game; } };
for (const [name, make] of Object.entries(makers)) {
  for (const [key, { get, value }] of members(make())) {
    // What frees a position would end this one for all later calls.
    const fresh = key === Symbol.dispose || key === 'free' ? () => played.at(1) : make;
    if (get) attempt(`${name}.${String(key)}`, [], () => make()[key]);
    // Not by its length, which leaves out what has a default.
    else if (typeof value === 'function' && /^[^(]*\(\)/.test(value)) attempt(`${name}.${String(key)}`, [5], () => fresh()[key](5));
    else if (typeof value === 'function') tryAll(`${name}.${String(key)}`, fresh, (one, ...args) => one[key](...args));
  }
}
for (const [name, value] of Object.entries(gokata)) {
  const isError = value === GokataError || GokataError.isPrototypeOf(value);
  if (typeof value === 'function' && !/^class/.test(value)) tryAll(name, () => value, (call, ...args) => call(...args));
  else if (typeof value === 'function' && !isError && name !== 'Position' && name !== 'Explanation') tryAll(`new ${name}`, () => value, (Class, ...args) => new Class(...args));
  if (typeof value !== 'string' && !isError) for (const [key, { value: inner }] of members(value)) if (typeof inner === 'function') tryAll(`${name}.${String(key)}`, () => value, (object, ...args) => object[key](...args));
}
// What is no index, size or turn is taken for none.
for (const number of [NaN, 1.5, -1, 2 ** 32 + 5, -Infinity]) {
  const asked = { isLegal: it => played.isLegal(it), explain: it => played.explain(it), play: it => played.game().play(it), size: it => new Record(it), cols: it => new Game([9, it]), at: it => played.at(it) };
  for (const [name, ask] of Object.entries(asked)) attempt(name, [number], () => { throw Object.assign(new Error(`is ${ask(number)}`), { name: 'taken' }); });
}
// What has holes is no board, and holds no move.
for (const [name, ask] of Object.entries({ fromSignMap: () => Record.fromSignMap([[1, , 0], [0, 0, 0]]), isLegal: () => played.isLegal([, 3]) })) attempt(name, [], () => { throw Object.assign(new Error(`is ${ask()}`), { name: 'taken' }); });
// A question about a point that is far off the board is a question.
for (const far of ['x2147483647_m2147483648', 'om1000000_5', 'xyy']) attempt('readLink', [far], () => { const { record, asked: [color, move] } = gokata.readLink(`1.5.ask-${far}`); if (record.explain(move, color).reasons.join() !== (color === 'black' ? 'off-board' : 'turn,off-board')) throw new Error('is on the board'); });
const [judgement] = gokata.sgf.judge('(;SZ[9];B[aa];W[aa])');
for (const value of JUNK) for (const turn of [value, { path: value, number: 2 }, { path: 'main', number: value }]) attempt('before', [turn], () => judgement.before(turn));
// Two games are never taken for equal, and none is lost on the way.
attempt('deepEqual', [], () => assert.notDeepStrictEqual(new Record(9), new Record(13)));
attempt('structuredClone', [], () => assert.throws(() => structuredClone(played), { name: 'DataCloneError' }));
attempt('toJSON', [], () => assert.equal(gokata.readLink(JSON.parse(JSON.stringify(played))).record.equals(played), true));
if (played.check('C3') !== 'ko' || played.turns !== 1) faults.add('the package does not work any more');
console.log(`${calls} calls`);
for (const fault of [...faults].slice(0, 60)) console.log(fault);
process.exitCode = faults.size ? 1 : 0;
