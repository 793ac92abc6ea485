// What people do with gokata.html.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accessible, equal, until } from '../helpers.mjs';

const FIXTURES = new URL('../../../fixtures/', import.meta.url);
const KO = '1.5.x-bbacccbd.o-cbdccd.side-o.play-bc.ask-xcc';
const GAME = '(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7];B[ee];W[cc];B[ec];W[cc];B[gg])';
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

/** Opens the page; whatever it asks of a network is a fault. */
async function open(stage, address, { width = 1280, height = 800, ready = true, before, ...options } = {}) {
  const context = await stage.context({ viewport: { width, height }, ...options });
  const page = await stage.open(null, context);
  const own = address.split('#')[0];
  page.on('request', request => {
    const url = request.url().split('#')[0];
    if (url !== own && !/^(data|blob):/.test(url) && !/blog/.test(own)) stage.faults.push(`asked for ${url}`);
  });
  if (before) await page.addInitScript(before);
  await page.goto(address);
  if (ready) await page.locator('#page:not([hidden])').waitFor();
  return page;
}

/** What the page says, in one line each. */
const said = page => page.evaluate(() => {
  const text = id => { const one = document.getElementById(id); return one?.checkVisibility() ? one.innerText.replace(/\s+/g, ' ').trim() : ''; };
  return {
    title: text('verdict-title'), reasons: text('reasons'), turn: text('turn'), side: text('side'), alert: text('alert'), problem: text('text-error'), notes: text('notes'),
    rules: document.getElementById('rules').value, text: document.getElementById('text').value,
    groups: [...document.querySelectorAll('#groups li')].map(one => `${one.querySelector('.verdict').textContent}: ${[...one.querySelectorAll('button')].map(it => it.textContent).join(' ')}`),
    now: document.querySelector('#groups [aria-pressed=true]')?.textContent ?? '', disputed: [...document.querySelectorAll('#disputed-points button')].map(it => it.textContent).join(' '),
  };
});

/** Waits until the page says all of this; a regular expression must match. */
async function says(page, expected, what = '') {
  let found = {};
  const fits = (one, wanted) => (wanted instanceof RegExp ? wanted.test(one) : JSON.stringify(one) === JSON.stringify(wanted));
  const odd = () => Object.keys(expected).filter(key => !fits(found[key], expected[key]));
  await until(async () => { found = await said(page); return !odd().length; }, () => `${what} ${odd().map(key => `${key}: ${JSON.stringify(found[key])} instead of ${expected[key]}`).join('; ')}`);
  return found;
}

/** Taps a point, with a tool that is chosen first. */
async function tap(page, point, tool) {
  if (tool) await page.click(`[data-tool=${tool}]`);
  await page.click(`[data-point="${point}"]`);
}
async function otherRules(page, words) {
  await page.selectOption('#rules', { label: 'other …' });
  await page.fill('#other-rules', words);
  await page.press('#other-rules', 'Enter');
}
/** How many elements with these classes the picture of the board has. */
const drawn = (page, selector) => page.locator(`#drawing ${selector}`).count();
/** The address, once it holds what is shown. */
async function link(page) {
  await page.waitForTimeout(400);
  return (await page.evaluate(() => location.hash)).slice(1);
}
async function picture(page, { pictures }, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

async function first(stage, world) {
  const page = await open(stage, world.addresses.file);
  await says(page, { title: 'Black C3: not legal', reasons: /^ko: the board would be as it was .* would take 1 stone: B3$/, turn: '1 / 1', rules: 'kata', now: 'kata', alert: '' });
  equal(await page.locator('#pair svg').count(), 2, 'boards side by side');
  const stones = id => page.locator(`#${id} g.bs circle, #${id} g.ws circle`).evaluateAll(all => all.map(one => one.outerHTML).sort());
  equal(await stones('pair-after'), await stones('pair-before'), 'the two boards');
  equal(await Promise.all(['.asked', '.captured', '.no.ko'].map(one => drawn(page, one))), [1, 1, 1], 'the asked move, the stone it would take, the reason on its point');
  equal(await page.locator('#drawing .wood').evaluate(one => one.getBoundingClientRect().height > 400 && getComputedStyle(one).fill), 'rgb(226, 185, 104)', 'the board is painted');
  await picture(page, world, 'desktop');
  await tap(page, 'A1');
  await says(page, { title: 'Black A1: legal', reasons: '' });
  equal([await page.locator('#pair').isVisible(), await drawn(page, '.no.ko')], [false, 1], 'no pair; the ko is still marked');
  await page.click('#try button:text-is("send two, return one")');
  await says(page, { title: 'White B3: legal', disputed: 'B3', groups: ['superko: chinese-ogs chinese-kgs tromp-taylor ing', 'legal: kata dlgo japanese korean chinese aga aga-button new-zealand stone-scoring'] });
  equal(await drawn(page, '.disputed'), 1, 'points about which rules disagree');
  await page.uncheck('#disputed');
  equal(await drawn(page, '.disputed'), 0, 'such points, not marked');
  await page.selectOption('#rules', 'tromp-taylor');
  await says(page, { title: 'White B3: not legal', reasons: /^superko: /, now: 'tromp-taylor' });
  await page.click('#groups button:text-is("aga")');
  await says(page, { title: 'White B3: legal', rules: 'aga', now: 'aga' });
  equal(await page.evaluate(() => document.activeElement.textContent), 'aga', 'the focus stays on the name of the rules');
  await otherRules(page, 'tromp-taylor,suicide=perhaps');
  await says(page, { alert: /perhaps/, title: 'White B3: legal' });
  await otherRules(page, 'tromp-taylor,komi=-3');
  await says(page, { alert: '', rules: 'tromp-taylor', title: 'White B3: not legal' }, 'another komi');
  await otherRules(page, 'kata,ko=positional');
  await says(page, { rules: 'other …', now: '', title: 'White B3: not legal' });
  await page.selectOption('#rules', 'kata');
  await page.click('#play-asked');
  await page.selectOption('#rules', 'tromp-taylor');
  await says(page, { alert: /^Under these rules, an earlier turn would not be legal: .*White B3: superko/ });
}

async function links(stage, world) {
  const { file, server } = world.addresses;
  const page = await open(stage, file);
  await page.click('#try button:text-is("triple ko")');
  await page.selectOption('#rules', 'aga');
  await page.click('#back');
  await tap(page, 'D5');
  const state = await says(page, { title: 'Black D5: legal', turn: '4 / 5' });
  const fragment = await link(page);
  for (const address of [file, server]) {
    const other = await open(stage, `${address}#${fragment}`);
    equal(await said(other), state, `the ruling of ${fragment} from ${address.slice(0, 5)}`);
    await other.click('#last');
    await says(other, { turn: '5 / 5' });
    // A link that is pasted over the address.
    await other.evaluate(to => { location.hash = to; }, KO);
    await says(other, { title: 'Black C3: not legal', turn: '1 / 1', rules: 'kata' });
  }
  const tried = await open(stage, world.copy('tried.html', html => html.replace('name="gokata-link" content=""', `name="gokata-link" content="${fragment}"`)));
  equal(await said(tried), state, 'the link that stands in the page itself');
  const beats = await open(stage, world.copy('both.html', html => html.replace('name="gokata-link" content=""', `name="gokata-link" content="${fragment}"`)) + `#${KO}`);
  await says(beats, { title: 'Black C3: not legal' }, 'the address comes first');
}

async function badLinks(stage, world) {
  const odd = ['2.5', '99.19.play-pddp', 'nonsense', '1.26', '1.5.at-9', '1.5.x-aa.x-bb', `1.5.${encodeURIComponent(HOSTILE)}`, '%00%01%ff', '1.5.ask-x%0a%0d', '🂡', `1.19.play-${'aa'.repeat(500_000)}`];
  const page = await open(stage, world.addresses.server);
  for (const fragment of odd) {
    const what = fragment.slice(0, 40);
    await page.evaluate(to => { location.hash = to; }, '1.9.ask-xaa');
    await says(page, { alert: '', title: 'Black A9: legal' });
    await page.evaluate(to => { location.hash = to; }, fragment);
    const { alert } = await says(page, { alert: /^This link cannot be opened: ./, title: 'Black C3: not legal' }, what);
    equal([alert.length < 700, /RuntimeError|undefined|bug/.test(alert), await page.title() === '1'], [true, false, false], `${what}: ${alert.slice(0, 200)}`);
    await tap(page, 'A1');
    await says(page, { title: 'Black A1: legal', alert: '' }, `alive behind ${what}`);
  }
  await page.evaluate(() => { location.hash = '1.5.play-bbcccc'; });
  await says(page, { alert: /event 3, Black C3: occupied/, title: 'Black C3: not legal', turn: '2 / 2' }, 'a game that cannot be played');
  const fresh = await open(stage, `${world.addresses.file}#7.x`);
  await says(fresh, { alert: /^This link cannot be opened: .*newer/, title: 'Black C3: not legal' });
  await picture(fresh, world, 'bad-link');
  // What could not be opened, or not to its end, is not lost: the address holds it until something is changed.
  equal(await link(fresh), '7.x', 'the address');
  await tap(fresh, 'A1');
  equal(await link(fresh), KO.replace('xcc', 'xae'), 'the address of what is shown');
  const past = await open(stage, `${world.addresses.file}#1.5.play-bbccccdd`);
  await past.reload();
  await says(past, { alert: /event 3/, turn: '2 / 2' });
  equal(await link(past), '1.5.play-bbccccdd', 'the address after a reload');
}

async function texts(stage, world) {
  const page = await open(stage, world.addresses.file);
  const type = text => page.fill('#text', text);
  await type('x\n---\n-o-\n---\n');
  await says(page, { title: 'Black to play', turn: '0 / 0', problem: '' });
  await type('x\noo-\n-o-\n---\n\nplay C3\nlegal A2\n');
  await says(page, { title: 'White A2: legal', turn: '1 / 1' });
  await type('x\noo-\n-o--\n---\n');
  await says(page, { problem: /^Line 3, column 4: .*longer/, title: 'White A2: legal' });
  equal(await page.getAttribute('#text', 'aria-invalid'), 'true', 'the field is marked');
  await page.locator('#text').scrollIntoViewIfNeeded();
  await picture(page, world, 'error');
  await type('x\n-o-\no--\n---\n\nlegal A3\n');
  await says(page, { title: 'Black A3: not legal', problem: '', notes: /^line 6 says legal A3, which is wrong$/ });
  await type('x\n---\n---\n---\n\nplay A1 A1\n');
  await says(page, { title: 'White A1: not legal', reasons: /^occupied/, notes: /^line 6 says/ });
  // The other direction: the board is changed, and the text follows.
  await page.locator('#text').blur();
  await says(page, { text: 'x\n---\n---\n---\n\nplay x:A1\nillegal occupied o:A1\n' });
  await tap(page, 'B2');
  await says(page, { text: 'x\n---\n---\n---\n\nplay x:A1\nlegal o:B2\n', notes: '' });
  await page.selectOption('#rules', 'japanese');
  await says(page, { text: /^x\n---\n---\n---\n\nrules japanese\nplay x:A1\nlegal o:B2\n$/ });
  await type(GAME);
  await says(page, { title: 'White C7: not legal', turn: '3 / 3', rules: 'chinese', notes: /^taken for a game record move 4: White C7: occupied/, problem: '' });
  equal(await drawn(page, '.asked'), 1, 'the illegal move is asked');
  await type('$$B Who is right?\n$$ -------\n$$ | . X . |\n$$ | X O X |\n$$ | . . . |\n$$ -------\n');
  await says(page, { title: 'Black to play', notes: /taken for/, problem: '' });
  await type(`${world.addresses.server}#${KO}`);
  await says(page, { title: 'Black C3: not legal' });
  for (const odd of [HOSTILE, 'x'.repeat(1_000_000), '(;'.repeat(500_000), `x\n${'-'.repeat(1_000_000)}`, 'o\n---\n\n\u0000\u0001\u007f', '\u202e\ufeff', `(;SZ[9]C[${HOSTILE}];B[zz])`, '   ', `x\n---\n---\n---\n\nillegal ${HOSTILE} A1\n`]) {
    await type(odd);
    const what = odd.slice(0, 30);
    const { problem } = await says(page, { problem: /./, title: 'Black C3: not legal' }, what);
    equal([problem.length < 2000, /RuntimeError|undefined|a bug/.test(problem)], [true, false], `${what}: ${problem.slice(0, 200)}`);
    await type('');
  }
  await tap(page, 'A1');
  await says(page, { title: 'Black A1: legal', problem: '' }, 'alive');
  equal([await page.locator('main img, main script').count(), /^Black A1/.test(await page.title())], [0, true], 'text never is markup');
}

async function tools(stage, world) {
  const page = await open(stage, world.addresses.file);
  await tap(page, 'C3', 'play');
  await says(page, { title: 'Black C3: not legal', turn: '1 / 1' }, 'an illegal move is asked about');
  await tap(page, 'E5');
  await says(page, { title: 'White to play', turn: '2 / 2' });
  await page.click('#pass');
  await page.click('#pass');
  await says(page, { title: 'The game is over', turn: '4 / 4' });
  for (const [button, turn] of [['first', 0], ['forward', 1], ['last', 4], ['back', 3]]) {
    await page.click(`#${button}`);
    await says(page, { turn: `${turn} / 4` }, button);
  }
  await tap(page, 'A1');
  await says(page, { turn: '4 / 4', title: 'White to play' }, 'another move instead');
  await page.click('#undo');
  await says(page, { turn: '3 / 4', side: 'Black to play' }, 'the turns that came later are back');
  await page.click('#last');
  await page.click('#side');
  await says(page, { side: 'White to play', turn: '4 / 4', title: 'White to play' }, 'the game goes on');
  await page.click('#side');
  await says(page, { side: 'Black to play', turn: '4 / 4' });
  await tap(page, 'A1', 'black');
  equal(await page.locator('#setting').isVisible(), true, 'what setting a stone does to the game is said');
  await says(page, { turn: '0 / 0', title: 'Black to play', text: /^x\n/ });
  await tap(page, 'A1', 'white');
  await says(page, { text: /o----\n$/ });
  await picture(page, world, 'set');
  await tap(page, 'A1', 'empty');
  await says(page, { text: /\n-----\n$/ });
  for (let changes = 3; changes--;) await page.click('#undo');
  await says(page, { turn: '4 / 4', side: 'Black to play' }, 'what was set is taken back');
  for (const [rows, cols, last] of [[25, 25, 'Z25'], [1, 4, 'D1'], [13, 7, 'G13']]) {
    await page.fill('#rows', String(rows));
    await page.fill('#cols', String(cols));
    await page.click('#new button');
    await tap(page, last, 'ask');
    await says(page, { title: `Black ${last}: legal`, turn: '0 / 0' });
    equal([await page.locator('[role=gridcell]').count(), await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)], [rows * cols, 0], `cells of ${rows}x${cols}, and what must be scrolled`);
  }
  // A point is where the picture has it.
  const [cell, ring] = await Promise.all(['[data-point=G13]', '#drawing .asked'].map(one => page.locator(one).boundingBox()));
  const middle = ({ x, y, width, height }) => [Math.round(x + width / 2), Math.round(y + height / 2)];
  equal(middle(cell).map((at, i) => Math.abs(at - middle(ring)[i]) < 2), [true, true], 'cells lie on points');
  await page.fill('#text', 'x\noo-\nxxo\n---\n');
  await page.locator('[role=gridcell]').nth(9).waitFor({ state: 'detached' });
  await tap(page, 'C3', 'black');
  await says(page, { alert: 'the chain at A3 has no liberty' }, 'a board on which a chain has no liberty');
}

async function phone(stage, world) {
  const page = await open(stage, world.addresses.file, { width: 390, height: 844, hasTouch: true, isMobile: true });
  const box = selector => page.locator(selector).boundingBox();
  for (const step of ['the example', 'a legal move', '19x19']) {
    if (step === 'a legal move') await page.locator('[data-point=A1]').tap();
    if (step === '19x19') {
      await page.fill('#text', '(;SZ[19];B[aa])');
      await says(page, { title: 'White to play' });
      await page.locator('[data-point=C3]').tap();
      await says(page, { title: 'White C3: legal' });
      await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
    }
    const [verdict, groups, board] = await Promise.all(['#verdict', '#groups', '#board'].map(box));
    equal([verdict.y >= 0, verdict.y + verdict.height <= groups.y, groups.height < 60, groups.y + groups.height <= board.y, board.y + board.height <= 844], Array(5).fill(true), `${step}: verdict, one row of rules, the board, in the viewport`);
    equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, `${step}: what must be scrolled sideways`);
    await picture(page, world, `phone-${step.replace(/\W+/g, '-')}`);
  }
  const small = await page.locator('button, select, input, summary').evaluateAll(all => all.filter(one => one.checkVisibility())
    .map(one => [one, (one.type === 'checkbox' ? one.parentElement : one).getBoundingClientRect()]).filter(([, { width, height }]) => width < 40 || height < 40).map(([one]) => one.id || one.textContent));
  equal(small, [], 'controls that are too small for a finger');
}

async function keyboard(stage, world) {
  const page = await open(stage, world.addresses.file);
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  const focused = () => page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.id);
  const live = () => page.locator('#said').textContent();
  for (let tabs = 0; tabs < 40 && !/C3/.test(await focused()); tabs++) await press('Tab');
  equal(await focused(), 'C3 empty, ko', 'the asked point has the focus');
  equal(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'solid', 'the focus is seen');
  equal(/^Black C3: not legal ko: /.test(await live()), true, await live());
  await press('ArrowRight');
  equal([await focused(), /^Black D3: not legal occupied/.test(await live())], ['D3 white stone', true], await live());
  await press('ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp');
  equal(await focused(), 'E5 empty', 'at the edge');
  await press('Home');
  equal(await live(), 'Black A5: legal', 'Home');
  await press('Enter');
  await says(page, { turn: '2 / 2', title: 'White to play' });
  equal(await focused(), 'A5 black stone', 'the focus stays');
  await press('End', 'p');
  await says(page, { turn: '3 / 3' });
  await press('PageUp');
  await says(page, { turn: '2 / 3' });
  await press('Backspace');
  await says(page, { turn: '2 / 3' }, 'nothing is lost while an earlier turn is shown');
  equal(await live(), 'Black A5. White to play', 'what was played');
  await press('PageDown', 'Backspace', 'Backspace');
  await says(page, { turn: '1 / 1', title: 'Black A5: legal' });
  // Every control can be reached, and the tools by keys alone.
  const reached = new Set();
  for (let tabs = 0; tabs < 140; tabs++) {
    await press('Tab');
    reached.add(await page.evaluate(() => { const one = document.activeElement; return one.id || one.dataset.tool || one.dataset.copy || one.dataset.point && 'board' || one.tagName; }));
  }
  equal(['rules', 'copy-link', 'board', 'ask', 'play', 'black', 'white', 'empty', 'first', 'back', 'pass', 'undo', 'side', 'text', 'fixture', 'SGF', 'SVG', 'rows', 'cols', 'search', 'check', 'keys-title'].filter(one => !reached.has(one) && one !== 'back' && one !== 'first'), [], 'controls that the Tab key does not reach');
}

async function axe(stage, world) {
  const all = ['minor', 'moderate', 'serious', 'critical'];
  for (const options of [{}, { colorScheme: 'dark' }, { width: 390, height: 844, colorScheme: 'dark' }, { forcedColors: 'active' }]) {
    const page = await open(stage, world.addresses.file, options);
    await page.locator('#examples button').first().waitFor();
    await accessible(page, `the example ${JSON.stringify(options)}`, all);
    await picture(page, world, `look-${Object.values(options).join('-') || 'light'}`);
    await tap(page, 'A1', 'black');
    await page.fill('#text', 'x\n?\n');
    await page.selectOption('#rules', { label: 'other …' });
    await says(page, { problem: /./ });
    await accessible(page, `an error ${JSON.stringify(options)}`, all);
  }
  const page = await open(stage, `${world.addresses.file}#bad`, { before: () => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); } });
  await page.click('#copy-link');
  await accessible(page, 'a bad link, and a dialog', all);
}

async function frame(stage, world) {
  const page = await open(stage, world.addresses.blog, { ready: false });
  const inner = page.frameLocator('iframe');
  await inner.locator('#page:not([hidden])').waitFor();
  const seen = await inner.locator('#page').evaluate(() => ({
    seen: [...document.querySelectorAll('main > *, header, footer, #tools, #turns')].filter(one => one.checkVisibility() && one.getBoundingClientRect().width > 1).map(one => one.id),
    board: document.getElementById('board').getBoundingClientRect().bottom <= innerHeight, over: document.documentElement.scrollHeight - innerHeight,
  }));
  equal(seen, { seen: ['verdict', 'table'], board: true, over: 0 }, 'what is in a frame of 400x400');
  await inner.locator('[data-point=A1]').click();
  equal(await inner.locator('#verdict-title').innerText(), 'Black A1: legal', 'a frame can be used');
  await picture(page, world, 'frame');
}

async function copies(stage, world) {
  const page = await open(stage, world.addresses.server, { permissions: ['clipboard-read', 'clipboard-write'] });
  const copied = async form => {
    await page.click(`main [data-copy=${form}]`);
    await until(async () => (await page.locator('#copied').innerText()) === `Copied the ${form}.`, `copied ${form}`);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  equal(await copied('link'), `${world.addresses.server}#${KO}`, 'the link');
  equal(await copied('fixture'), await page.inputValue('#text'), 'the fixture');
  equal(/^\(;.*SZ\[5\]/s.test(await copied('SGF')), true, 'SGF');
  const svg = await copied('SVG');
  equal([svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'), /class=|style=/.test(svg)], [true, false], 'SVG that needs no style sheet');
  const without = await open(stage, world.addresses.file, { before: () => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); } });
  await without.click('#copy-link');
  const field = without.locator('#by-hand-text');
  await field.waitFor();
  const selected = await field.evaluate(one => one.value.slice(one.selectionStart, one.selectionEnd));
  equal([selected, await without.evaluate(() => document.activeElement.id)], [`${world.addresses.file}#${KO}`, 'by-hand-text'], 'a selected field where there is no clipboard');
  await picture(without, world, 'by-hand');
  await without.keyboard.press('Escape');
  await tap(without, 'A1');
  await says(without, { title: 'Black A1: legal' });
}

async function examples(stage, world) {
  const page = await open(stage, world.addresses.file);
  const names = readdirSync(FIXTURES, { recursive: true }).filter(name => /\.(txt|error)$/.test(name));
  const [files, refused] = ['.txt', '.error'].map(end => names.filter(name => name.endsWith(end)).length);
  await until(async () => (await page.locator('#found').innerText()).startsWith(`${files - refused} of `), 'every fixture that can be read is an example');
  await page.fill('#search', 'retake-at-once');
  await page.locator('#examples').scrollIntoViewIfNeeded();
  await picture(page, world, 'examples');
  await page.click('#examples button');
  await says(page, { title: 'Black C3: not legal', turn: '1 / 1' });
  for (const words of ['cycles/', 'kata/', 'superko/', 'suicide/', 'look', 'scoring/tax', '25x25']) {
    await page.fill('#search', words);
    const bad = await page.locator('#examples button').evaluateAll(all => all.filter(one => { one.click(); return document.getElementById('text-error').textContent; }).map(one => one.textContent));
    equal(bad, [], 'examples that cannot be opened');
  }
  await page.fill('#search', 'no such fixture');
  equal(await page.locator('#found').innerText(), `0 of ${files - refused} fixtures`, 'nothing found');
  const [version, fingerprint] = readFileSync(new URL('VERSION', FIXTURES), 'utf8').trim().split(' ');
  equal((await page.locator('#about').innerText()).includes(`corpus ${version}, ${fingerprint}`), true, 'the footer');
}

/** What the command prints about the corpus. */
function numbers() {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, all, refused, about] = /check\n(\d+ files.*)\n +(\d+ files.*)\n +(fixtures: .*)\n/.exec(readme);
  return [all, refused, about];
}

/** The corpus in the worker: as it is, and with one fixture changed on its way there. */
async function corpus(stage, world) {
  const ask = async (address, before) => {
    const page = await open(stage, address, { before });
    await page.click('#check');
    await until(async () => /questions/.test(await page.locator('#checked').innerText()), () => page.locator('#checked').innerText(), 120_000);
    return (await page.locator('#checked').innerText()).split('\n');
  };
  for (const address of [world.addresses.file, world.addresses.server]) equal(await ask(address), numbers(), 'the numbers of the command');
  const changed = await ask(world.addresses.file, () => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (data) {
      const ko = data.files?.find(([name]) => name === 'kata/6-ko/retake-at-once');
      if (ko) ko[1] = ko[1].replace('illegal ko (2,2)', 'legal (2,2)');
      postMessage.call(this, data);
    };
  });
  equal([changed[0], /^kata\/6-ko\/retake-at-once\.txt:13: \(2,2\): expected legal, got illegal ko/.test(changed[3])], [numbers()[0].replace('all as expected', '1 not as expected'), true], changed.slice(0, 5).join('\n'));
}

async function cannot(stage, world) {
  for (const missing of ['WebAssembly', 'DecompressionStream']) {
    const page = await stage.open(null, await stage.context());
    await page.addInitScript(name => { delete globalThis[name]; }, missing);
    await page.goto(world.addresses.file);
    await until(async () => (await page.locator('#starting').innerText()).includes(`This browser has no ${missing}`), `without ${missing}`);
  }
  stage.faults.length = 0; // It says so on the console, too.
  const page = await open(stage, world.addresses.file, { ready: false, javaScriptEnabled: false });
  equal(/needs JavaScript/.test(await page.locator('noscript').innerText()), true, 'without JavaScript');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(world.html)[1];
  equal(policy.replace(/'sha256-[^']*'/g, 'HASH'), "default-src 'none'; script-src HASH 'wasm-unsafe-eval'; style-src HASH; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'", 'the policy');
  equal(/ style=| on\w+=|https?:\/\/(?!www\.w3\.org)/.exec(world.html.replace(/<script[^>]*>.*?<\/script>/gs, '').replace(/<style>.*?<\/style>/s, '')), null, 'nothing inline, no address');
}

/** The same page in Firefox. `stage.browser` is the driver of tests/browser/firefox.mjs. */
export async function inFirefox({ browser }, world) {
  const page = await browser.open(`${world.addresses.file}#1.3x4.tromp-taylor.x-abbb.o-badacb.side-o.play-aaca.ask-oba`);
  const text = id => page.evaluate(`document.getElementById('${id}').innerText`);
  await until(async () => (await text('verdict-title')) === 'White B3: not legal', () => text('verdict-title'));
  await page.evaluate(`document.querySelector('[data-point=C1]').click()`);
  equal(await text('verdict-title'), 'White C1: legal', 'another point');
  await page.evaluate(`document.getElementById('check').click()`);
  await until(async () => /questions|failed/.test(await text('checked')), () => text('checked'), 120_000);
  equal([(await text('checked')).split('\n'), page.said], [numbers(), []], 'the numbers of the command, and nothing on the console');
}

export const SCENES = {
  'the first ten seconds': first, 'links': links, 'links that cannot be opened': badLinks, 'texts': texts, 'tools': tools, 'a phone': phone, 'keyboard': keyboard,
  'what axe finds': axe, 'a frame': frame, 'copies': copies, 'examples': examples, 'the corpus': corpus, 'where it cannot run': cannot,
};
