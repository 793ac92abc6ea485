// Scenes of projector.mjs: the evening replayed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { equal } from './helpers.mjs';
import { HOSTILE, open, type, text, look, log, file, runsOf, PAIRS, saved, writeEvening } from './projector_page.mjs';

/** The rows of code that are shown, each with its sign; a title, a sentence. */
const replay = page => page.evaluate(() => ({
  title: document.getElementById('title').innerText.replace(/\s+/g, ' ').trim(),
  said: document.getElementById('against').innerText,
  code: [...document.querySelectorAll('#code > *')].map(row => row.tagName === 'P' ? row.textContent : `${row.querySelector('b').textContent}${row.querySelector('span').textContent}`),
}));
const pairs = page => page.locator('#pairs button').evaluateAll(buttons => buttons.map(button => [...button.children].map(one => one.textContent).join(' | ')));
const notes = page => page.locator('#faults p').allTextContents();

export async function evening(stage) {
  const page = await open(stage), folder = mkdtempSync(join(tmpdir(), 'gokata-evening-'));
  writeEvening(folder);
  await type(page, 'v');
  await page.setInputFiles('#folder', folder);
  await page.locator('#lights button').first().waitFor();
  equal(await pairs(page), [...PAIRS].sort().map(name => `${name} | 40 runs, step 7${PAIRS.indexOf(name) > 4 ? ' | predicted 12 of 20' : ''}`), 'the pairs');
  const runs = runsOf('python', 'py', 40, 13), lines = run => runs[run].code.replace(/\n$/, '').split('\n');
  await type(page, 'ArrowDown');
  equal([(await replay(page)).title, (await replay(page)).said], ['18:13:00 step 1: Turn RED', 'badger, run 1 of 40. The first file that was kept.'], 'the first run');
  equal((await replay(page)).code, lines(0), 'the first file');
  for (let run = 1; run < 40; run += 1) {
    await type(page, 'ArrowRight');
    const { title, code } = await replay(page), { time, step, light } = runs[run];
    equal([title.slice(0, 15), title.endsWith(light.toUpperCase())], [`${time} step ${step}`, true], title);
    // The lines with signs are those that make the one file of the other.
    const shown = code.filter(row => !row.startsWith('\u22ee')), [old, now] = [lines(run - 1), lines(run)];
    const isPart = (part, whole) => { let at = 0; return part.every(line => (at = whole.indexOf(line, at) + 1) > 0); };
    equal([isPart(shown.filter(row => row[0] !== '+').map(row => row.replace(/^\u2212/, '')), old), isPart(shown.filter(row => row[0] !== '\u2212').map(row => row.replace(/^\+/, '')), now)], [true, true], `run ${run + 1}: ${code.join('\n')}`);
    equal(shown.filter(row => row[0] === '+').length - shown.filter(row => row[0] === '\u2212').length, now.length - old.length, `lines of run ${run + 1}`);
  }
  await type(page, 'ArrowRight', 'Home', ...Array(7).fill('ArrowRight'));
  equal(await replay(page), {
    title: `${runs[7].time} step 2: On the board AMBER`, said: `badger, run 8 of 40. 1 line added, 0 removed since ${runs[6].time}.`,
    code: ['\u22ee 12 lines \u2026 def is_legal_move(move, record):', '    now = record[-1]', '    if move.color != now.to_play:', '        return False', '+    if not is_on_board(now.rows, move.row, move.col):', '        return False', '    return True', '', '\u22ee 1 line'],
  }, 'a change');
  // Predictions of a page's evening; each pair keeps its place; Space plays to the end, and from there anew.
  await type(page, ...Array(4).fill('ArrowDown'), 'End');
  equal([(await replay(page)).said.slice(0, 42), await page.locator('#lights span').allTextContents().then(signs => signs.join(''))], ['newt, run 40 of 40. Predicted GREEN \u2713. 1 l', [...'01010101011101011101'].map(kept => '\u2717\u2713'[kept]).join('')], 'predictions');
  await type(page, 'Space');
  await page.clock.runFor(4600);
  equal((await replay(page)).said.slice(0, 17), 'newt, run 4 of 40', 'played');
  await type(page, 'Space');
  await page.clock.runFor(4600);
  equal((await replay(page)).said.slice(0, 17), 'newt, run 4 of 40', 'paused');
  await type(page, 'End', 'ArrowLeft', 'Space');
  await page.clock.runFor(9000);
  equal([(await replay(page)).said.slice(0, 18), await text(page, '#play')], ['newt, run 40 of 40', 'Space Play'], 'played to the end');
  await page.locator('#lights button').nth(2).click();
  await page.locator('#pairs button').nth(1).click();
  equal((await replay(page)).said.slice(0, 19), 'badger, run 8 of 40', 'its own place');
  equal(await page.evaluate(() => /badger|newt|def |code|runs/.test(JSON.stringify({ ...localStorage }))), false, 'nothing is stored');
  // The same in the picture. A name that is changed there changes here.
  await type(page, 'p');
  await page.locator('#chart input').nth(1).fill('Badger!');
  await type(page, 'Enter', 'v');
  equal((await pairs(page))[1], 'Badger! | 40 runs, step 7', 'the new name');
  rmSync(folder, { recursive: true });
}

/** Files that are odd, or meant to harm. */
export async function odd(stage) {
  const page = await open(stage);
  await page.clock.resume(); // axe waits
  const take = files => page.evaluate(files => take(files.map(([path, ...parts]) => taken(() => new File(parts, path.split('/').at(-1)), path))), files);
  const clear = async () => { await page.evaluate(() => document.getElementById('clear').click()); await type(page, 'v'); };
  const run = (time, more = {}) => ({ time, step: 1, light: 'red', language: 'python', ...more });
  const json = (pair, ...runs) => JSON.stringify({ schema: 'gokata-evening-1', pair, runs });
  await take([
    ['evening.json', '{'], ['evening (1).json', 'null'], ['evening (2).json', '{"schema":"gokata-evening-2","runs":[]}'], ['evening (3).json', '{"schema":"gokata-evening-1","runs":{}}'],
    ['evening (4).json', json('x', { time: { toString: 1 } })], ['evening (5).json', json('x', run('25:00:00'))], ['evening (6).json', json('x', run('18:00:00', { light: 'constructor' }))],
    ['evening (7).json', json('x', null)], ['evening (8).json', json('x', run('18:00:00', { step: 1.5 }))], ['evening (9).json', json('x')], ['large-evening.json', 'x'.repeat((1 << 24) + 1)],
  ]);
  await type(page, 'v');
  equal((await notes(page)).map(note => note.split(/: (.*)/)[1].slice(0, 46)), [
    'no evening that the page dojo.html has saved.', 'no evening that the page dojo.html has saved.', 'no evening that the page dojo.html has saved.', 'run 1 has no time, step and light: \u201c{"time":{"',
    'run 1 has no time, step and light: \u201c{"time":"2', 'run 1 has no time, step and light: \u201c{"time":"1', 'run 1 has no time, step and light: \u201cnull\u201d.', 'run 1 has no time, step and light: \u201c{"time":"1',
    'no run in it yet: the file is empty.', 'this is not JSON.', 'too large for a file of an evening.'], 'files that are no evening');
  // Two pairs of one name, past midnight, optional parts of a wrong type, code and names as they are.
  await take([
    ['a/evening.json', json('Otter', run('23:50:00', { code: HOSTILE }), run('00:10:00', { code: `${HOSTILE}\nx = "\u202e\u0007"\n`, predicted: 'red' }))],
    ['b/evening.json', json('Otter', run('23:59:59', { code: 7, predicted: 'blue', language: [] }))], ['c/evening.json', json(`\u202e${HOSTILE}\n`, run('23:55:00'))], ['d/evening.json', json(5, run('00:01:00', { step: 8, light: 'green' }))],
  ]);
  equal(await pairs(page), ['Otter | 2 runs, no GREEN | predicted 1 of 1', 'Otter 2 | 1 run, no GREEN', `${HOSTILE} | 1 run, no GREEN`, 'd | 1 run, step 8'], 'names');
  await type(page, 'v', 'ArrowRight');
  equal(await replay(page), { title: '00:10:00 step 1: Turn RED', said: 'Otter, run 2 of 2. Predicted RED \u2713. 1 line added, 0 removed since 23:50:00.', code: [HOSTILE, '+x = "\\u202e\\u0007"'] }, 'code is text');
  await type(page, 'ArrowDown', 'ArrowRight', 'End');
  equal((await replay(page)).said, 'Otter 2, run 1 of 1. No file was kept for this run.', 'without code');
  equal([await page.locator('main img').count(), await page.title()], [0, 'Is this move legal?'], 'no markup');
  // Copies without a log, from Windows, out of their folder; a log with copies of some runs; the log first, and later the copies.
  await clear();
  const copy = (number, light, code = `${number}\n`) => [`${String(number).padStart(4, '0')}-1800${String(number % 60).padStart(2, '0')}-1-${light}.py`, code];
  const below = (folder, [name, code]) => [`${folder}${name}`, code];
  await take([below('runs/', copy(1, 'red')), below('runs/', copy(2, 'green'))]);
  await take([below('evening\\lynx\\runs\\', copy(1, 'red')), ['evening\\lynx\\lights.log', '18:00:00 1 amber\r\n18:00:01 1 red\r\n18:00:03 1 green\r\n'], ['evening\\newt\\lights.log', '18:00:00 1 red\n']]);
  await take([copy(3, 'red'), copy(4, 'amber'), copy(10, 'red')]);
  equal(await pairs(page), ['Alpaca | 2 runs, step 1', 'lynx | 3 runs, step 1', 'newt | 1 run, no GREEN', 'Badger | 3 runs, no GREEN'], 'copies');
  await take([['heron/lights.log', '18:00:01 1 red\n']]);
  await take([['heron/lights.log', '18:00:01 1 red\n'], below('heron/runs/', copy(1, 'red', 'x = 1'))]);
  equal([await notes(page), (await pairs(page)).length], [[], 5], 'the log, and later the copies');
  await type(page, ...Array(4).fill('ArrowDown'));
  equal((await replay(page)).code, ['x = 1'], 'the copy of a log that was there');
  // Ten thousand runs, a megabyte of lines, a line of a megabyte, too large a file, more pairs than the view holds.
  await clear();
  await page.evaluate(() => take(Array.from({ length: 10_000 }, (_, run) => taken(() => new File([`x = ${run}`], 'x'), `otter/runs/${String(run + 1).padStart(5, '0')}-180000-1-red.py`))));
  equal([await pairs(page), await notes(page)], [['otter | 200 runs, no GREEN'], ['Left out of otter: 9800 runs before the last 200.']], 'many runs');
  equal([await page.locator('#lights button').count(), (await replay(page)).code], [80, ['x = 9800']], 'lights of many runs');
  await page.evaluate(() => {
    const many = (line, count) => Array.from({ length: count }, (_, at) => line(at)).join('\n');
    const codes = [many(at => `a ${at}`, 1e5), many(at => `b ${at}`, 1e5), `${many(at => `b ${at}`, 9e4)}\nnew\n${many(at => `b ${at + 9e4}`, 1e4)}`, 'x'.repeat(1 << 20), 'x'.repeat((1 << 20) + 1)];
    return take(codes.map((code, at) => taken(() => new File([code], 'x'), `fox/runs/000${at + 1}-18000${at}-1-red.py`)));
  });
  equal((await notes(page)), ['Left out of fox: fox/runs/0005-180004-1-red.py: too large for a program.'], 'too large');
  const told = [];
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) { await type(page, key); const { said, code } = await replay(page); told.push([said.slice(17), code.length, code.at(-1)?.slice(0, 12)]); }
  equal(told, [['The first file that was kept.', 402, '\u22ee 99599 line'], ['100000 lines added, 100000 removed since 18:00:00.', 402, '\u22ee 199599 lin'], ['1 line added, 0 removed since 18:00:01.', 9, '\u22ee 9997 lines'], ['1 line added, 100001 removed since 18:00:02.', 402, '\u22ee 99601 line'], ['No file was kept for this run.', 0, null]], 'large files');
  await take(Array.from({ length: 45 }, (_, at) => [`${at}/lights.log`, `18:00:${10 + at} 1 red\n`]));
  equal([(await pairs(page)).length, (await notes(page)).length, (await notes(page))[0]], [40, 7, '43/lights.log: there are 40 pairs already.'], 'many pairs');
  await look(page, 'forty pairs');
}
