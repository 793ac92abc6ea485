// gokata/testing: node --test testing.test.mjs, when the package is built (.ci/browser), and GOKATA names the command, if it is
// not target/release/gokata. The referees are those of referees.mjs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ArgumentError, GokataError } from '../../../target/wasm/package/gokata.js';
import * as testing from '../../../target/wasm/package/testing.js';
import { asked, ROOT, told } from './command.mjs';
import { Able, Forgetful, Referee } from './referees.mjs';

const { allQuestions, cases, check, checkOne, Cannot, WrongAnswer } = testing;
const HERE = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'gokata-testing-'));
after(() => rmSync(folder, { recursive: true }));
const python = join(ROOT, 'tests/peers/referee.py');
const question = id => allQuestions().find(it => it.id === id);
const KO = 'kata/6-ko/retake-at-once#C3-xugq7';

test('the fixtures are those of the command', () => {
  const [version, fingerprint] = readFileSync(join(ROOT, 'fixtures/VERSION'), 'utf8').trim().split(' ');
  assert.deepEqual([testing.version, testing.fingerprint], [version, fingerprint]);
});

test('a referee that is right gets the numbers that a program gets', () => {
  const answers = check(Referee);
  assert.deepEqual(told(answers), asked(`python3 ${python}`));
  assert.deepEqual([answers.isFine, answers.numbers.wrong, answers.wrong], [true, 0, []]);
});

test('so does one with boards of its own', () => {
  const found = told(check(class extends Referee { static sizes = '9x9'; }));
  assert.deepEqual(found, asked(`python3 ${python}`, '--sizes', '9x9'));
  assert.ok(cases(class extends Referee { sizes = '9x9'; }).some(({ id }) => id.includes('@9x9#')));
});

test('one that forgets ko is convicted of the same as such a program', () => {
  const program = join(folder, 'forgetful.py');
  const right = readFileSync(python, 'utf8'), faulty = right.replace('{"simple": ko,', '{"simple": [],');
  assert.notEqual(right, faulty);
  writeFileSync(program, faulty);
  const answers = check(Forgetful);
  assert.deepEqual(told(answers), asked(`python3 ${program}`));
  assert.ok(answers.numbers.wrong > 50 && !answers.isFine);
  assert.match(answers.wrong.find(([id]) => id === KO)[1], /expected illegal ko, got legal\n\n/);
});

test('steps, prisoners and rules of its own', () => {
  const answers = check(Able);
  assert.deepEqual([answers.wrong, answers.numbers.crashed], [[], 0]);
  assert.ok(answers.numbers.right > check(Referee).numbers.right + 300);
  const own = check(class extends Referee { rules = 'ko=simple,suicide=allowed'; }, { only: ['suicide'] });
  assert.ok(own.numbers.right > 100 && own.numbers['cannot be asked'] > 20 && own.wrong.length === 0);
  const lenient = check(class extends Able { play(move) { super.play(move); } }, { only: ['steps'] });
  assert.ok(lenient.wrong.some(([, report]) => /accepted \d/.test(report)));
});

/** The numbers of passed, failed and skipped cases. */
function framework(name, environment) {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, ...environment };
  const args = { node: ['--test', '--test-reporter=tap', 'cases.node.mjs'], vitest: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--config=vitest.config.mjs'] };
  const { stdout } = spawnSync(process.execPath, args[name], { cwd: HERE, env, encoding: 'utf8', maxBuffer: 1e9 });
  if (name === 'node') return { numbers: ['pass', 'fail', 'skipped'].map(it => Number(new RegExp(`^# ${it} (\\d+)$`, 'm').exec(stdout)[1])), stdout };
  const report = JSON.parse(stdout);
  return { numbers: [report.numPassedTests, report.numFailedTests, report.numPendingTests], stdout };
}

for (const name of ['node', 'vitest']) {
  test(`cases in ${name}`, () => {
    const number = cases(Referee, { only: ['kata/6-ko', 'ko'] }).length;
    const wrong = check(Forgetful, { only: ['kata/6-ko', 'ko'] }).wrong.map(([id]) => id);
    assert.ok(number > 300 && wrong.length > 30 && wrong.includes(KO));
    assert.deepEqual(framework(name, { REFEREE: 'Referee' }).numbers, [number, 0, 0]);
    const convicted = framework(name, { REFEREE: 'Forgetful' });
    assert.deepEqual(convicted.numbers, [number - wrong.length, wrong.length, 0]);
    assert.match(convicted.stdout, /expected illegal ko, got legal/);
    assert.deepEqual(framework(name, { REFEREE: 'Forgetful', KNOWN: wrong.join(' ') }).numbers, [number - wrong.length, 0, wrong.length]);
  });
}

test('a case says what is wrong', () => {
  const [known] = cases(Forgetful, { only: [KO], known: [KO] });
  const [{ run, question }] = cases(Forgetful, { only: [KO] });
  assert.equal(run.length, 0);
  assert.throws(run, error => error instanceof WrongAnswer && error instanceof GokataError && error.id === KO && error.expected === 'illegal ko' && error.actual === 'legal');
  assert.doesNotThrow(known.run);
  assert.equal(known.known, true);
  const fails = class extends Referee { legal() { throw new TypeError('oh'); } };
  assert.throws(cases(fails, { only: [KO] })[0].run, error => /TypeError: oh\n\n.*C3-xugq7 asks this/.test(error.message) && error.cause instanceof TypeError);
  assert.equal(checkOne(question, fails), 'crashed');
  assert.match(check(fails, { only: [KO] }).wrong[0][1], /crashed: TypeError: oh \(.*testing\.test\.mjs/);
  const declines = class extends Referee { legal() { throw new Cannot('no kos'); } };
  assert.throws(cases(declines, { only: [KO] })[0].run, Cannot);
  assert.match(String(check(declines, { only: [KO] })), /1 cannot be asked: no kos/);
  assert.match(check(class extends Referee { async start() {} }, { only: [KO] }).wrong[0][1], /start\(\) returns a promise, which is not awaited/);
});

test('a question has what a program needs, and can be judged by lines', () => {
  const it = question(KO);
  assert.deepEqual([it.asks, it.size, it.toMove, it.move, it.count, it.expected], ['legal', [5, 5], 'white', { color: 'black', point: [2, 2], vertex: 'C3' }, null, 'illegal ko']);
  assert.deepEqual(it.moves, [{ color: 'white', point: [2, 1], vertex: 'B3' }]);
  assert.match(it.text, /^case kata.*\nrules ko=simple/);
  assert.match(it.fixture, /illegal ko x:C3/);
  assert.equal(it.record.check('C3'), 'ko');
  assert.deepEqual(['illegal ko', ['illegal'], 'legal', 'yes', 'cannot say'].map(answer => it.judge(answer).class), ['right', 'right', 'wrong', 'nonsense', 'cannot be asked']);
  assert.equal(allQuestions().filter(it => it.text !== null && !['right', 'nonsense'].includes(it.judge(it.expected).class)).length, 0);
  const board = allQuestions().find(it => it.asks === 'board' && it.size[0] === 5 && it.steps.length === 0);
  const [, ...rows] = board.expected.trim().split('\n'), signs = rows.map(row => [...row].map(stone => ({ x: 1, o: -1, '-': 0 })[stone]));
  for (const answer of [rows, rows.join('\n'), board.expected, signs, Int8Array.from(signs.flat()), signs.flat(), signs.map(row => Int8Array.from(row))]) {
    assert.equal(checkOne(board, class { start() {} board() { return answer; } }), 'right');
  }
});

test('counts', () => {
  const it = allQuestions().find(it => it.asks === 'score' && it.cannot === null && /\+/.test(it.expected));
  assert.ok(it.count && it.moves.length === 0);
  const points = Number(it.expected.slice(2)) * (it.expected[0] === 'x' ? 1 : -1);
  for (const [answer, name] of [[points, 'right'], [it.expected, 'right'], [-points, 'wrong'], [0, 'wrong'], ['draw', 'wrong'], [NaN, 'crashed'], [{}, 'crashed'], ['much', 'nonsense']]) {
    assert.equal(checkOne(it, class { start() {} score() { return answer; } }), name, String(answer));
  }
  const marked = allQuestions().find(it => it.asks === 'dead' && it.cannot === null);
  assert.equal(checkOne(marked, class { start() {} dead() { return marked.expected.replaceAll('?', '-').trim().split('\n'); } }), 'right');
});

test('known deviations', () => {
  const wrong = check(Forgetful).wrong.map(([id]) => id);
  const answers = check(Forgetful, { known: `# what it forgets\n${wrong.join('\n')}\n` });
  assert.deepEqual([answers.numbers.known, answers.wrong, answers.rightNow], [wrong.length, [], []]);
  assert.deepEqual(check(Referee, { known: [KO] }).rightNow, [KO]);
});

test('junk is a sentence', () => {
  const [one] = allQuestions();
  for (const junk of [undefined, null, 5, NaN, Symbol('x'), {}, [], 'x', () => 1, class {}, class { legal() {} }]) {
    assert.throws(() => cases(junk), ArgumentError);
    assert.throws(() => check(junk), ArgumentError);
    assert.throws(() => checkOne(junk, Referee), ArgumentError);
  }
  const wrong = { only: ['x', 5, [5], ['x'], {}, null], known: [5, [5], {}, null, 'x', ['\ud800']], rules: [5, 'x', {}, Symbol('x'), null] };
  for (const [name, values] of Object.entries(wrong)) for (const value of values) assert.throws(() => cases(Referee, { [name]: value }), GokataError, `${name}: ${String(value)}`);
  for (const options of [5, 'x', null]) assert.throws(() => check(Referee, options), ArgumentError);
  for (const sizes of [5, 'x', '0', '26']) assert.throws(() => cases(class extends Referee { sizes = sizes; }), GokataError);
  for (const answer of [5, undefined, {}, [5]]) assert.throws(() => one.judge(answer), ArgumentError);
  for (const answer of [5, null, undefined, {}, Symbol('x')]) assert.equal(checkOne(question(KO), class { start() {} legal() { return answer; } }), 'crashed');
});
