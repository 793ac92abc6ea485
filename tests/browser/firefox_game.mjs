// The web game in Firefox: two who have only the address start, misclick, take back, finish, agree and start again; one with a
// mouse and keys, one with a finger.

import { firefox } from './firefox.mjs';
import { WALLS, accessible, answer, equal, play, point, press, shows, until } from './helpers.mjs';
import { Game } from './server.mjs';

/** Looks at a page in each width: axe finds nothing, and nothing is wider than the window. */
async function look(stage, page, what, own) {
  for (const width of [768, 1440, 390]) {
    await page.resize(width, 844);
    equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, `${what}, ${width} pixels: too wide by`);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${what}-${width}.png`.replaceAll(' ', '-') });
  }
  await page.resize(own, 844);
  await accessible(page, what);
}

async function whole(stage, dark) {
  const browser = await firefox({ dark });
  stage.contexts.push(browser);
  const open = async (url, width) => {
    const page = await browser.open(url, 'window');
    await page.resize(width, 844);
    stage.pages.push(page);
    return page;
  };
  const ann = await open(stage.server.url, 1440);
  equal(await ann.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), dark, 'dark');
  for (const [field, text] of [['#name', 'Ann'], ['#opponent_name', 'Bob']]) {
    await ann.locator(field).click();
    await ann.type(text);
  }
  await ann.locator('#size').click();
  await ann.evaluate(() => document.querySelector('#size').select());
  await ann.type('5');
  await look(stage, ann, 'the start page', 1440);
  await ann.type('Enter');
  await ann.locator('#open').waitFor();
  await look(stage, ann, 'the links', 1440);
  const [black, white] = await Promise.all(['own', 'opponent'].map(whose => ann.evaluate(whose => document.querySelector(`#${whose}-link`).value, whose)));
  await ann.locator('#open').click();
  await shows(ann, { state: 'playing', status: 'Your turn' });
  const bob = await open(white, 390);
  await shows(bob, { state: 'playing', status: 'Waiting for Ann' });
  await shows(ann, { live: /Bob has come/ });
  await look(stage, bob, 'the first look of an opponent', 390);
  // By keys, and by touch.
  await press(ann, point('C3'));
  await ann.type('Escape', 'e5', 'Enter');
  await shows(ann, { play: 'on', title: /^E5 is not played yet/ });
  await ann.type('Enter');
  await shows(bob, { status: 'Your turn', live: /Black plays E5/, changed: ['E5'] });
  await press(bob, point('E5'), 'tap');
  await shows(bob, { bubble: /There is a stone/ });
  await look(stage, bob, 'a refused point', 390);
  await play(bob, 'A1', 'tap');
  await shows(ann, { status: 'Your turn' });
  // A misclick is taken back: both turns.
  await press(ann, '#takeback');
  await shows(bob, { grant: 'on' });
  await look(stage, bob, 'a request to take back', 390);
  await press(bob, '#grant', 'tap');
  await shows(ann, { status: 'Your turn', board: '.'.repeat(25) });
  const game = new Game(stage.server, { game: black.split('/g/')[1].slice(0, 11), black, white });
  await game.moves(WALLS);
  // Through the game, as fast as the keys go.
  await shows(bob, { state: 'playing', status: 'Waiting for Ann' });
  await ann.evaluate(() => document.activeElement.blur());
  await ann.type('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight');
  const shown = () => ann.evaluate(() => document.querySelector('main').dataset.earlier ?? '');
  await until(async () => await shown() === '8', async () => `move ${await shown()} and not 8 is shown`);
  await look(stage, ann, 'an earlier position', 1440);
  await ann.type('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await shows(ann, { status: 'Your turn' });
  await answer(ann, 'pass');
  await shows(bob, { status: /^Ann passed/ });
  await answer(bob, 'pass', 'tap');
  await shows(bob, { state: 'scoring' });
  await press(bob, point('B3'), 'tap');
  await shows(ann, { score: /Dead stones 1 0/, changed: ['B3'] });
  await press(ann, point('E3'));
  await shows(bob, { score: /Dead stones 1 1/ });
  await look(stage, bob, 'scoring', 390);
  await answer(ann, 'done');
  await shows(bob, { state: 'opponent_is_done' });
  await answer(bob, 'done', 'tap');
  await Promise.all([ann, bob].map(page => shows(page, { state: 'game_finished', rematch: 'on' })));
  await look(stage, ann, 'the end', 1440);
  await press(bob, '#rematch', 'tap');
  await shows(bob, { state: 'playing', status: 'Your turn', seq: 1 });
  await shows(ann, { notes: /A rematch has begun/ });
  await press(ann, '#rematch');
  await shows(ann, { state: 'playing', status: 'Waiting for Bob' });
  // The browser itself reports answers such as 422.
  stage.faults.push(...[ann, bob].flatMap(page => page.said).filter(line => line.startsWith('error')));
}

export const FIREFOX = [false, true].map(dark => ({ name: `Firefox, ${dark ? 'dark' : 'light'}: a game of two`, scene: stage => whole(stage, dark) }));
