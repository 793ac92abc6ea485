// Proves that dojo.html says what the kit says in a terminal: node proof.mjs BROWSER LANGUAGE... [--all] [--only WORD] [--page FILE]
// BROWSER is chromium, firefox (node --experimental-websocket), or webkit (xvfb-run -a node); `terminal` compares FACILITATOR.md with the runners alone.
// --all: the bonus and the hostile programs, too. --only: the hostile programs whose names contain the word.

import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { equal, sleep } from '../helpers.mjs';
import { HOSTILE, odd_ones } from './hostile.mjs';
import { TABLE, Terminal, program, questions, solution } from './kit.mjs';
import { start } from './page.mjs';
import { ANSWERS, REMAINING, WRONG } from './wrong.mjs';

const BUILT = fileURLToPath(new URL('../../../target/dojo/dojo.html', import.meta.url));
const { values: { all: everything, only, page: file }, positionals: [name, ...languages] } = parseArgs({ options: { all: { type: 'boolean' }, only: { type: 'string', default: '' }, page: { type: 'string', default: BUILT } }, allowPositionals: true });
const address = pathToFileURL(resolve(file)).href;

const SAME = ['light', 'step', 'should', 'why', 'said', 'count', 'earlier', 'remains', 'last'];
const part = (shown, fields = SAME) => Object.fromEntries(fields.map(field => [field, shown[field]]));

/** Every solution, twice, on the page and in the terminal: its own step is done, and then the next one shows. */
async function solutions({ page, terminal, language }) {
  const lights = [];
  for (const step of [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]) {
    const code = wanted => step ? solution(wanted, step) : undefined;
    const [there, here] = await Promise.all([page.run(code(language), language), terminal.run(code(terminal.language))]);
    equal(part(there), part(here), `solution ${step}: the page, instead of the terminal`);
    lights.push(`${there.step} ${there.light}`);
  }
  equal(lights, ['1 red', ...[1, 2, 3, 4, 5, 6].flatMap(step => [`${step} green`, `${step + 1} red`]), '7 green', '7 green'], 'lights');
  if (!everything) return;
  const { light, step } = await page.run(undefined, undefined, 'Ask the bonus');
  equal([light, step], ['green', 8], 'the bonus');
}

/** Each question is shown as the kit shows it, with its boards: a program knows all answers, and gives one of them wrongly. */
async function sentences({ page }) {
  const right = JSON.stringify(questions.map(({ asked, legal }) => [asked, legal]));
  const drawn = `[...document.querySelectorAll('#result figure')].map(one => [one.querySelector('figcaption').textContent, [...one.querySelectorAll('.black, .white')].filter(stone => !stone.matches('.wish')).map(stone => [stone.className.baseVal === 'black' ? 'x' : 'o', stone.cy.baseVal.value / 2, stone.cx.baseVal.value / 2].join(' ')).join(), [...one.querySelectorAll('.lit')].map(one => one.textContent).join(' '), one.querySelector('.wish')?.classList.contains('black')])`;
  await page.run(solution('javascript', 7), 'javascript');
  for (const [at, { step, asked, should, why, legal, titles }] of questions.entries()) {
    const shown = await page.run(`const right = new Map(${right});\nexport function isLegalMove({ color, row, col }, record) {
      const asked = [...record.map(({ toPlay, rows }) => [toPlay, ...rows.map(row => row.join(''))].join('\\n')), \`move \${color} \${row} \${col}\`].join('\\n');
      return right.get(asked) !== (asked === ${JSON.stringify(asked)});\n}`, 'javascript');
    equal([shown.step, shown.should, shown.why, shown.said], [step, should, why, legal ? 'not legal' : 'legal'], `question ${at + 1}`);
    const lines = asked.split('\n'), [, color, row, col] = lines.pop().split(' '), boards = [];
    for (const line of lines) if (/^[xo]$/.test(line)) boards.push([]); else boards.at(-1).push(line);
    const wanted = boards.slice(-titles.length).map((rows, index) => [titles[index], rows.flatMap((line, r) => [...line].map((stone, c) => `${stone} ${r} ${c}`)).filter(stone => stone[0] !== '-').join(), index === titles.length - 1 ? `${row} ${col}` : '', index === titles.length - 1 ? color === 'x' : undefined]);
    equal(await page.evaluate(drawn), JSON.parse(JSON.stringify(wanted)), `boards of question ${at + 1}`);
  }
}

/** What the table in FACILITATOR.md says of each of its rows, in the terminal; and the page shows the same. All JavaScript is TypeScript. */
async function mistakes({ page, terminal, language }) {
  let at = 1;
  for (const version of [...WRONG, ...REMAINING].sort((a, b) => a.step - b.step).filter(version => version[terminal.language])) {
    const { name, step, light = 'red', back = step, shows = '', remains = false } = version, code = program(version, terminal.language);
    for (; page && at < step; at++) await page.run(solution(language, at), language);
    const [here, there] = await Promise.all([terminal.run(code, step), page?.run(code, language)]);
    equal(part(here, ['light', 'step', 'remains']), { light, step: back, remains }, `${name}, in the terminal`);
    if (!here.why.includes(shows)) throw new Error(`${name} does not show: ${shows}\n${here.why}`);
    if (page) equal(part(there), part(here), `${name}: the page, instead of the terminal`);
  }
}

/** What is neither true nor false is shown as it is, on the page as in the terminal. */
async function answers({ page, terminal, language }) {
  const failed = [];
  for (const value of ANSWERS[terminal.language]) {
    const code = terminal.language === 'python' ? `def is_legal_move(move, record):\n    return ${value}\n` : `export function isLegalMove(move, record) {\n  return ${value};\n}\n`;
    const [there, here] = await Promise.all([page.run(code, language), terminal.run(code)]);
    if (JSON.stringify(part(there)) !== JSON.stringify(part(here))) failed.push(`return ${value}: ${there.light} ${there.said}, instead of ${here.light} ${here.said}`);
  }
  if (failed.length) throw new Error(failed.join('\n'));
}

/** Every row of the table has its wrong versions, and every quotation is shown by one of them. */
function table() {
  for (const row of TABLE) {
    const versions = WRONG.filter(version => row.replace(/^\| ([^|]*) \| /, '$1 ').startsWith(version.row));
    if (!versions.length) throw new Error(`no wrong version of: ${row}`);
    for (const [, quoted] of row.split('|')[3].matchAll(/"([^"]+)"/g)) {
      if (!versions.some(version => version.shows.includes(quoted))) throw new Error(`no wrong version shows: ${quoted}`);
    }
  }
}

/** After each hostile program, a good one is shown as if nothing had been. */
async function hostile({ page, language }) {
  const good = solution(language, 1), failed = [];
  await page.run(good, language);
  const usual = await page.run(good, language);
  const check = async ({ code, light, said, fault, trace, line, afterwards = 0 }) => {
    const found = await page.run(code.replaceAll('%PAGE%', address), language);
    if (found.light === 'green' || found.alert) throw new Error(`${found.light} ${found.alert}`);
    if (light) equal(found.light, light, 'light');
    if (line) equal(found.line, line, 'line');
    for (const [pattern, text] of [[said, found.said], [trace, found.stopped], [fault, found.stopped]]) if (pattern && !pattern.test(text)) throw new Error(`${pattern} does not match ${text.slice(0, 300)}`);
    if (fault) equal(found.said, '', 'an answer');
    // What was ended may take the page with it, much later.
    for (let second = 0; second < afterwards; second++) await Promise.all([page.run(good, language), sleep(1000)]);
    if (found.printed.length > 200_000 || found.stopped.length > 20_000 || found.said.length > 20_000) throw new Error('the page shows far too much');
  };
  const queue = [...HOSTILE[language].map(one => [one.name, () => check(one)]), ...odd_ones(language, good).map(({ name, code }) => [name, async () => equal(await page.run(code, language), usual, 'a good program')])];
  const chosen = queue.filter(([name]) => name.includes(only));
  if (!chosen.length) failed.push(`no hostile program is named ${only}`);
  for (const [name, act] of chosen) {
    try {
      await act();
      equal(await page.run(good, language), usual, 'the good program after it');
    } catch (error) {
      failed.push(`${name}: ${error.message}`);
    }
  }
  if (failed.length) throw new Error(failed.join('\n'));
}

const checks = only ? [hostile] : name === 'terminal' ? [mistakes] : everything ? [solutions, sentences, mistakes, answers, hostile] : [solutions, mistakes];
if (!languages.length) throw new Error('usage: node proof.mjs BROWSER LANGUAGE...');
const browser = name === 'terminal' ? undefined : await start(name);
table();
for (const language of languages) {
  for (const check of checks) {
    const title = `${name}, ${language}: ${check.name}`, began = performance.now(), all = { language, page: await browser?.open(address), terminal: new Terminal(language) };
    try {
      await check(all);
      if (all.page?.faults.length) throw new Error(all.page.faults.join('\n'));
      console.log(`ok     ${((performance.now() - began) / 1000).toFixed(1)} s  ${title}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`FAILED ${title}\n${error.message}`);
    }
    all.terminal.close();
  }
}
await browser?.close();
