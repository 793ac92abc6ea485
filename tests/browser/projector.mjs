// Tests the dojo kit's page for the wall of the room: node projector.mjs [--only WORD] [--pictures FOLDER]
// One scene in Firefox instead: node --experimental-websocket projector.mjs --firefox

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { firefox } from './firefox.mjs';
import { ARGUMENTS, CHROMIUM, Stage, accessible, equal, until } from './helpers.mjs';
import { evening, odd } from './projector_evening.mjs';
import {
  BEGAN, EVENING, HOSTILE, PAGE, file, log, look, open, pass, quiet, runsOf, saved, text, type, values, wall, writeEvening,
} from './projector_page.mjs';

const { only, pictures } = values;

async function every(stage, width, height) {
  const page = await open(stage, { width, height });
  await page.clock.resume(); // axe waits
  await look(page, 'not started');
  await type(page, 'Space');
  await pass(page, 27);
  await look(page, 'timetable');
  await type(page, 'r');
  await look(page, 'rules');
  for (const rule of '1234567') {
    await type(page, rule);
    equal(await text(page, '#rules h2 span'), `Rule ${rule}`, `key ${rule}`);
    await look(page, `rule ${rule}`);
  }
  await type(page, 's');
  for (let frame = 1; frame <= 10; frame += 1) {
    await look(page, `stones ${frame}`);
    await type(page, 'ArrowRight');
  }
  await type(page, 'w', ...'abcdefabceafbafba');
  await pass(page, 8);
  await type(page, ...'acef');
  await look(page, 'wall');
  await type(page, 'n');
  await look(page, 'names');
  for (let pair = 8; pair <= 12; pair += 1) await page.click('#more');
  await page.locator('#fields input').first().fill('A name that is as long as a name may be!');
  await type(page, 'Escape');
  await until(() => page.locator('#wall tbody tr').count().then(count => count === 12), 'twelve pairs');
  await look(page, 'a wall of twelve');
  await type(page, '?');
  await page.locator('#help[open]').waitFor();
  await look(page, 'help');
  await type(page, 'Escape', 'p');
  await page.locator('#help[open]').waitFor({ state: 'hidden' });
  await type(page, 'p');
  await look(page, 'no picture yet');
  await page.setInputFiles('#file', EVENING.map(([name, content]) => file(`${name}.log`, content)));
  await page.locator('#chart svg').waitFor();
  await look(page, 'picture');
  await type(page, 'v', 'End');
  await look(page, 'an evening of lights');
  await type(page, 'p');
  await page.click('#clear');
  await type(page, 'v');
  await look(page, 'no evening yet');
  const folder = mkdtempSync(join(tmpdir(), 'gokata-evening-'));
  writeEvening(folder);
  await page.setInputFiles('#folder', folder);
  await page.locator('#lights button').first().waitFor();
  await look(page, 'evening');
  await type(page, 'ArrowDown', ...Array(23).fill('ArrowRight'));
  await look(page, 'evening, a change');
  rmSync(folder, { recursive: true });
  await type(page, 'o');
  await look(page, 'paper');
}

/** Each view is reached by Tab, and what has the focus is to be seen. */
async function focus(stage) {
  const page = await open(stage);
  for (const view of 'trswpvo') {
    await type(page, view);
    if (view === 'v') await page.setInputFiles('#file', EVENING.map(([name, content]) => file(`${name}.log`, content)));
    const stops = new Set();
    let last = -1, first;
    for (let stop = 0; stop < 40; stop += 1) {
      await type(page, 'Tab');
      const [name, outline, place, isSeen] = await page.evaluate(() => {
        const one = document.activeElement, { left, top, width, height } = one.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return [one === document.body ? '' : one.textContent + one.id, getComputedStyle(one).outlineStyle, [...document.querySelectorAll('*')].indexOf(one), one.contains(seen)];
      });
      if (!name || place === first) break;
      first ??= place;
      stops.add(name);
      equal([outline, isSeen, place >= last], ['solid', true, true], `outline, visible, after the one before: ${name}`);
      last = place;
    }
    equal(stops.size >= 7 + { t: 6, r: 7, s: 0, w: 7, p: 2, v: 5, o: 5 }[view], true, `${stops.size} stops in view ${view}: ${[...stops]}`);
    await page.evaluate(() => document.activeElement.blur());
  }
  // The space bar belongs to the focused button, or else to the timer.
  await type(page, 't');
  await page.locator('nav button').nth(3).focus();
  await type(page, 'Space');
  equal([await page.locator('#wall').isVisible(), await text(page, '#clock')], [true, 'Capture and ko 15:00 not started'], 'space on a button');
}

async function timer(stage) {
  const page = await open(stage);
  const shown = async () => [await text(page, '#now h2'), await text(page, '#left'), await text(page, '#until')];
  await type(page, 'Space');
  await pass(page, 10);
  equal(await shown(), ['Capture and ko on the board', '5:00', 'left, until 18:15'], 'after ten minutes');
  await page.reload();
  await pass(page, 5);
  equal([(await shown())[0], await text(page, '#next'), await text(page, '#clock')], ['Round one: steps 1 to 5', 'Next: Review: two pairs show their step 5 (8 minutes)', '15\u2032 \u00b7 Round one 27:00'], 'after a reload');
  await type(page, 'Space');
  await pass(page, 30);
  equal(await shown(), ['Round one: steps 1 to 5', '27:00', 'paused'], 'paused');
  await page.reload();
  await type(page, 'Space', '-');
  await page.clock.runFor(500);
  equal((await shown())[1], '26:00', 'a minute less');
  await pass(page, 1);
  await type(page, '+', 'ArrowRight', 'ArrowRight', 'ArrowLeft');
  equal((await shown()).slice(0, 2), ['Review: two pairs show their step 5', '8:00'], 'jumped');
  await type(page, 'Home', 'Backspace');
  equal((await shown()).slice(0, 2), ['Review: two pairs show their step 5', '8:00'], 'a jump taken back');
  // The laptop sleeps: the clock goes on, timers do not.
  await page.clock.setSystemTime(new Date(BEGAN.getTime() + 51 * 60_000));
  await page.clock.runFor(500);
  const [, after] = await shown();
  equal([after < '3:05' && after > '2:50', /went on by 5 min/.test(await text(page, '#said'))], [true, true], `after a sleep: ${after}, ${await text(page, '#said')}`);
  // The clock is set back by an hour: nothing changes, and GREENs keep their places.
  await type(page, 'w', 'a');
  await page.clock.setSystemTime(new Date(BEGAN.getTime() - 10 * 60_000));
  await page.clock.runFor(500);
  await type(page, 't');
  const [, back] = await shown();
  equal(back < '3:05' && back > '2:50', true, `after the clock was set back: ${back}`);
  equal((await wall(page))[0], '17:50', 'the GREEN by the new clock');
  await pass(page, 60);
  await type(page, 'ArrowRight');
  equal([await text(page, '#now .label'), (await shown())[2]], ['The time is over', 'over time'], 'the end, after which there is no part');
  await look(page, 'minute 99'); // the longest header
  await type(page, 'Home');
  equal(await shown(), ['Capture and ko on the board', '15:00', 'Space starts the timer'], 'begun again');
}

async function stones(stage) {
  const page = await open(stage);
  const seen = async () => [...await Promise.all(['.stone.x:not(.ghost)', '.stone.o:not(.ghost)', '.liberty', '.gone'].map(mark => page.locator(`#stones ${mark}`).count())), await text(page, '#stones figcaption >> nth=0')];
  await type(page, 's');
  const frames = [[2, 2, 0, 0, 'White plays next'], [2, 2, 2, 0, 'Two liberties'], [2, 2, 0, 0, 'Not beside each other'], [2, 2, 0, 0, 'No liberty?'], [2, 3, 0, 0, 'The enemy first'],
    [1, 3, 1, 1, 'Taken'], [1, 3, 0, 0, 'Legal'], [1, 3, 0, 0, 'Black plays next'], [4, 4, 0, 1, 'First'], [1, 3, 0, 0, 'Not at once']];
  for (const [index, frame] of frames.entries()) {
    equal(await seen(), frame, `picture ${index + 1}`);
    await type(page, ['ArrowRight', 'PageDown', 'Space'][index % 3]);
  }
  equal(await text(page, '#stones .words'), '\u201cSo Black may not do this at once. If both first play elsewhere, the board is another one, and Black may. This is ko, step 7.\u201d', 'the last sentence');
  await page.reload();
  equal(await seen(), frames[9], 'after a reload');
  await type(page, 'ArrowLeft');
  equal(await seen(), frames[8], 'back');
}

async function marks(stage) {
  const page = await open(stage);
  await type(page, 'w', 'b', 'b', 'a');
  equal((await wall(page)).slice(0, 3), ['18:00', '18:00 18:00', ''], 'one key for each GREEN');
  await type(page, 'Shift+B', 'Backspace');
  equal((await wall(page)).slice(0, 2), ['', '18:00'], 'taken back');
  await page.keyboard.down('c');
  for (let held = 0; held < 5; held += 1) await page.keyboard.down('c');
  await page.keyboard.up('c');
  await type(page, 'x', 'l', ...'ddddddddd');
  equal(await wall(page), ['', '18:00', '18:00', Array(7).fill('18:00').join(' '), '', '', ''], 'a held key, keys of no pair, more than seven');
  // Without the timer the last GREEN counts. With it only rounds count, and from the beginning of a round.
  await pass(page, 7.9);
  equal(await quiet(page), [], 'not yet 8 minutes');
  await pass(page, 0.2);
  equal(await quiet(page), ['Badger', 'Crane'], '8 minutes without GREEN');
  await page.reload();
  equal([(await wall(page))[1], await quiet(page)], ['18:00', ['Badger', 'Crane']], 'after a reload');
  await type(page, 't', 'Space', 'ArrowRight', 'w');
  await pass(page, 5);
  equal(await quiet(page), [], 'five minutes of round one');
  await type(page, 'b');
  await pass(page, 4);
  equal(await quiet(page), ['Alpaca', 'Crane', 'Eagle', 'Fox', 'Goose'], 'nine minutes of round one');
  await type(page, 't', 'ArrowRight', 'w');
  await pass(page, 7);
  equal(await quiet(page), [], 'the review');
  // Names are text.
  await type(page, 'n');
  await page.locator('#fields input').first().fill(HOSTILE);
  await page.locator('#fields input').nth(1).fill('   ');
  await type(page, 'Escape');
  await until(async () => await text(page, '#wall bdi >> nth=0') === HOSTILE, 'the name on the wall');
  await page.reload();
  equal([await page.locator('#wall bdi').allTextContents(), await page.locator('main img').count()], [[HOSTILE, 'Badger', 'Crane', 'Deer', 'Eagle', 'Fox', 'Goose'], 0], 'names after a reload');
  // A pair too few is a mistake that loses nothing, while the page goes on.
  const before = await wall(page);
  await type(page, 'g', 'n');
  await page.click('#fewer');
  await page.clock.runFor(2000);
  equal((await wall(page)).length, 6, 'a pair less');
  await page.click('#more');
  await type(page, 'Escape');
  await until(async () => (await wall(page)).length === 7, 'a pair more');
  equal([(await wall(page)).slice(0, 6), (await wall(page))[6].length], [before.slice(0, 6), 5], 'the same times');
  await type(page, 'n');
  await page.click('#anew');
  await type(page, 'Escape');
  await until(async () => (await wall(page)).join('') === '', 'a new evening');
}

/** What is kept may be damaged, or nothing may be kept. */
async function kept(stage) {
  const odd = ['{', 'null', '7', '[]', '{"pairs":7}', '{"pairs":[null]}', '{"pairs":[{"name":5,"greens":[null,"x",-1,1e3]}],"view":"constructor","rule":99,"frame":-1,"spent":"x","since":{}}',
    `{"view":"rules","rule":7,"pairs":[{"name":"${'x'.repeat(5000)}","greens":[]}],"since":1e99}`];
  const page = await open(stage);
  for (const value of odd) {
    await page.evaluate(value => localStorage.setItem('gokata-dojo', value), value);
    await page.reload();
    await type(page, 't', 'w', 'a');
    equal((await wall(page))[0].endsWith('18:00'), true, `${value.slice(0, 60)}: ${await wall(page)}`);
  }
  // Another window has changed the wall; this one stays with its view.
  await type(page, 't');
  await page.evaluate(() => {
    localStorage.setItem('gokata-dojo', '{"view":"wall","pairs":[{"name":"Otter","greens":[1e12]},{"greens":[]}]}');
    dispatchEvent(new StorageEvent('storage', { key: 'gokata-dojo' }));
  });
  equal([await page.locator('#wall bdi').allTextContents(), await page.locator('#time').isVisible()], [['Otter', 'Badger'], true], 'what another window says');
  const private_ = await open(stage, { before: () => { Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } }); } });
  await type(private_, 'w', 'a');
  equal([(await wall(private_))[0], await text(private_, '#said')], ['18:00', 'This browser keeps nothing: do not reload the page.'], 'without storage');
}

async function picture(stage) {
  const page = await open(stage);
  const names = () => page.locator('#chart input').evaluateAll(fields => fields.map(field => field.value));
  const faults = () => page.locator('#faults p').allTextContents();
  const [badger, fox] = EVENING.map(([, content]) => content);
  await type(page, 'p');
  const chosen = page.waitForEvent('filechooser');
  await page.clock.runFor(500); // The browser learns late that somebody waits.
  await type(page, 'a');
  const chooser = await chosen;
  const long = log(...Array.from({ length: 6000 }, (_, run) => `${10 + run / 100} 5 ${run % 9 ? 'red' : 'amber'}`));
  equal(long.length > 1 << 16, true, 'a long log');
  await chooser.setFiles([
    file('lights.log', badger), file('lights.log', fox.replaceAll('\n', '\r\n')), file('lights (2).log', long), file(`${HOSTILE}.log`, fox),
    file('empty.log', ''), file('notes.txt', 'Dear diary\n'), file('zz.log.txt', badger), file('broken.log', `${badger}18:99:00 3 red\n`), file('large.log', 'x'.repeat((1 << 18) + 1)),
    file('binary.log', Buffer.from([0, 159, 146, 150, 10, 255])), file('midnight.log', log('355 6 red', '359 6 green', '361 7 red', '365 7 green')),
  ]);
  await until(async () => (await names()).length === 4, async () => `logs: ${await names()} ${await faults()}`);
  equal(await names(), [HOSTILE, 'Alpaca', 'Badger', 'Crane'], 'names');
  equal(await faults(), [
    'Left out, because more than an hour from the others: midnight (23:55 to 00:05). Show all of them',
    'binary.log: line 1 is no line such as \u201c18:20:05 3 red\u201d: \u201c\ufffd\ufffd\ufffd\u201d.',
    'broken.log: line 19 is no line such as \u201c18:20:05 3 red\u201d: \u201c18:99:00 3 red\u201d.',
    'empty.log: no run in it yet: the file is empty.', 'large.log: too large for a log.', 'Left out of Badger: 1 run more than an hour before the others.',
    'notes.txt: line 1 is no line such as \u201c18:20:05 3 red\u201d: \u201cDear diary\u201d.',
    'zz.log.txt: the same as Badger has.',
  ], 'what is said of the others');
  equal([await page.locator('main img').count(), await page.title()], [0, 'Is this move legal?'], 'names are text');
  // One stray log does not stretch the axis, and comes in when asked for.
  const axis = () => page.locator('#chart text').evaluateAll(texts => texts.map(one => one.textContent).filter(word => /^\d\d:\d\d$/.test(word)));
  equal(await axis(), ['18:10', '18:20', '18:30', '18:40', '18:50', '19:00', '19:10', '19:20'], 'the axis without the stray log');
  await page.click('#faults button');
  equal(await names(), [HOSTILE, 'Alpaca', 'Badger', 'Crane', 'midnight'], 'names with the stray log');
  const label = await page.locator('#chart svg').getAttribute('aria-label');
  equal([/: 16 runs, GREEN up to step 6; Alpaca: 6000 runs, no GREEN; Badger: 17 runs, GREEN up to step 7; Crane: 16 runs,/.test(label), /midnight: 4 runs, GREEN up to step 7\.$/.test(label)], [true, true], label);
  equal(await axis(), ['18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30', '22:00', '22:30', '23:00', '23:30', '00:00'], 'the common axis');
  // A log over midnight and one after it are neighbors. Names are typed; the picture is saved with them.
  await page.click('#clear');
  await page.setInputFiles('#file', [file('x.log', log('355 6 red', '365 7 green')), file('y.log', log('366 1 red', '370 1 green')), file(`${'W'.repeat(13)}.log`, log('366 1 red', '370 1 green', '374.5 2 green', '374.7 3 green', '374.9 4 green'))]);
  await page.locator('#chart input').nth(1).fill('Otter & <b>');
  equal(await axis(), ['23:55', '00:00', '00:05', '00:10', '00:15'], 'the axis over midnight');
  const [reach, width] = await page.locator('#chart svg').evaluate(chart => [Math.max(...[...chart.querySelectorAll('circle')].map(one => one.cx.baseVal.value)), Math.max(...[...chart.querySelectorAll('text[x="22"]')].map(one => one.getComputedTextLength()))]);
  equal([reach <= 1080, width <= 161], [true, true], `discs and names stay in their columns: ${reach}, ${width}`);
  await type(page, 'Enter');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('d')]);
  equal(download.suggestedFilename(), 'lights.png', 'the name of the picture');
  equal(await page.locator('#chart svg text').evaluateAll(texts => texts.filter(one => one.textContent === 'Otter & <b>').length), 1, 'the name in the picture');
  // Really dropped: a folder with one for each pair, and next to the logs what else a hand-out has.
  const folder = mkdtempSync(join(tmpdir(), 'gokata-lights-'));
  for (const [name, content] of EVENING) {
    const below = join(folder, 'evening', name, 'hand-out', 'python');
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, 'lights.log'), content);
    writeFileSync(join(below, 'kata.py'), 'def is_legal_move(move, record):\n');
  }
  await page.click('#clear');
  await type(page, 't');
  const session = await page.context().newCDPSession(page);
  for (const kind of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type: kind, x: 600, y: 400, data: { items: [], files: [join(folder, 'evening')], dragOperationsMask: 1 } });
  await until(async () => (await names()).length === 3, async () => `dropped: ${await names()} ${await faults()}`);
  equal(await names(), ['badger', 'fox', 'heron'], 'names of folders');
  await page.click('#clear');
  await page.setInputFiles('#folder', join(folder, 'evening'));
  await until(async () => (await names()).length === 3, async () => `a folder: ${await names()} ${await faults()}`);
  equal(await names(), ['badger', 'fox', 'heron'], 'names of folders in a folder');
  rmSync(folder, { recursive: true });
}

/** A small window, as one at 200 % is: nothing is wider than it, nothing is cut off, and all that can be pressed can be scrolled to. */
async function zoomed(stage, width, height) {
  const page = await open(stage, { width, height });
  await page.clock.resume(); // axe waits
  await type(page, 'p');
  await page.setInputFiles('#file', EVENING.map(([name, content]) => file(`${name}.log`, content)));
  for (const key of 'tr5swpvo') {
    await type(page, key);
    const cut = await page.evaluate(() => {
      const scrolls = one => /auto|scroll/.test(getComputedStyle(one).overflowX), seen = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility() && !one.closest('svg, .sheet'));
      const wide = seen.filter(one => getComputedStyle(one).display !== 'inline' && getComputedStyle(one).textOverflow !== 'ellipsis' && !scrolls(one) && one.scrollWidth > one.clientWidth + 1);
      const lost = seen.filter(one => one.matches('button, input, [tabindex]')).filter(one => { one.scrollIntoView({ block: 'center', inline: 'center' }); const { left, top, width, height } = one.getBoundingClientRect(); return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); });
      return [document.documentElement.scrollWidth - innerWidth, ...[...wide, ...lost].map(one => `${one.tagName} ${one.id} ${one.textContent.slice(0, 30)}`)];
    });
    equal(cut, [0], `view ${key} at ${width}x${height}`);
    await page.evaluate(() => scrollTo(0, 0));
    if (pictures) await page.screenshot({ path: join(pictures, `small-${key}-${width}.png`), fullPage: true });
    if (width === 640) await accessible(page, `a small view ${key}`, ['minor', 'moderate', 'serious', 'critical']);
  }
}

async function print(stage) {
  const page = await open(stage, { before: () => { window.print = () => {}; } });
  const pdf = async (what, expected) => {
    const bytes = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const sizes = [...bytes.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => +width > +height ? 'wide' : 'tall');
    equal(sizes, expected, `pages of ${what}`);
    if (pictures) writeFileSync(join(pictures, `${what.replace(/\W+/g, '-')}.pdf`), Buffer.from(bytes, 'latin1'));
  };
  await type(page, 'o');
  await pdf('all sheets', ['tall', 'tall', 'tall', 'tall', 'wide']);
  for (const [key, what, pages, width] of [['k', 'the rules', ['tall', 'tall'], 703], ['d', 'the day', ['tall'], 703], ['b', 'a board', ['tall'], 703], ['f', 'a form', ['wide'], 1032]]) {
    await type(page, key);
    await pdf(what, pages);
    // Wider than the paper, a browser would cut it off. A millimeter has 3.78 pixels.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width, height: 700 });
    equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${what}: too wide by`);
    // Coins of up to 28 mm lie on crossings that are 30 mm apart: 186 units in the drawing.
    if (what === 'a board') equal(await page.locator('#board-sheet svg').evaluate(svg => Math.round(svg.getBoundingClientRect().width)), width, 'the width of the board');
    await page.emulateMedia({ media: null });
  }
  equal(await page.locator('#kata-sheet li').count() > 20, true, 'the lists of KATA.md');
  equal(await page.locator('#kata-sheet .sheet').evaluate(sheet => /\*\*|`|^\s*[-#|] /m.test([...sheet.children].filter(one => !one.matches('pre')).map(one => one.textContent).join('\n').replace('# lines', ''))), false, 'no Markdown is left over');
  await type(page, 'w', ...'abcaba');
  await pdf('the wall', ['wide']);
  await type(page, 'p');
  await page.setInputFiles('#file', EVENING.map(([name, content]) => file(`${name}.log`, content)));
  await page.locator('#chart svg').waitFor();
  await pdf('the picture', ['wide']);
}

/** Replay and paper in Firefox: its pages are counted in what the PDF holds deflated. */
async function inFirefox() {
  const browser = await firefox(), page = await browser.open(PAGE);
  const files = runsOf('python', 'py', 40).map(({ clock, step, light, code }, run) => [`otter/runs/${1001 + run}-${clock.join('')}-${step}-${light}.py`, code]);
  await page.resize(1280, 720);
  await page.evaluate(`(show('evening'), take(${JSON.stringify(files)}.map(([path, code]) => taken(() => new File([code], 'x'), path))))`);
  for (let run = 0; run < 7; run += 1) await page.evaluate(`(press('ArrowRight'), 0)`);
  equal(await page.evaluate(`[title.innerText.replace(/\\s+/g, ' '), [...document.querySelectorAll('#code ins span')].map(one => one.textContent), document.documentElement.scrollWidth - innerWidth]`), ['18:25:17 step 2: On the board AMBER', ['    if not is_on_board(now.rows, move.row, move.col):'], 0], 'the replay');
  for (const [sheet, pages] of [['kata', 'tall tall'], ['day', 'tall'], ['board', 'tall'], ['form', 'wide']]) {
    await page.evaluate(`(show('paper'), printable('paper', '${sheet}-sheet'))`);
    const pdf = await page.print(), inflated = [...pdf.toString('latin1').matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => { try { return inflateSync(pdf.subarray(index + length)).toString('latin1'); } catch { return ''; } }).join('');
    equal([...inflated.matchAll(/MediaBox \[ 0 0 (\d+) (\d+)/g)].map(([, width, height]) => +width > +height ? 'wide' : 'tall').join(' '), pages, `pages of ${sheet}`);
  }
  equal(page.said, [], 'what Firefox says');
  await browser.close();
}

const SCENES = values.firefox ? { 'replay and paper in Firefox': inFirefox } : {
  'every view at 1280x720, and what axe finds': stage => every(stage, 1280, 720),
  'every view at 1920x1080': stage => every(stage, 1920, 1080),
  'evening replayed': evening, 'odd evenings': odd, 'at 200 % of 1280x720': stage => zoomed(stage, 640, 360), 'at 200 % of 1920x1080': stage => zoomed(stage, 960, 540), 'as narrow as a phone': stage => zoomed(stage, 390, 800),
  'focus': focus, 'timer': timer, 'four stones': stones, 'wall': marks, 'what is kept': kept, 'picture': picture, 'print': print,
};
if (pictures) mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
const began = performance.now();
const seconds = since => ((performance.now() - since) / 1000).toFixed(1).padStart(4);
async function one([name, scene]) {
  const start = performance.now();
  const stage = new Stage(browser);
  try {
    await scene(stage);
    await stage.close();
    console.log(`ok     ${seconds(start)} s  projector: ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED ${seconds(start)} s  projector: ${name}\n${String(error.stack).replace(/^/gm, '         ')}\n${stage.faults.join('\n')}`);
  }
}
// Two at a time: most of their time is spent waiting.
const queue = Object.entries(SCENES).filter(([name]) => name.includes(only));
const lane = async () => { for (let next; (next = queue.shift());) await one(next); };
await Promise.all([lane(), lane()]);
await browser.close();
console.log(`${seconds(began)} s`);
