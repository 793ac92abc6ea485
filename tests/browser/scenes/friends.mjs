// Two friends at one board: nobody is locked out, each sees whether the other is there, and news is where one looks.

import { SCORING, accessible, answer, equal, play, point, press, quiet, shows, until } from '../helpers.mjs';
import { Server, mailServer } from '../server.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const there = page => page.locator('.there').allInnerTexts();
const visible = (page, selector) => page.locator(selector).isVisible();

/** Waits until the cards of Black and White say this. */
const attend = (page, ...expected) => until(async () => JSON.stringify(await there(page)) === JSON.stringify(expected),
  async () => `${await there(page)} instead of ${expected}`);

/** Fills in the start page, and makes the game. */
async function make(stage, page, url, fields) {
  await page.goto(url);
  for (const [id, text] of Object.entries({ name: 'Ann', opponent_name: 'Bob', size: '5', ...fields })) await page.fill(`#${id}`, text);
  await page.click('#make-button');
}

async function mails(stage) {
  // Here no mail leaves, so nobody is asked for an address, or promised a mail.
  const ann = await stage.open(stage.server.url);
  equal(await ann.locator('input[type=email]').count(), 0, 'fields for addresses where no mail leaves');
  await make(stage, ann, stage.server.url, {});
  equal([await visible(ann, '#opponent-link'), await ann.locator('input[type=email]').count()], [true, 0], 'a link to be sent by hand');
  const post = await mailServer();
  const server = await Server.start(stage.server.binary, '--mail', post.url);
  try {
    await make(stage, ann, server.url, { name: 'Prize: https://evil.example' });
    equal(/cannot contain :\/\//.test(await ann.locator('#name-error').innerText()), true, 'a name that mails would make a link of');
    await make(stage, ann, server.url, { opponent_email: 'bbo@localhost' }).catch(() => {});
    equal(await visible(ann, '#opponent_email-error'), true, 'an address that is nowhere');
    await make(stage, ann, server.url, { opponent_email: 'bbo@example.org' });
    // The link is there whatever becomes of the mail, and another address can be given.
    const link = await ann.inputValue('#opponent-link');
    equal(/bbo@example\.org/.test(await ann.innerText('#mailed')), true, 'where the mail goes');
    await ann.fill('#invite-mail', 'bob@example.org');
    await ann.click('#invite button:has-text("Send")');
    await until(async () => /bob@example\.org/.test(await ann.innerText('#mailed')), 'the other address');
    await ann.click('#open');
    await shows(ann, { status: 'Your turn' });
    equal([await ann.inputValue('#opponent-link'), await ann.inputValue('#invite-mail')], [link, 'bob@example.org'], 'the same on the board');
    await accessible(ann, 'a board with an invitation');
    // From the board, too.
    await ann.fill('#invite-mail', 'bob.b@example.org');
    await press(ann, '#invite button:has-text("Send")');
    await until(async () => /bob\.b@example\.org/.test(await ann.innerText('#mailed')), 'the third address');
    const isTo = name => post.mails.some(mail => mail.includes(`To: Bob <${name}@example.org>`) && mail.includes(link.slice(-35)));
    await until(() => ['bob', 'bob.b'].every(isTo), () => `mails: ${post.mails.map(mail => /^To:.*/m.exec(mail))}`);
    const bob = await stage.open(link);
    await shows(bob, { status: 'Waiting for Ann' });
    await until(async () => await ann.locator('#opponent-link').count() === 0, 'the invitation should go');
    equal([await visible(bob, '#own-mail'), await bob.locator('#own-mail').inputValue()], [false, 'bob.b@example.org'], 'Bob’s address');
  } finally {
    await server.stop();
    post.close();
  }
}

async function ownLink(stage) {
  const context = await stage.context({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  const ann = await stage.open();
  await make(stage, ann, stage.server.url, {});
  const link = await ann.inputValue('#opponent-link');
  await ann.click('#open');
  const [bob, other] = [await stage.open(link, context), await stage.open(link, context)];
  // Bob is told at once, in sight, who else has his link.
  await shows(bob, { status: 'Waiting for Ann' });
  equal(/^Ann made this game, and had your link before you/.test(await bob.innerText('#shared-link')), true, 'what Bob is told');
  equal(await bob.locator('#shared-link button').boundingBox().then(box => box.y + box.height < 844), true, 'the button is in view');
  await accessible(bob, 'the first look of an opponent');
  await press(bob, '#shared-link button', 'tap');
  await bob.locator('#own-link').waitFor();
  const own = await bob.inputValue('#own-link');
  equal([own === link, own.length, /Your old one opens nothing any more.*only way back to the game/s.test(await bob.innerText('main'))], [false, link.length, true], 'the new link, and what to keep');
  await bob.click('[data-copy=own-link]');
  equal(await bob.evaluate(() => navigator.clipboard.readText()), own, 'the copied link');
  await accessible(bob, 'the page of a new link');
  await bob.click('#open');
  await shows(bob, { status: 'Waiting for Ann' });
  equal(await bob.locator('#shared-link').count(), 0, 'what was said of the old link');
  equal(bob.url(), own, 'the address of the board');
  // The old link says what has become of it, also on a page that was open; nobody is invited to it any more.
  await until(async () => /replaced/.test(await other.innerText('h1')), 'the other page should say that its link was replaced', 40_000);
  equal([/has made a new link/.test(await other.innerText('main')), (await other.content()).includes(own.slice(-35))], [true, false], 'what the old link says');
  await until(async () => await ann.locator('#opponent-link').count() === 0, 'the dead invitation should go');
  await play(ann, 'C3');
  await shows(bob, { status: 'Your turn' });
  // The link can be shown again, for another device.
  await bob.locator('#yourself').tap();
  await bob.click('text=Show my link');
  equal([await bob.inputValue('#own-link'), /opens nothing/.test(await bob.innerText('main'))], [own, true], 'the link once more');
}

async function presence(stage) {
  const ann = await stage.open();
  await make(stage, ann, stage.server.url, {});
  const [own, link] = [await ann.inputValue('#own-link'), await ann.inputValue('#opponent-link')];
  const board = await stage.open(own);
  await attend(board, 'you', 'not here yet');
  const bob = await stage.open(link);
  // On the page with the links, and on the board: without a reload.
  await until(() => visible(ann, '#come'), 'Ann should hear that Bob has come');
  equal([await ann.innerText('#come'), await ann.locator('#opponent-link').count()], ['Bob has come. Keep your own link: it is your only way back to the game.', 0], 'who has come');
  await attend(board, 'you', 'is here');
  await shows(board, { live: 'Bob has come.', status: 'Your turn' });
  equal(await board.locator('#opponent-link').count(), 0, 'the link of one who has come');
  await attend(bob, 'is here', 'you');
  const watch = await stage.open(await board.locator('#watch').getAttribute('href'));
  await attend(watch, 'is here', 'is here');
  // Presence repaints nothing: a chosen point stays, and so does the focus.
  await press(board, point('C3'));
  await bob.close();
  await attend(board, 'you', 'left just now');
  await attend(watch, 'is here', 'left just now');
  await shows(board, { play: 'on', title: /C3 is not played yet/ });
  // A name reaches open pages, too.
  await board.locator('#yourself').click();
  await board.fill('#own-name', 'Anna');
  await press(board, '#more-own button:has-text("Save")');
  await until(async () => (await watch.innerText('.player.black b')) === 'Anna', 'the new name');
}

/** A rematch reaches the page of the other, which nothing else happens on. */
async function rematch(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3' });
  await game.ask('white', 'resign');
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await shows(black, { state: 'game_finished' });
  await press(white, '#rematch');
  await shows(white, { state: 'playing', status: 'Your turn' });
  await shows(black, { notes: /A rematch has begun/ });
  await press(black, '#rematch');
  await shows(black, { state: 'playing', status: 'Waiting for Bob' });
}

/** Where an element begins and ends on the screen. */
const extent = (page, selector) => page.locator(selector).evaluate(one => { const box = one.getBoundingClientRect(); return [Math.round(box.top), Math.round(box.bottom), Math.round(box.width)]; });

async function newsOnTop(stage) {
  for (const options of [PHONE, { viewport: { width: 768, height: 1024 } }, { viewport: { width: 1440, height: 900 } }]) {
    const game = await stage.server.game({ size: 9, moves: 'E5 C3 pass pass' });
    const black = await stage.open(game.black, null, options);
    const { width, height } = options.viewport;
    const isUnder = async what => {
      await black.evaluate(() => scrollTo(0, 0));
      const [[, status], [top, bottom], [board]] = await Promise.all(['#status', '#news', '#board'].map(one => extent(black, one)));
      equal([top >= status, top - status < 60, bottom <= height, width > 960 || bottom <= board], [true, true, true, true], `${what} at ${width}: status to ${status}, news ${top} to ${bottom}, board from ${board}`);
    };
    await game.mark('white', 'E5');
    await shows(black, { notes: /^Bob marked 1 stone dead \(E5\)\./, verdict: /^As it stands/ });
    await isUnder('a mark');
    const [, verdict] = await extent(black, '#verdict');
    equal(verdict < height, true, 'the count is in view');
    await game.ask('white', 'done');
    // It stays, with what is said about it, until something newer.
    await shows(black, { notes: /^Bob marked 1 stone dead.*will have to approve again/ });
    const next = await stage.server.game({ size: 9, moves: 'E5 C3 pass pass' });
    await black.goto(next.black);
    await answer(black, 'done', options.hasTouch ? 'tap' : 'click');
    await shows(black, { state: 'you_are_done' });
    await next.mark('white', 'E5');
    await shows(black, { notes: /Your Done no longer counts: look again\.$/ });
    await isUnder('an approval that is void');
    await next.ask('white', 'void');
    await shows(black, { notes: /Your Done no longer counts: look again\. Bob offers to call the game off/ });
    await isUnder('an offer');
    // A question that is overtaken: one sentence, as wide as the rest, and it stays until the next news.
    await press(black, '#done', options.hasTouch ? 'tap' : 'click');
    await shows(black, { dialog: /Approve this board/ });
    await next.mark('white', 'C3');
    await shows(black, { dialog: '', said: /^Your question was closed, because the game has changed\. Nothing was sent\.$/, status: 'Mark the dead stones, then press Done' });
    const [[, , said], [, , news]] = await Promise.all(['#said', '#news'].map(one => extent(black, one)));
    equal(said, news, 'the sentence has the whole width');
    await isUnder('a race');
    await next.ask('white', 'done');
    await shows(black, { state: 'opponent_is_done', said: '' });
  }
}

async function earlierFollows(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3 D3 B3' });
  const black = await stage.open(`${game.black}?move=2`);
  await shows(black, { notes: /^The board after move 2 of 3/ });
  await black.locator('#previous').focus();
  await game.moves('D2 B2');
  await shows(black, { notes: /^The board after move 2 of 5: White D3/, live: /Black plays B2/ });
  const list = () => black.evaluate(() => [document.querySelectorAll('.list a').length, document.querySelector('.list [aria-current]').textContent, document.querySelector('#move').max, document.activeElement.id]);
  equal(await list(), [5, '2 D3', '5', 'previous'], 'moves, the one shown, the largest number, the focus');
  equal(await black.innerText('.rules'), '5 moves. Japanese, seki by agreement. Komi 6.5.', 'the number of moves');
  // The arrows step through the game, to its end and back.
  await quiet(black);
  for (const turns of [3, 4]) {
    await black.keyboard.press('ArrowRight');
    await shows(black, { notes: new RegExp(`after move ${turns} of 5`) });
  }
  // Faster than the answers come.
  for (const key of ['Left', 'Left', 'Left', 'Left', 'Right', 'Right']) await black.keyboard.press(`Arrow${key}`);
  await shows(black, { notes: /after move 2 of 5/ });
  await black.keyboard.press('ArrowRight');
  await shows(black, { notes: /after move 3 of 5/ });
  // After a click on the board, too; whoever came by Tab walks over the points.
  await press(black, point('A1'));
  await shows(black, { bubble: /after move 3/ });
  await black.keyboard.press('ArrowLeft');
  await shows(black, { notes: /after move 2 of 5/, bubble: '' });
  await black.locator(point('A1')).focus();
  await black.keyboard.press('Tab');
  await black.keyboard.press('Shift+Tab');
  await black.keyboard.press('ArrowRight');
  equal(await black.evaluate(() => document.activeElement.value), 'B1', 'the point on the right');
  await press(black, '#last');
  await shows(black, { notes: '' });
}

async function reload(stage) {
  const game = await stage.server.game({ size: 5 });
  const context = await stage.context({ javaScriptEnabled: false });
  const [black, scripted] = [await stage.open(game.black, context), await stage.open(game.black)];
  equal([await visible(black, '#reload'), await visible(scripted, '#reload')], [true, false], 'the line without a script, and with one');
  await game.moves('C3 D3');
  await black.click('#reload');
  equal(await black.innerText('.rules'), '2 moves. Japanese, seki by agreement. Komi 6.5.', 'after Reload');
  await shows(scripted, { status: 'Your turn' });
}

async function expected(stage) {
  const page = await stage.open(stage.server.url);
  for (const size of ['9', '13', '19']) {
    await page.click(`[data-fill="${size}"]`);
    equal(await page.inputValue('#size'), size, 'the size after its button');
  }
  // The hint and the error say the same.
  const hint = await page.innerText('#size-about');
  for (const wrong of ['4', '26', 'x']) {
    await page.fill('#size', wrong);
    await page.click('#make-button');
    equal(await page.innerText('#size-error'), `a board has ${hint}`, `what is said of ${wrong}`);
  }
  // White may not take back at C3; the square says so before anybody clicks.
  const game = await stage.server.game({ size: 5, moves: 'B3 C3 C2 D2 C4 D4 A1 E3 D3' });
  for (const link of [game.white, game.black, game.spectators]) {
    await page.goto(link);
    equal(await page.locator('.ko').count(), 1, 'marks of the ko');
  }
  await game.moves('E5 A2');
  await page.reload();
  equal(await page.locator('.ko').count(), 0, 'marks after the ko is over');
  // Prisoners, number of the move, komi and rules: in view, beside the whole board.
  const large = await stage.server.game({ moves: 'Q16 D4 pass C4' });
  for (const options of [PHONE, { viewport: { width: 1440, height: 900 } }]) {
    const one = await stage.open(large.black, null, options);
    for (const part of ['.player.black .taken', '.player.white .taken', '#board', '.rules', '#play', '#pass']) {
      const [top, bottom] = await extent(one, part);
      equal([top >= 0, bottom <= options.viewport.height], [true, true], `${part} at ${options.viewport.width}: from ${top} to ${bottom}`);
    }
    equal(await one.innerText('.rules'), '4 moves. Japanese, seki by agreement. Komi 6.5.', 'the line about the game');
  }
}

async function kept(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const watch = await stage.open(game.spectators);
  await game.ask('white', 'suggest', { number: 1 });
  await watch.locator('#suggested').waitFor();
  equal(/change what is wrong|look at these yourselves|Resume play/.test(await watch.innerText('main')), false, 'what spectators are asked to do');
  await game.ask('black', 'done');
  await game.ask('white', 'done');
  const black = await stage.open(game.black, await stage.context({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] }));
  await shows(black, { state: 'game_finished' });
  const links = await black.locator('.keep a').evaluateAll(all => all.map(one => one.href.replace(/.*\//, '').replace(/^[\w-]{35}$/, 'spectators')));
  equal(links, ['game.sgf', 'board.svg', 'log.jsonl', 'spectators'], 'files and the link for spectators, in one place');
  await black.click('[data-copy=watch]');
  equal(await black.evaluate(() => navigator.clipboard.readText()), game.spectators, 'the copied link');
  // The picture of the end has dead stones and territory.
  const picture = await (await fetch(`${game.black}/board.svg`)).text();
  equal([/opacity/.test(picture), (picture.match(/h10v10h-10z/g) ?? []).length > 4], [true, true], 'dead stones and territory');
}

export default {
  'an address that was wrong, or reaches nobody': mails,
  'a link of one’s own': ownLink,
  'who is there': presence,
  'a rematch reaches the other': rematch,
  'news below the headline': newsOnTop,
  'an earlier board follows the game': earlierFollows,
  'without a script there is Reload': reload,
  'sizes, ko, and what is in view': expected,
  'what one keeps of a game': kept,
};
