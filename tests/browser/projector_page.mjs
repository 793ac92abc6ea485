// The page for the wall of the room, opened for its scenes, and evenings to show on it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accessible, equal } from './helpers.mjs';

export const PAGE = new URL('../../src/cli/dojo/kit/projector.html', import.meta.url).href;
export const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, pictures: { type: 'string' }, firefox: { type: 'boolean' } } });
export const BEGAN = new Date('2026-11-27T18:00:00');
export const HOSTILE = '<img src=x onerror="document.title=1">';

/** Opens the page at 18:00, with a clock that the scene moves. */
export async function open(stage, { width = 1280, height = 720, before } = {}) {
  const context = await stage.context({ viewport: { width, height } });
  const page = await stage.open(null, context);
  page.on('request', request => { if (!/^(file|data):/.test(request.url())) stage.faults.push(`asked for ${request.url()}`); });
  page.on('dialog', dialog => dialog.accept());
  await page.clock.install({ time: new Date(BEGAN.getTime() - 3600_000) });
  if (before) await page.addInitScript(before);
  await page.goto(PAGE);
  await page.clock.pauseAt(BEGAN);
  return page;
}

export async function type(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Lets this many minutes pass; in the last half second the page notices. */
export async function pass(page, minutes) {
  await page.clock.fastForward(minutes * 60_000 - 500);
  await page.clock.runFor(500);
}

export const text = (page, selector) => page.locator(selector).innerText();
export const wall = page => page.locator('#wall tbody tr').evaluateAll(rows => rows.map(row => [...row.cells].slice(1, -1).map(cell => cell.textContent).join(' ').trim()));
export const quiet = page => page.locator('#wall .quiet bdi').allTextContents();

/** Looks at the view that is shown: nothing to scroll, nothing cut off, nothing that axe finds. */
export async function look(page, name) {
  await page.clock.runFor(500);
  const { width, height } = page.viewportSize();
  const cut = await page.evaluate(footer => [...document.querySelectorAll('section.shown *, header *, footer *')]
    .filter(one => one.checkVisibility() && !one.closest('svg, .sheet') && !one.parentElement.closest('#code, #pairs') && getComputedStyle(one).display !== 'inline' && getComputedStyle(one).textOverflow !== 'ellipsis')
    .filter(one => { const box = one.getBoundingClientRect(); return one.scrollWidth > one.clientWidth + 1 || box.bottom > (one.closest('main') ? footer.getBoundingClientRect().top : innerHeight) + 1 || box.right > innerWidth + 1; })
    .map(one => `${one.tagName} ${one.id} ${one.textContent.slice(0, 30)}`), await page.$('footer'));
  equal(cut, [], `${name} at ${width} pixels: what is cut off`);
  equal(await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]), [0, 0], `${name}: what must be scrolled`);
  if (values.pictures) await page.screenshot({ path: join(values.pictures, `${name.replace(/\W+/g, '-')}-${width}.png`) });
  // The page is the same at any size, and all rules and stones look alike: axe takes its time.
  if (width === 1280 && !/[2-9]/.test(name)) await accessible(page, name, ['minor', 'moderate', 'serious', 'critical']);
}

/** A log as the runners write it: minutes after 18:00, step and light. */
export const log = (...lines) => lines.map(line => {
  const [minute, step, light] = line.split(' ');
  const seconds = Math.round((18 * 60 + +minute) * 60 + 86400) % 86400;
  return `${[seconds / 3600, seconds / 60 % 60, seconds % 60].map(part => String(Math.floor(part)).padStart(2, '0')).join(':')} ${step} ${light}\n`;
}).join('');
export const EVENING = [
  ['badger', log('-500 1 red', '13 1 red', '16.5 1 green', '18 2 red', '20 2 green', '22 3 red', '23 3 green', '25 4 red', '28 4 amber', '31 4 green', '34 5 red', '38 5 red', '41 5 green', '57 6 red', '63 6 green', '66 7 red', '72 7 red', '77 7 green')],
  ['fox', log('14 1 red', '17 1 green', '17.5 2 green', '18 3 green', '21 4 amber', '24 4 red', '29 4 green', '31 5 amber', '36 5 amber', '41 5 red', '56 5 green', '60 6 red', '64 5 red', '66 5 green', '74 6 green', '79 7 red')],
  ['heron', log('12 1 red', '19 1 green', '22 2 amber', '26 2 green', '33 3 red', '34 3 green', '38 4 red', '58 4 green', '59 5 red', '66 5 red', '70 5 green', '75 6 red')],
];
export const file = (name, content) => ({ name, mimeType: '', buffer: Buffer.from(content) });

/** The files of a pair on its way through the steps in `count` runs: the lines of the next solution come one after the other, and one is mistyped. */
export function runsOf(language, ending, count, start = 14) {
  const solution = step => readFileSync(new URL(`../../src/cli/dojo/kit/solutions/${language}/${step}.${ending}`, import.meta.url), 'utf8').split('\n');
  const starter = readFileSync(new URL(`../../src/cli/dojo/kit/hand-out/${language}/kata.${ending}`, import.meta.url), 'utf8').split('\n');
  return Array.from({ length: count }, (_, run) => {
    const at = (run + 1) / count * 7, step = Math.min(7, Math.floor(at) + 1), old = step === 1 ? starter : solution(step - 1), now = solution(step);
    const green = Math.ceil((run + 2) / count * 7) > step || run === count - 1, known = new Set(old), fresh = now.filter(line => line.trim() && !known.has(line));
    const missing = new Set(green ? [] : fresh.slice(Math.floor((at - step + 1) * fresh.length)));
    const code = now.filter(line => !missing.has(line)).join('\n'), light = green ? 'green' : run % 5 === 2 ? 'amber' : 'red';
    const seconds = (18 * 60 + start) * 60 + Math.floor(run * 64 * 60 / count) + run * 7 % 11;
    const clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(part => String(Math.floor(part)).padStart(2, '0'));
    return { clock, time: clock.join(':'), step, light, code, ...run % 2 ? { predicted: ['red', 'green', light, light][run % 4] } : {} };
  });
}
export const PAIRS = ['otter', 'badger', 'fox', 'heron', 'lynx', 'newt', 'a pair with a name as long as 40 letters'];
export const saved = (pair, runs) => JSON.stringify({ schema: 'gokata-evening-1', pair, runs: runs.map(({ clock, ...run }) => ({ ...run, language: 'javascript' })) });

/** Writes what seven pairs leave into a folder: `lights.log` and `runs`, or `evening.json`. */
export function writeEvening(folder, count = 40) {
  for (const [index, pair] of PAIRS.entries()) {
    const [language, ending] = index % 2 ? ['python', 'py'] : ['javascript', 'mjs'], runs = runsOf(language, ending, count, 12 + index);
    const below = join(folder, pair, ...index > 4 ? [] : [language, 'runs']);
    mkdirSync(below, { recursive: true });
    if (index > 4) { writeFileSync(join(below, 'evening.json'), saved(pair, runs)); continue; }
    writeFileSync(join(below, '..', 'lights.log'), runs.map(({ time, step, light }) => `${time} ${step} ${light}\n`).join(''));
    for (const [run, { clock, step, light, code }] of runs.entries()) writeFileSync(join(below, `${String(run + 1).padStart(4, '0')}-${clock.join('')}-${step}-${light}.${ending}`), code);
  }
}
