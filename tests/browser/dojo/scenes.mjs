// What a pair does with dojo.html, and what it sees.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMIT, accessible, equal, until } from '../helpers.mjs';

const KIT = new URL('../../../src/cli/dojo/kit/', import.meta.url);
const kit = path => readFileSync(new URL(path, KIT), 'utf8');
const solution = (step, language = 'javascript', end = 'mjs') => kit(`solutions/${language}/${step}.${end}`);
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
const TITLE = 'Is this move legal? A coding dojo';
const ALL = ['minor', 'moderate', 'serious', 'critical'];
const program = body => `export function isLegalMove(move, record) {\n  ${body}\n}\n`;

/** Opens the page; whatever it asks of a network is a fault. */
async function open(stage, { address }, { context, before, hash = '', ...options } = {}) {
  context ??= await stage.context({ viewport: { width: 1280, height: 720 }, ...options });
  const page = await stage.open(null, context);
  page.on('request', request => { if (request.url().split('#')[0] !== address && !/^(data|blob):/.test(request.url())) stage.faults.push(`asked for ${request.url()}`); });
  if (before) await page.addInitScript(before);
  await page.goto(address + hash);
  await page.locator('#page:not([hidden])').waitFor();
  return page;
}

const seen = (page, selector) => page.locator(selector).evaluateAll(all => all.filter(one => one.checkVisibility()).map(one => one.innerText.replace(/\s+/g, ' ').trim()).join(' | '));

/** Types a program over the old one, as a pair that pastes it. */
async function write(page, code) {
  await page.locator('#code').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(code);
}

/** Runs by key, and returns what is shown; the prediction is a key, too. */
async function run(page, key = 'Enter') {
  await page.evaluate(() => { for (const one of document.querySelectorAll('#result .verdict')) one.classList.add('old'); });
  await page.keyboard.press('ControlOrMeta+Enter');
  if (key) {
    await page.locator('#prediction[open]').waitFor();
    await page.keyboard.press(key);
  }
  await page.locator('#result .verdict:not(.old)').waitFor();
  return { verdict: await seen(page, '#result .verdict'), lead: await seen(page, '#result .lead'), facts: await seen(page, '.facts dd'), live: await page.locator('#said').textContent() };
}

const lights = page => page.locator('#lights li').evaluateAll(all => all.map(one => one.lastChild.textContent.split(': ').at(-1)).join());
async function picture(page, { pictures }, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}
/** What of the page is beside the window. */
const tooWide = page => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const within = (page, selector) => page.locator(selector).first().evaluate(one => { const { top, bottom, left, right } = one.getBoundingClientRect(); return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth; });

async function first(stage, world) {
  const page = await open(stage, world);
  equal(await seen(page, '.intro h2'), 'You write the referee of the game of Go', 'the first words');
  equal([await within(page, '#run'), await within(page, '.intro .row'), await page.locator('#example svg').count(), await lights(page)], [true, true, 1, 'to come,to come,to come,to come,to come,to come,to come'], 'the first screen');
  await picture(page, world, '0-first');
  let shown = await run(page, 'g');
  equal([shown.verdict, shown.lead], ['RED step 1 of 7: turn 4 of 8 right.', 'You said GREEN, and it is RED.'], 'the first run');
  equal(shown.facts, "not legal: it is the other side's turn It is Black's turn. White has to wait. | legal", 'should be, why, you said');
  equal(shown.live, "RED, step 1 of 7: turn. 4 of 8 right. You said GREEN, and it is RED. White wants to play at row 1, column 1. Should be: not legal: it is the other side's turn. It is Black's turn. White has to wait. You said: legal.", 'what is spoken');
  equal([await seen(page, '.wants'), await within(page, '.now svg'), await within(page, '.facts')], ['White wants to play at row 1, column 1.', true, true], 'the board, on a projector');
  equal(await page.locator('.now svg').getAttribute('aria-label'), "now: Black's turn; row 0: empty, empty, empty; row 1: empty, empty, empty; row 2: empty, empty, empty", 'the board in words');
  await write(page, solution(1));
  shown = await run(page, '3');
  equal([shown.verdict, shown.lead], ['GREEN step 1 of 7: turn', 'Done! Change places. Then run it again for step 2. | You said GREEN, and GREEN it is.'], 'the first GREEN');
  shown = await run(page);
  equal([shown.verdict, shown.lead, await seen(page, '.wants')], ['RED step 2 of 7: on the board 4 of 10 right.', '', 'Black wants to play at row -1, column 2.'], 'the next RED');
  equal([await lights(page), await page.locator('#lights [aria-current]').textContent()], ['green,red,to come,to come,to come,to come,to come', '2 on the board: red'], 'the lights');
  equal(await page.locator('.now svg .lit').allTextContents(), ['-1', '2'], 'the numbers of a move that is not on the board');
  await write(page, program('return true;'));
  shown = await run(page);
  equal([shown.verdict, shown.lead, await lights(page)], ['RED step 1 of 7: turn 4 of 8 right.', 'This step was GREEN before. Mend it first.', 'red,to come,to come,to come,to come,to come,to come'], 'a step that was green');
  await page.reload();
  equal([await seen(page, '.intro .lead'), (await lights(page)).split(',')[0]], ['The last run was RED in step 1, which was GREEN before.', 'was GREEN'], 'after a reload');
}

/** All seven steps by the solutions, and the bonus. */
async function steps(stage, world) {
  const page = await open(stage, world);
  await page.uncheck('#predict');
  for (const step of [1, 2, 3, 4, 5, 6, 7]) {
    equal(/^RED step/.test((await run(page, '')).verdict), true, `step ${step}`);
    equal([await within(page, '.now svg'), await within(page, '.facts')], [true, true], `step ${step} fits a projector`);
    await picture(page, world, `${step}-red`);
    await write(page, solution(step));
    const { lead } = await run(page, '');
    equal(lead, step < 7 ? `Done! Change places. Then run it again for step ${step + 1}.` : 'Done! That was the last step.', `step ${step}`);
    await picture(page, world, `${step}-green`);
  }
  equal(await lights(page), 'green,green,green,green,green,green,green', 'seven lights');
  await page.click('text=Ask the bonus');
  await until(async () => (await seen(page, '#result .verdict')).startsWith('GREEN step 8 of 8'), () => seen(page, '#result .verdict'), 4 * LIMIT);
  equal([(await run(page, '')).lead, await page.locator('#lights li').count()], ['Done! That was the last step.', 8], 'the bonus');
  await write(page, solution(6));
  equal(/^RED step 7 of 8/.test((await run(page, '')).verdict), true, 'a step before the bonus');
  const both = await page.locator('.boards figcaption').allInnerTexts();
  equal(both, ["before: White's turn", "now: Black's turn"], 'the boards of step 7');
  const [old, now] = await page.locator('.boards svg').evaluateAll(all => all.map(one => one.getBoundingClientRect().width));
  equal([old < now * 0.8, await page.locator('.boards .asked').count()], [true, 1], 'the board of now is the large one');
}

/** A crash, what does not compile, an endless loop, and what is printed, hostile or not. */
async function amber(stage, world) {
  const page = await open(stage, world);
  await page.uncheck('#predict');
  await write(page, program(`console.log('${HOSTILE}');\n  console.log(); console.log('%s', move.row);\n  throw new Error('${HOSTILE}');`));
  let shown = await run(page, '');
  equal([shown.verdict, shown.facts.endsWith('nothing: it stopped, see above')], ['AMBER step 1 of 7: turn 0 of 8 right.', true], shown.facts);
  const [trace, printed] = await page.locator('.output').allTextContents();
  equal([trace.includes(HOSTILE), printed], [true, `${HOSTILE}\n\n1`], 'text stays text');
  equal([await page.title(), await page.locator('#result img, #result script').count()], [TITLE, 0], 'and no markup');
  equal(await page.locator('#mark').isVisible(), true, 'the line is marked');
  await picture(page, world, 'amber');
  await accessible(page, 'amber', ALL);
  await page.click('text=Go to line 4');
  equal(await page.evaluate(() => { const it = document.activeElement; return it.value.slice(it.selectionStart, it.selectionEnd); }), `  throw new Error('${HOSTILE}');`, 'the line of the error');
  await write(page, 'export function isLegalMove(move, record) {\n  return tru e;\n}\n');
  shown = await run(page, '');
  equal([shown.verdict, /SyntaxError/.test(await seen(page, '.output')), await seen(page, '.told button')], ['AMBER step 1 of 7: turn', true, 'Go to line 2'], 'what does not compile');
  await write(page, program('console.log(Array(5).fill([..."xo-xo"]));\n  return true;'));
  await run(page, '');
  equal(await page.locator('.output').textContent(), `[\n${Array(5).fill("  [ 'x', 'o', '-', 'x', 'o' ]").join(',\n')}\n]`, 'a board, row by row');
  await write(page, program('console.log("in"); for (;;);'));
  const ended = run(page, '');
  await page.locator('#restart:disabled').waitFor();
  shown = await ended;
  await page.locator('#restart:enabled').waitFor();
  equal([shown.verdict, /endless loop/.test(shown.facts), await seen(page, '.output')], ['AMBER step 1 of 7: turn It ended at question 1 of 8.', true, 'in'], shown.facts);
  await write(page, `const seen = [];\n${solution(1).replace(/return .*;/, 'seen.push(1);\n  return seen.length > 3 ? false : move.color === record.at(-1).toPlay;')}`);
  shown = await run(page, '');
  equal(/right alone, wrong after another question/.test(shown.lead), true, `what remains: ${shown.lead}`);
}

async function hints(stage, world) {
  const page = await open(stage, world);
  await run(page);
  equal(await seen(page, '.hints'), 'Stuck? First hint', 'no hint at first');
  for (const name of ['Stuck? First hint', 'Second hint']) await page.click(`.hints button:text-is("${name}")`);
  equal([await seen(page, '.hints h3'), await seen(page, '.hints button'), await page.evaluate(() => document.activeElement.textContent)], ['First hint | Second hint', 'Third hint', 'Second hint'], 'two hints');
  await page.reload();
  await run(page);
  equal(await seen(page, '.hints h3'), 'First hint | Second hint', 'they stay');
  await page.click('.hints button');
  equal([await page.locator('.plan').textContent(), await page.locator('.hints button').count()], [kit('hand-out/hints/1-3.txt').trimEnd(), 0], 'the plan, line by line');
}

async function predictions(stage, world) {
  const page = await open(stage, world);
  await page.locator('#code').focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('Escape');
  equal([await page.locator('#result .verdict').count(), await page.evaluate(() => document.activeElement.id)], [0, 'code'], 'Escape leaves it');
  for (const [key, said] of [['r', 'You said RED, and RED it is.'], ['2', 'You said AMBER, and it is RED.'], ['Enter', '']]) equal((await run(page, key)).lead, said, key);
  await page.evaluate(() => document.getElementById('result').replaceChildren());
  await page.click('#run');
  await page.evaluate(() => document.getElementById('prediction').close()); // as Escape does in Firefox
  await page.locator('#restart:enabled').waitFor();
  equal(await seen(page, '#result .verdict'), '', 'it is left again');
  await page.click('#run');
  await page.click('#prediction .green');
  await until(async () => (await seen(page, '#result .lead')) === 'You said GREEN, and it is RED.', 'a prediction by pointer');
  await page.click('#run');
  await page.click('#never');
  await until(async () => (await seen(page, '#result .lead')) === '', 'without');
  await page.reload();
  equal(await page.isChecked('#predict'), false, 'it stays off');
  await run(page, '');
  const runs = await page.evaluate(() => JSON.parse(localStorage.getItem(Object.keys(localStorage).find(key => key.endsWith(':runs')))));
  equal(runs.map(({ light, predicted, language, step }) => [light, predicted ?? '', language, step].join(' ')), ['red red javascript 1', 'red amber javascript 1', 'red  javascript 1', 'red green javascript 1', 'red  javascript 1', 'red  javascript 1'], 'kept with the runs');
}

/** The code of three languages through a reload, the files, the evening, and "Start again". */
async function keeping(stage, world) {
  const page = await open(stage, world, { acceptDownloads: true });
  const saved = async click => {
    const [download] = await Promise.all([page.waitForEvent('download'), click()]);
    return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
  };
  for (const [language, file] of [['javascript', 'kata.mjs'], ['typescript', 'kata.ts'], ['python', 'kata.py']]) {
    await page.selectOption('#language', language);
    equal(await page.locator('#python').isVisible(), language === 'python', 'what Python lacks here');
    if (language === 'python') {
      await page.click('#python summary');
      equal(await page.locator('#lacks dd').evaluateAll(all => all.length > 5 && all.every(one => one.clientHeight > 0 && one.clientHeight < 120)), true, 'a list that can be read');
    }
    equal(await saved(() => page.click('#download')), [file, kit(`hand-out/${language}/${file}`)], "the kit's own file");
    await write(page, solution(1, language, file.split('.')[1]));
  }
  await page.reload();
  for (const [language, end] of [['javascript', 'mjs'], ['typescript', 'ts'], ['python', 'py']]) {
    await page.selectOption('#language', language);
    equal(await page.inputValue('#code'), solution(1, language, end), `${language} after a reload`);
    equal((await run(page)).verdict, 'GREEN step 1 of 7: turn', language);
  }
  await page.reload();
  equal([await page.inputValue('#language'), await seen(page, '.intro .lead'), await lights(page)], ['python', 'You are at step 2 of 7: on the board.', 'green,to come,to come,to come,to come,to come,to come'], 'the step reached');
  await page.click('#evening');
  await page.fill('#pair', '  otter ');
  await accessible(page, 'saving', ALL);
  const [name, text] = await saved(() => page.press('#pair', 'Enter')), { schema, pair, runs } = JSON.parse(text);
  equal([name, schema, pair, runs.map(one => `${one.language} ${one.step} ${one.light} ${one.code.length > 20} ${/^\d\d:\d\d:\d\d$/.test(one.time)}`)],
    ['evening.json', 'gokata-evening-1', 'otter', ['javascript 1 green true true', 'typescript 1 green true true', 'python 1 green true true']], 'the evening');
  await page.click('#evening');
  await page.uncheck('#keep-code');
  equal(/"code"/.test((await saved(() => page.click('#save-evening')))[1]), false, 'without code');
  await until(() => page.evaluate(() => !localStorage.getItem(`gokata-dojo-1:${location.pathname}:runs`).includes('"code"')), 'nor is it kept in the browser');
  await page.click('#evening');
  for (const [button, count] of [['Forget these runs', '0 runs'], ['Bring them back', '3 runs'], ['Forget these runs', '0 runs']]) {
    await page.click(`text=${button}`);
    equal(await seen(page, '#run-count'), count, button);
  }
  await page.click('#saving-back');
  await page.click('#evening');
  await page.click('text=Forget these runs');
  equal(await seen(page, '#run-count'), '0 runs', 'what was forgotten before does not come back');
  await page.click('#saving-back');
  await page.click('#restart');
  await page.keyboard.press('Escape');
  equal(await page.inputValue('#code'), solution(1, 'python', 'py'), 'it asks first');
  await page.click('#restart');
  await accessible(page, 'starting again', ALL);
  await page.click('#restart-yes');
  equal(await saved(() => page.click('#download')), ['kata.py', kit('hand-out/python/kata.py')], 'started again');
  equal((await lights(page)).split(',')[0], 'to come', 'started again, in the first step');
  for (const work of ['# new work\n', undefined]) {
    if (work) await write(page, work);
    await page.click('#restart');
    await page.click('#restart-yes');
  }
  await page.reload();
  await page.click('#undo-restart');
  equal(await page.inputValue('#code'), '# new work\n', 'undone, after a reload, too');
  await page.click('#undo-restart');
  equal([await page.inputValue('#code'), (await lights(page)).split(',')[0], await page.locator('#undo-restart').isVisible()], [solution(1, 'python', 'py'), 'green', false], 'and what was put aside before');
}

async function tabs(stage, world) {
  const context = await stage.context({ viewport: { width: 1280, height: 720 } });
  const [one, two] = [await open(stage, world, { context }), await open(stage, world, { context })];
  await two.bringToFront();
  await write(two, '// two\n');
  await one.bringToFront();
  await one.locator('#tabs:not([hidden])').waitFor();
  equal(await seen(one, '#tabs-say'), 'Another tab with this page has changed the JavaScript code. Until you choose, what you write here is not kept.', 'it is said');
  await accessible(one, 'two tabs', ALL);
  await write(one, '// one\n');
  equal(await two.evaluate(() => localStorage.getItem(Object.keys(localStorage).find(key => key.endsWith(':code.javascript')))), '// two\n', 'nothing is written over');
  await one.click('#keep-mine');
  await two.bringToFront();
  await two.click('#take-theirs');
  equal([await two.inputValue('#code'), await two.locator('#tabs').isVisible()], ['// one\n', false], 'taken');
  await two.locator('#code').focus();
  await two.keyboard.press('ControlOrMeta+z');
  equal(await two.inputValue('#code'), '// two\n', 'the own code is one undo away');
  for (const page of [one, two]) {
    await page.bringToFront();
    await page.locator('#code').focus();
    await run(page);
  }
  equal(await one.evaluate(() => JSON.parse(localStorage.getItem(Object.keys(localStorage).find(key => key.endsWith(':runs')))).length), 2, 'the runs of both');
}

async function store(stage, world) {
  const full = await open(stage, world);
  await full.evaluate(() => {
    let text = 'x'.repeat(1 << 20);
    for (let at = 0; text; at++) try { localStorage.setItem(`fill${at}`, text); } catch { text = text.slice(text.length >> 1 || 1); }
  });
  await write(full, solution(1) + '//'.repeat(3000));
  equal(await seen(full, '#alert'), 'The store of this browser is full: download your file before you close the page. Everything else works.', 'full');
  equal([(await run(full)).verdict, (await run(full)).verdict], ['GREEN step 1 of 7: turn', 'RED step 2 of 7: on the board 4 of 10 right.'], 'it goes on');
  await accessible(full, 'a full store', ALL);
  const without = await open(stage, world, { before: () => { Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } }); } });
  equal(await seen(without, '#alert'), 'This browser keeps nothing for this page: download your file before you close the page. Everything else works.', 'forbidden');
  await write(without, solution(1));
  equal([(await run(without)).verdict, (await run(without)).verdict], ['GREEN step 1 of 7: turn', 'RED step 2 of 7: on the board 4 of 10 right.'], 'it goes on');
  const damaged = await open(stage, world);
  for (const junk of ['{', '[1]', '{"language":5}', '{"language":"cobol","1":-1}', '"x"', '{"asked":[999],"given":"l"}', '-1']) {
    await damaged.evaluate(junk => { for (const name of ['settings', 'runs', 'hints', 'yourself', 'reached.javascript']) localStorage.setItem(`gokata-dojo-1:${location.pathname}:${name}`, junk); }, junk);
    await damaged.reload();
    equal((await run(damaged)).verdict, 'RED step 1 of 7: turn 4 of 8 right.', `a store with ${junk}`);
  }
}

async function editing(stage, world) {
  const page = await open(stage, world);
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  const value = () => page.inputValue('#code');
  await write(page, '');
  await page.keyboard.type('if (a) {\nb;\nc;\n}');
  equal(await value(), 'if (a) {\n  b;\n  c;\n}', 'indentation, and a closing brace');
  await press('ArrowUp', 'Home', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Tab');
  equal(await value(), '  if (a) {\n    b;\n  c;\n}', 'the selected lines');
  await press('Shift+Tab', 'ControlOrMeta+z');
  equal(await value(), '  if (a) {\n    b;\n  c;\n}', 'undone');
  await press('ControlOrMeta+z');
  equal(await value(), 'if (a) {\n  b;\n  c;\n}', 'undone twice');
  await page.evaluate(() => document.getElementById('code').setSelectionRange(11, 11));
  await press('Backspace');
  equal([await value(), await page.locator('#numbers').textContent()], ['if (a) {\nb;\n  c;\n}', '1\n2\n3\n4'], 'Backspace takes an indentation back');
  await press('Escape', 'Tab');
  equal(await page.evaluate(() => document.activeElement.id), 'download', 'Escape, then Tab');
  await press('Shift+Tab', 'Escape', 'Shift+Tab');
  equal(await page.evaluate(() => document.activeElement.id), 'run', 'and back');
  await page.selectOption('#language', 'python');
  await page.locator('#code').focus();
  await press('ControlOrMeta+z');
  equal(/def is_legal_move/.test(await value()), true, 'undo does not bring the other language');
  await write(page, '');
  await page.keyboard.type('def f():\nreturn 1');
  equal(await value(), 'def f():\n    return 1', 'Python has four spaces');
}

/** A whole step by keys, right and wrong; and the last questions, to the summary. */
async function yourself(stage, world) {
  const page = await open(stage, world);
  await page.click('#other');
  equal(/^Rule 1. Turn. Every board says whose turn it is/.test(await seen(page, '.rule')), true, 'the rule comes first');
  await accessible(page, 'a rule', ALL);
  const answers = [...kit('hand-out/steps/1-turn.txt').matchAll(/^legal\?\n(legal|illegal)/gm)].map(one => one[1]);
  await page.keyboard.press('Space');
  for (const [index, answer] of answers.entries()) {
    equal(await page.locator('#yourself .now svg').isVisible(), true, 'a board');
    const right = index !== 1;
    await page.keyboard.press((answer === 'legal') === right ? ['l', 'ArrowLeft'][index % 2] : ['n', 'ArrowRight'][index % 2]);
    const reason = await seen(page, '.reason');
    equal([reason.startsWith(right ? 'Right. It is ' : 'Wrong. It is '), /legal/.test(reason)], [true, true], reason);
    if (index === 1) {
      await accessible(page, 'an answer', ALL);
      await picture(page, world, 'yourself-wrong');
    }
    await page.keyboard.press(['Space', 'Enter'][index % 2]);
  }
  equal([await seen(page, '#yourself .verdict'), (await seen(page, '.rule')).slice(0, 22)], ['step 2 of 7: on the board 8 of 74 answered, 7 right', 'Rule 2. On the board. '], 'the next step');
  await page.evaluate(() => localStorage.setItem(`gokata-dojo-1:${location.pathname}:yourself`, JSON.stringify({ asked: [...Array(74).keys()], given: 'l'.repeat(72) })));
  await page.reload();
  equal(/^White wants to play|^Black wants to play/.test(await seen(page, '.wants')), true, 'it goes on where it was');
  await page.click('#yourself .not');
  await page.click('#yourself .next');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  const lead = await seen(page, '#yourself > .lead'), wrong = await page.locator('.wrong li').count();
  equal([lead, wrong > 20], [`${74 - wrong} of 74 right. These were wrong:`, true], lead);
  await accessible(page, 'the summary', ALL);
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await page.keyboard.press('n');
  equal(/^Right/.test(await seen(page, '.reason')), true, 'the wrong ones again');
  await page.click('#other');
  equal(await page.locator('#code').isVisible(), true, 'back to the program');
}

async function phone(stage, world) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open(stage, world, { width: 390, height: 844, viewport: { width: 390, height: 844 }, colorScheme, hasTouch: true });
    await picture(page, world, `phone-${colorScheme}`);
    equal([await tooWide(page), await within(page, '#run')], [0, true], 'the first screen');
    await accessible(page, `a phone, ${colorScheme}`, ALL);
    await page.tap('#run');
    equal(await within(page, '#prediction'), true, 'the prediction');
    await accessible(page, `a prediction, ${colorScheme}`, ALL);
    await page.tap('#prediction .red');
    await page.locator('#result .verdict').waitFor();
    equal([await within(page, '#result .verdict'), await tooWide(page)], [true, 0], 'the verdict is seen');
    await accessible(page, `a verdict, ${colorScheme}`, ALL);
    await picture(page, world, `phone-${colorScheme}-red`);
    await page.uncheck('#predict');
    await write(page, program(`throw new Error('${'long'.repeat(100)}');`));
    await run(page, '');
    equal([await within(page, '#result .verdict'), await tooWide(page)], [true, 0], 'amber');
    for (const step of [5, 7]) {
      await write(page, solution(step));
      await run(page, '');
    }
    await write(page, solution(6));
    await run(page, '');
    equal(await tooWide(page), 0, 'two boards');
    await picture(page, world, `phone-${colorScheme}-ko`);
    await page.tap('nav [data-rules]');
    equal(await tooWide(page), 0, 'the rules');
    await accessible(page, `the rules, ${colorScheme}`, ALL);
    await page.keyboard.press('Escape');
    await page.tap('#other');
    await page.tap('.next');
    equal([await tooWide(page), await within(page, '.answers')], [0, true], 'answer yourself');
    await page.evaluate(() => localStorage.setItem(`gokata-dojo-1:${location.pathname}:yourself`, JSON.stringify({ asked: [...Array(74).keys()], given: 'l'.repeat(66) })));
    await page.reload();
    equal([await within(page, '.wants'), await within(page, '.now svg'), await within(page, '.answers')], [true, true, true], 'a question with two boards');
    await picture(page, world, `phone-${colorScheme}-yourself`);
  }
}

async function axe(stage, world) {
  for (const options of [{}, { colorScheme: 'dark' }, { forcedColors: 'active' }, { reducedMotion: 'reduce' }]) {
    const page = await open(stage, world, options), what = JSON.stringify(options);
    await page.click('footer summary');
    await accessible(page, `first ${what}`, ALL);
    await page.click('footer summary');
    await run(page, 'g');
    for (let hint = 0; hint < 3; hint++) await page.click('.hints button');
    await page.mouse.wheel(0, 300);
    await accessible(page, `red ${what}`, ALL);
    await picture(page, world, `red-${Object.values(options)[0] ?? 'light'}`);
    await write(page, solution(1));
    await run(page, 'g');
    equal(await page.evaluate(() => scrollY), 0, 'the next screen is seen from its top');
    await accessible(page, `green ${what}`, ALL);
    await picture(page, world, `green-${Object.values(options)[0] ?? 'light'}`);
  }
}

/** Everything can be reached by keys, and the focus is seen. */
async function keyboard(stage, world) {
  const page = await open(stage, world), reached = new Set();
  const code = await page.inputValue('#code');
  for (let tabs = 0; tabs < 30; tabs++) {
    await page.keyboard.press('Tab');
    const { name, outline } = await page.evaluate(() => { const one = document.activeElement; return { name: one === document.body ? '' : one.id || one.textContent.trim(), outline: getComputedStyle(one.id === 'code' ? one.parentElement : one).outlineStyle }; });
    if (name) equal(outline !== 'none', true, `the focus on ${name} is seen`);
    reached.add(name);
  }
  equal(['Rules', 'other', 'language', 'predict', 'run', 'code', 'download', 'evening', 'restart', 'The seven rules', 'What this page contains, and its licences'].filter(one => !reached.has(one)), [], 'what Tab does not reach');
  equal(await page.inputValue('#code'), code, 'who walks by changes nothing');
}

async function cannot(stage, world) {
  const html = readFileSync(world.file, 'utf8');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)[1];
  equal(/^default-src 'none'; script-src '/.test(policy) && !/unsafe-inline|'unsafe-eval'|https?:|connect-src/.test(policy), true, policy);
  equal(/ style=| on\w+=|https?:\/\//.exec(html.replace(/<script[^>]*>[^]*?<\/script>/g, '').replace(/<style>[^]*?<\/style>/, '')), null, 'nothing inline, no address');
}

/** The same page in Firefox. `stage.browser` is the driver of tests/browser/firefox.mjs, which has no keys: events stand for them. */
export async function inFirefox({ browser }, world) {
  const page = await browser.open(world.address);
  const begin = async () => {
    await page.goto(world.address);
    await until(() => page.evaluate(`!document.getElementById('page').hidden`), 'it begins');
  };
  const text = selector => page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText.replace(/\\s+/g, ' ') ?? ''`);
  const key = (selector, name) => page.evaluate(`document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(name)}, ctrlKey: ${name === 'Enter'}, bubbles: true, cancelable: true }))`);
  const paste = code => page.evaluate(`document.getElementById('code').focus(), document.getElementById('code').select(), document.execCommand('insertText', false, ${JSON.stringify(code)})`);
  const says = async (code, verdict, bet) => {
    await paste(code);
    await page.evaluate(`document.getElementById('result').replaceChildren()`);
    await key('#code', 'Enter');
    if (bet) await key('#prediction', bet);
    await until(() => text('#result .verdict'), 'a verdict');
    equal(await text('#result .verdict'), verdict, 'the verdict');
  };
  await page.evaluate('localStorage.clear()');
  await begin();
  await says(program('return true;'), 'RED step 1 of 7: turn 4 of 8 right.', 'g');
  equal(await text('#result .lead'), 'You said GREEN, and it is RED.', 'the prediction');
  await page.evaluate(`document.getElementById('predict').click()`);
  await says(program(`throw new Error('${HOSTILE}');`), 'AMBER step 1 of 7: turn 0 of 8 right.');
  await says('export function isLegalMove() {\n  return tru e;\n}\n', 'AMBER step 1 of 7: turn');
  equal([await text('.told button'), await page.evaluate('document.title')], ['Go to line 2', TITLE], 'the line of what does not compile');
  for (const [index, title] of ['turn', 'on the board', 'on an empty point', 'one stone', 'a group', 'capture', 'ko'].entries()) await says(solution(index + 1), `GREEN step ${index + 1} of 7: ${title}`);
  await paste('a\nb');
  await page.evaluate(`document.getElementById('code').select()`);
  await key('#code', 'ArrowLeft');
  for (const [act, expected] of [[() => key('#code', 'Tab'), '  a\n  b'], [() => page.evaluate(`document.execCommand('undo')`), 'a\nb']]) {
    await act();
    equal(await page.evaluate(`document.getElementById('code').value`), expected, 'indentation, and undo');
  }
  await begin();
  equal([await page.evaluate(`document.getElementById('code').value`), page.said], ['a\nb', []], 'the code after a reload, and nothing on the console');
  await page.evaluate(`document.getElementById('restart').click(), document.getElementById('restart-yes').click()`);
  await until(() => page.evaluate(`document.getElementById('code').value.startsWith('// May this move be made?')`), 'it starts again');
  await page.evaluate(`document.getElementById('other').click()`);
  await until(() => text('.next'), 'the rule');
  for (const name of [' ', 'l']) await key('#yourself', name);
  equal(await text('.reason .lead'), 'Right.', 'an answer');
}

export const SCENES = {
  'the first lights': first, 'seven steps and the bonus': steps, amber, hints, predictions, 'what is kept': keeping, 'two tabs': tabs, 'full, forbidden and damaged stores': store,
  'the editor': editing, 'answer yourself': yourself, 'a phone': phone, 'what axe finds': axe, keyboard, 'no address': cannot,
};
