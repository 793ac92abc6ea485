// A whole game without a script, by the keyboard alone, and by touch.

import { WALLS, answer, equal, play, point, press, quiet, screen, shows, until } from '../helpers.mjs';

/** Without a script a page is loaded again to see what is new. */
const fresh = async (page, expected) => {
  await page.reload();
  await shown(page, expected);
};

/** As `shows`, by what can be asked without running anything in the page. */
async function shown(page, expected) {
  for (const [selector, text] of Object.entries(expected)) {
    const one = page.locator(selector);
    await until(async () => (text === null ? await one.count() === 0 : text.test((await one.first().textContent().catch(() => null)) ?? '')),
      `${selector} should ${text === null ? 'not be there' : `say ${text}`}`);
  }
}

async function noScript(stage) {
  const off = { javaScriptEnabled: false };
  const context = await stage.browser.newContext({ viewport: { width: 1000, height: 800 }, ...off });
  stage.contexts.push(context);
  const ann = await stage.open(stage.server.url, context);
  await ann.fill('#name', 'Ann');
  await ann.fill('#opponent_name', 'Bob');
  await ann.fill('#size', '5');
  await ann.click('#make-button');
  const [own, other] = [await ann.inputValue('#own-link'), await ann.inputValue('#opponent-link')];
  equal(await ann.locator('[data-copy]:visible').count(), 0, 'buttons that need a script');
  await ann.click('#open');
  equal(ann.url(), own, 'the address of the page');
  const bob = await stage.open(other, await stage.browser.newContext(off).then(context => (stage.contexts.push(context), context)));
  // A click chooses a point; Play plays it.
  await ann.click(point('C3'));
  await shown(ann, { title: /C3 is not played yet/, '#play': /Play C3/ });
  await ann.click('#play');
  await shown(ann, { '#status': /Waiting for Bob/, '#play': null });
  await fresh(bob, { '#status': /Your turn/ });
  await bob.click(point('C3'));
  await shown(bob, { '#bubble': /There is a stone here already/ });
  await bob.click(point('D3'));
  await bob.click(point('D3'));
  await shown(bob, { '#status': /Waiting for Ann/ });
  await bob.click(point('A1'));
  await shown(bob, { '#bubble': /your opponent’s turn/ });
  // A page that is old by now.
  const old = await stage.open(own, context);
  await fresh(ann, { '#status': /Your turn/ });
  await ann.click(point('C2'));
  await ann.click('#play');
  await old.click(point('B1'));
  await shown(old, { '#status': /Waiting for Bob/ });
  const game = { black: own, white: other };
  await stage.server.moves(game, 'D2 C1 D1 C4 D4 C5 D5 E3 B3');
  for (const [page, name] of [[ann, 'Ann'], [bob, 'Bob']]) {
    await page.reload();
    await page.click('#pass');
    await shown(page, { '#ask-pass': /Pass, and play no stone/ });
    await page.click('#ask-pass .answers button');
    equal(page.url(), name === 'Ann' ? own : other, 'the address after a POST');
  }
  await shown(bob, { '#score': /Territory/, '#done': /Done/ });
  await fresh(ann, { '#score': /Territory/ });
  // A page that White has marked on since: announced, and not done.
  await ann.click('#done');
  await shown(ann, { '#ask-done': /Approve this board/ });
  await bob.click(point('B3'));
  await shown(bob, { '#score': /Dead stones\s*1/ });
  await ann.click('#ask-done .answers button');
  await shown(ann, { '#said': /Something has changed: review/, '#score': /Dead stones\s*1/, '#undone': null });
  await ann.goto(own);
  await ann.click('#done');
  await ann.click('#ask-done .answers button');
  await shown(ann, { '#undone': /Take back/, '#status': /Waiting for Bob to finish/ });
  equal(await ann.locator('#done').isDisabled(), true, 'Done is disabled');
  await fresh(bob, { '#opponent_done': /Ann is done/ });
  await bob.click('#done');
  await shown(bob, { '#ask-done': /This ends the game: Black/ });
  await bob.click('#ask-done .answers button');
  await shown(bob, { '#status': /Game over/, '#done': null, '#resign': null });
  await fresh(ann, { '#status': /Game over/, '#done': null, '#undone': null });
}

/** Presses keys one after the other. */
async function keys(page, ...names) {
  await quiet(page);
  for (const name of names) await page.keyboard.press(name);
}

/** Goes to a button by Tab alone, and presses Enter. */
async function tabTo(page, selector) {
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(selector => document.activeElement?.matches(selector), selector)) {
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
      equal(outline === 'none', false, `the focus on ${selector} is seen`);
      await page.keyboard.press('Enter');
      return;
    }
  }
  throw new Error(`${selector} cannot be reached by Tab`);
}

async function keyboard(stage) {
  const game = await stage.server.game({ size: 5 });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  // The first Tab into the board goes to its middle; arrows go on.
  await tabTo(black, '.points button');
  await shows(black, { play: 'on', title: /C3 is not played yet/ });
  await keys(black, 'Escape', 'ArrowUp', 'ArrowLeft', 'Enter');
  await shows(black, { play: 'on', title: /B4 is not played yet/ });
  await keys(black, 'Home', 'End', 'ArrowLeft', 'ArrowDown', 'Enter', 'Enter');
  await shows(black, { status: 'Waiting for Bob', live: /Black plays D3/ });
  // A point typed; L goes to the last move, S reads the score.
  await shows(white, { status: 'Your turn' });
  await keys(white, 'c', '3', 'Enter', 'Enter');
  await shows(white, { status: 'Waiting for Ann', live: /White plays C3/ });
  await shows(black, { status: 'Your turn' });
  await keys(black, 'l');
  await until(() => black.evaluate(() => document.activeElement?.value === 'C3'), 'L goes to C3');
  await keys(black, 's');
  await shows(black, { live: /counted after both have passed/ });
  // What was refused keeps the focus on the board.
  await keys(black, 'Enter');
  await shows(black, { bubble: /There is a stone here already/ });
  equal(await black.evaluate(() => document.activeElement?.value), 'C3', 'the focus after a refusal');
  await tabTo(black, '#pass');
  await keys(black, 'Enter');
  await shows(black, { status: 'You passed. Waiting for Bob', dialog: '' });
  await shows(white, { status: /Ann passed/ });
  await tabTo(white, '#pass');
  await keys(white, 'Escape');
  await shows(white, { dialog: '', pass: 'on' });
  await tabTo(white, '#pass');
  await keys(white, 'Enter');
  await shows(white, { state: 'scoring' });
  await shows(black, { state: 'scoring' });
  await keys(black, 'd', '3', 'Enter');
  await shows(black, { score: /Dead stones 0 1/ });
  await keys(black, 's');
  await shows(black, { live: /^Black [\d.]+, White [\d.]+/ });
  await shows(white, { score: /Dead stones 0 1/, live: /Ann marked 1 stone dead/ });
  // Enter twice ends nothing: the focus is on the way out.
  await tabTo(black, '#done');
  await keys(black, 'Enter');
  await shows(black, { state: 'scoring', dialog: '' });
  await tabTo(black, '#done');
  await keys(black, 'Shift+Tab', 'Enter');
  await shows(black, { state: 'you_are_done' });
  await shows(white, { state: 'opponent_is_done' });
  await tabTo(white, '#done');
  await keys(white, 'Shift+Tab', 'Enter');
  await shows(white, { state: 'game_finished' });
  await shows(black, { state: 'game_finished' });
}

async function touch(stage) {
  const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const game = await stage.server.game({ size: 19 });
  const [black, white] = [await stage.open(game.black, null, phone), await stage.open(game.white, null, { ...phone, viewport: { width: 360, height: 640 } })];
  await press(black, point('D4'), 'tap');
  await shows(black, { play: 'on', title: /D4 is not played yet/ });
  // A finger that missed takes another point; nothing is played.
  await press(black, point('E4'), 'tap');
  await shows(black, { title: /E4 is not played yet/ });
  equal((await game.view('black')).move_no, 0, 'moves after two taps on different points');
  equal(await black.locator('#row').isVisible(), true, 'the line through the chosen point');
  // Play is as large as a finger, and in sight with the whole board.
  await press(black, '#play', 'tap');
  await shows(black, { status: 'Waiting for Bob' });
  await shows(white, { status: 'Your turn' });
  await play(white, 'Q16', 'tap');
  await shows(black, { status: 'Your turn' });
  for (const page of [black, white]) await fitsPhone(page);
  await answer(black, 'pass', 'tap');
  await shows(white, { status: /Ann passed/ });
  await answer(white, 'pass', 'tap');
  await shows(black, { state: 'scoring' });
  await press(black, point('Q16'), 'tap');
  await shows(white, { score: /Dead stones 1 0/, changed: changed => changed.includes('Q16') });
  for (const page of [black, white]) await fitsPhone(page);
  await answer(black, 'done', 'tap');
  await shows(white, { state: 'opponent_is_done' });
  await answer(white, 'done', 'tap');
  await shows(black, { state: 'game_finished' });
  for (const page of [black, white]) await fitsPhone(page);
}

/** Nothing is wider than the window, and what can be tapped is large enough. */
async function fitsPhone(page) {
  await quiet(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  equal(wide <= 0, true, `the page is ${wide} pixels too wide`);
  const small = await page.evaluate(() => [...document.querySelectorAll('main :is(button, a.button, summary, input:not([type=hidden], [type=checkbox], [type=radio]), select)')]
    .filter(one => !one.closest('.points') && one.checkVisibility()).filter(one => one.getBoundingClientRect().height < 43.5 || one.getBoundingClientRect().width < 43.5)
    .map(one => one.id || one.textContent.trim()));
  equal(small, [], 'buttons smaller than a finger');
}

export default { 'without a script': noScript, 'by the keyboard alone': keyboard, 'by touch': touch };
