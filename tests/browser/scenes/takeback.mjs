// A misclick: the player asks to take it back, and the opponent grants it or plays on.

import { accessible, answer, equal, play, point, press, shows, until } from '../helpers.mjs';

async function misclick(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3 C4' });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await shows(black, { takeback: 'on', grant: '', void: 'on' });
  await play(black, 'E5');
  await shows(black, { status: 'Waiting for Bob', takeback: 'on' });
  await press(black, '#takeback');
  await shows(black, { takeback: '', notes: /You have asked to take back E5\. The request lapses with the next move of Bob or you\./ });
  // White reads it and hears it while a point is chosen, which stays so.
  await press(white, point('D4'));
  await shows(white, { grant: 'on', takeback: '', play: 'on', notes: /^Ann asks to take back E5\.$/, live: /D4 is not played yet/ });
  equal(await white.locator('#grant').textContent(), 'Let Ann take back', 'the button');
  await press(white, '#grant');
  await shows(white, { status: 'Waiting for Ann', grant: '', board: '.......w....b............' });
  await shows(black, { status: 'Your turn', notes: /^Bob lets Ann take back: Black to move\.$/, live: /Bob lets Ann take back/, changed: ['E5'] });
  equal((await game.view('black')).move_no, 2, 'moves');
  equal(await black.locator('.list a').count(), 2, 'moves in the list');
  await play(black, 'B3');
  await shows(white, { status: 'Your turn', live: /Black plays B3/ });
  // White has answered when Black sees it: both turns go.
  await play(white, 'A1');
  await shows(black, { status: 'Your turn' });
  await press(black, '#takeback');
  await shows(white, { notes: /Ann asks to take back B3 and A1/ });
  await press(white, '#grant');
  await shows(black, { status: 'Your turn', changed: ['B3', 'A1'].toSorted((a, b) => b < a ? -1 : 1) });
}

/** Nobody has to answer: who plays on has refused, and the same button never grants another request. */
async function lapses(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3' });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await press(black, '#takeback');
  await shows(white, { grant: 'on' });
  // A page without news shows the old request.
  const old = await stage.open();
  await old.route(/\/(events|state)(\?|$)/, route => route.abort());
  await old.goto(game.white);
  await shows(old, { grant: 'on' });
  await play(white, 'D3');
  await shows(black, { status: 'Your turn', notes: '', takeback: 'on' });
  await play(black, 'B2');
  await shows(black, { status: 'Waiting for Bob' });
  await press(black, '#takeback');
  await shows(white, { grant: 'on' });
  await press(old, '#grant');
  await shows(old, { said: /Something has happened since you looked/, notes: /Ann asks to take back B2/ });
  equal((await game.view('black')).move_no, 3, 'moves');
}

/** A page from before the take-back shows the same number of turns. */
async function late(stage) {
  const game = await stage.server.game({ size: 5 });
  const black = await stage.open();
  await black.route(/\/(events|state)(\?|$)/, route => route.abort());
  await black.goto(game.black);
  await game.moves('E5');
  await game.ask('black', 'takeback');
  await game.ask('white', 'grant');
  await play(black, 'C3');
  await shows(black, { bubble: /Something has been played since you looked/ });
  equal((await game.view('black')).move_no, 0, 'moves after a late one');
  await press(black, '#play');
  await shows(black, { status: 'Waiting for Bob' });
}

async function phones(stage) {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const game = await stage.server.game({ size: 9, moves: 'E5' });
  const black = await stage.open(game.black, null, options);
  const white = await stage.open(game.white, null, { ...options, colorScheme: 'dark' });
  await press(black, '#takeback', 'tap');
  await shows(white, { grant: 'on' });
  for (const [page, what] of [[black, 'asking'], [white, 'granting']]) {
    await accessible(page, what);
    equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${what} fits`);
  }
  await press(white, '#grant', 'tap');
  await shows(black, { status: 'Your turn', live: /Bob lets Ann take back/ });
}

async function withoutScript(stage) {
  const game = await stage.server.game({ size: 5, moves: 'E5' });
  const open = async url => {
    const context = await stage.browser.newContext({ javaScriptEnabled: false });
    stage.contexts.push(context);
    return stage.open(url, context);
  };
  const [black, white] = [await open(game.black), await open(game.white)];
  const says = (page, text) => until(async () => text.test(await page.locator('main').textContent()), `the page should say ${text}`);
  await black.click('#takeback');
  await says(black, /You have asked to take back E5/);
  await white.reload();
  await white.click('#grant');
  await says(white, /Waiting for Ann/);
  await black.reload();
  await says(black, /Bob lets Ann take back: Black to move/);
  equal((await game.view('black')).move_no, 0, 'moves');
}

/** By keys alone, in the order of the page. */
async function keys(stage) {
  const game = await stage.server.game({ size: 5, moves: 'E5' });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await black.locator('#takeback').focus();
  await black.keyboard.press('Enter');
  await shows(white, { grant: 'on' });
  await white.locator('#grant').focus();
  await white.keyboard.press('Enter');
  await shows(black, { status: 'Your turn' });
  await shows(white, { grant: '' });
}

async function calledOff(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3' });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await answer(black, 'void');
  await shows(white, { notes: /Ann offers to call the game off/, void: 'on' });
  // A request takes the place of the offer.
  await press(black, '#takeback');
  await shows(white, { notes: /^Ann asks to take back C3\.$/, grant: 'on' });
  await answer(black, 'void');
  await shows(white, { notes: /Ann offers to call the game off/, grant: '' });
  await answer(white, 'void');
  await shows(black, { state: 'game_finished', status: 'Game over. It was called off: nobody wins' });
}

export default {
  'a misclick is taken back': misclick,
  'a request lapses': lapses,
  'a page from before': late,
  'on two phones': phones,
  'without a script': withoutScript,
  'by keys': keys,
  'called off during play': calledOff,
};
