// What people who came for the first time stumbled over.

import { SCORING, WALLS, answer, equal, play, point, press, quiet, screen, shows, until } from '../helpers.mjs';

const prisoners = page => page.locator('.taken').allInnerTexts();
const focused = page => page.evaluate(() => document.activeElement.value || document.activeElement.id);
const tabStops = page => page.evaluate(() => [...document.querySelectorAll('.points button')].filter(one => one.tabIndex === 0).map(one => one.value));

async function earlier(stage) {
  // Black's move 7 takes C3, White's last move nothing.
  const game = await stage.server.game({ size: 5, moves: 'B3 C3 C2 A1 D3 A2 C4 E1' });
  const black = await stage.open(game.black);
  equal(await prisoners(black), ['1 prisoner', '0 prisoners'], 'prisoners now');
  await press(black, '#first');
  await shows(black, { notes: /before the first/, live: /before the first/ });
  equal(await prisoners(black), ['0 prisoners', '0 prisoners'], 'prisoners at first');
  await press(black, '.list a:has-text("7 C4")');
  await shows(black, { notes: /after move 7 of 8: Black C4/, live: /after move 7 of 8: Black C4/ });
  equal(await prisoners(black), ['1 prisoner', '0 prisoners'], 'prisoners after move 7');
  // A click says where one is, and a typed point does.
  await press(black, point('D4'));
  await shows(black, { bubble: 'This is the board after move 7. Go back to the game to play.', notes: /after move 7/ });
  await press(black, '#previous');
  await shows(black, { bubble: '', notes: /after move 6/ });
  for (const key of ['d', '4', 'Enter']) await black.keyboard.press(key);
  await shows(black, { bubble: /after move 6\. Go back to the game/ });
  await press(black, '#bubble a');
  await shows(black, { bubble: '', status: 'Your turn', play: 'off', live: /^Your turn/ });
  // The count is the game's, and says so; it follows the game.
  const scored = await stage.server.game({ size: 5, moves: SCORING });
  await black.goto(`${scored.black}?move=3`);
  equal(await black.locator('#count').innerText(), 'Count, as the game stands now', 'the heading of the count');
  await scored.mark('white', 'B3');
  await shows(black, { score: /Dead stones 1 0/, notes: /after move 3/, live: /Bob marked 1 stone dead/ });
}

async function typedNonsense(stage) {
  const game = await stage.server.game({ size: 9 });
  const page = await stage.open(game.black);
  for (const [keys, said] of [[['z', '9', '9'], /no point Z99 on this board: columns are A to J without I, rows 1 to 9/], [['i', '5'], /no point I5/]]) {
    for (const key of [...keys, 'Enter']) await page.keyboard.press(key);
    await shows(page, { said });
    equal(await page.locator('#said').getAttribute('role'), 'alert', 'how it is said');
  }
}

async function moveList(stage) {
  const moves = [...'ABCDEFGHJ'].flatMap(letter => [1, 2, 3, 4].flatMap(row => [`${letter}${2 * row - 1}`, `${letter}${2 * row}`]));
  const game = await stage.server.game({ size: 9, moves: moves.slice(0, 60).join(' ') });
  for (const viewport of [{ width: 1000, height: 800 }, { width: 390, height: 780 }]) {
    const page = await stage.open(game.black, null, { viewport });
    const inView = () => page.evaluate(() => {
      const [list, one] = ['.list', '.list [aria-current]'].map(selector => document.querySelector(selector).getBoundingClientRect());
      return one.top >= list.top - 1 && one.bottom <= list.bottom + 1;
    });
    equal([await page.locator('.list a').count(), await inView()], [60, true], 'links, and the last one is in view');
    equal(await page.evaluate(() => [...document.querySelectorAll('.list a')].filter(one => one.getClientRects().length !== 1).length), 0, 'broken moves');
    await press(page, '.list a:text-is("5 A5")');
    await shows(page, { notes: /after move 5 / });
    equal(await inView(), true, 'move 5 is in view');
    await press(page, '#last');
    await shows(page, { status: 'Your turn' });
    equal(await inView(), true, 'the last move is in view again');
  }
}

async function marks(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await press(black, point('B3'));
  const back = /You marked 1 stone dead \(B3\)\. Choose the stone again to take that back\./;
  await shows(black, { notes: back, live: back, dialog: '' });
  await shows(white, { notes: /^Ann marked 1 stone dead \(B3\)\./ });
  await press(black, point('B3'));
  await shows(black, { notes: /You marked 1 stone alive \(B3\)/, score: /Dead stones 0 0/ });
}

/** One asks for a suggestion, both see how sure it is, and both approve it; a suggestion on an old board changes nothing. */
async function suggested(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await press(white, '#suggest');
  await shows(white, { notes: /You asked for a suggestion: marked 2 stones dead/, dialog: '', score: /Dead stones 1 1/ });
  await shows(black, { notes: /^Bob asked for a suggestion/, live: /asked for a suggestion/, changed: ['B3', 'E3'] });
  for (const page of [black, white]) {
    const legend = (await page.locator('#suggested li').allInnerTexts()).at(-1);
    equal(legend, 'No sign: proven, or so in at least 95 of 100 random games', 'the legend');
    const said = await page.locator(point('B3')).textContent();
    equal([said, /^B3 white dead(, in doubt|, unsettled|, open)?/.test(said)], [said, true], 'what is said of B3');
  }
  await game.mark('black', 'B3', 'alive');
  await shows(white, { changed: ['B3'] });
  equal(await white.locator('#suggested').count(), 0, 'the legend after a mark');
  await blind(white);
  await game.mark('black', 'E3', 'alive');
  await press(white, '#suggest');
  await shows(white, { said: /Something has changed: review/, score: /Dead stones 0 0/ });
  await press(white, '#suggest');
  await shows(white, { notes: /You asked/ });
  await answer(white, 'done');
  await shows(black, { state: 'opponent_is_done' });
  await answer(black, 'done');
  await shows(black, { state: 'game_finished', score: /Dead stones 1 1/ });
}

/** Cuts a page off from all news; what it sends still arrives. */
async function blind(page) {
  await page.route(/\/(events|state)(\?|$)/, route => route.abort());
  await page.reload();
}

async function focus(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3' });
  const white = await stage.open(game.white);
  // A repaint keeps the focus and the place where Tab comes back to.
  await white.locator(point('B2')).focus();
  await white.keyboard.press('ArrowRight');
  await game.ask('black', 'void');
  await shows(white, { notes: /call the game off/ });
  equal([await focused(white), await tabStops(white)], ['C2', ['C2']], 'focus and tab stop after a repaint');
  await white.locator('#more-keys summary').focus();
  await game.moves('D4');
  await shows(white, { status: 'Waiting for Ann' });
  equal(await focused(white), 'keys', 'the focus on a summary');
  // A question that is cancelled or answered gives the focus back.
  await game.moves('E4');
  await shows(white, { pass: 'on' });
  await white.locator('#pass').focus();
  await white.keyboard.press('Enter');
  await shows(white, { dialog: /Pass/ });
  await white.keyboard.press('Escape');
  await shows(white, { dialog: '' });
  equal(await focused(white), 'pass', 'the focus after a cancelled question');
  await white.keyboard.press('Enter');
  await shows(white, { dialog: /Pass/ });
  await quiet(white);
  await white.keyboard.press('Enter');
  await shows(white, { status: 'You passed. Waiting for Ann' });
  equal(await focused(white), (await tabStops(white))[0], 'the focus after an answer whose button is gone');
  const scored = await stage.server.game({ size: 5, moves: SCORING });
  const black = await stage.open(scored.black);
  await black.locator(point('B3')).focus();
  await black.keyboard.press('Enter');
  await shows(black, { notes: /You marked/, dialog: '' });
  equal(await focused(black), 'B3', 'the focus after a mark');
}

async function groupFocus(stage) {
  // Empty territory asks before it is made neutral; the focus comes back to the point.
  const game = await stage.server.game({ size: 5, moves: `${WALLS.replace(' E3 B3', '')} pass pass` });
  const black = await stage.open(game.black);
  await black.locator(point('A2')).focus();
  await black.keyboard.press('Enter');
  await shows(black, { dialog: /neutral/ });
  await black.keyboard.press('Escape');
  await shows(black, { dialog: '' });
  equal(await focused(black), 'A2', 'the focus after a cancelled mark');
}

async function resumed(stage) {
  const game = await stage.server.game({ size: 5, moves: `${WALLS} A1 pass` });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await press(black, '#pass');
  await press(black, '#ask-pass .answers button');
  for (const page of [black, white]) await shows(page, { state: 'scoring', changed: [] });
  await game.mark('white', 'B3');
  await shows(black, { changed: ['B3'] });
  await press(white, '#resume');
  await press(white, '#ask-resume .answers button');
  await shows(black, { status: 'The game goes on. Your turn', title: /your turn/, changed: [] });
  await shows(white, { status: 'The game goes on. Waiting for Ann', changed: [] });
  equal(await black.locator('.lb, .lw').count(), 0, 'rings after two passes');
  await play(black, 'B2');
  await shows(white, { status: 'Your turn' });
}

async function connection(stage) {
  const game = await stage.server.game({ size: 5 });
  const black = await stage.open(game.black, null, { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  await shows(black, { status: 'Your turn' });
  await press(black, '#resign');
  await black.context().setOffline(true);
  // A request of the dialog's own button is the only one that a phone with the dialog open can send.
  await black.locator('#ask-resign .answers button').click();
  await shows(black, { net: /Not saved yet/, live: /Not saved yet/, dialog: /Resign/ });
  const [net, dialog] = await Promise.all(['#net', '#ask-resign'].map(one => black.locator(one).boundingBox()));
  equal(dialog.y + dialog.height <= net.y, true, `the question ends at ${dialog.y + dialog.height}, above ${net.y}`);
  await black.context().setOffline(false);
  await shows(black, { net: '', state: 'game_finished', live: /Connected again\. Black resigns/ }, 60_000);
}

async function questionsAndWindows(stage) {
  const game = await stage.server.game({ size: 9, moves: 'E5' });
  for (const width of [1000, 1280, 1800, 2560]) {
    const page = await stage.open(game.white, null, { viewport: { width, height: 900 } });
    await press(page, '#pass');
    const [dialog, players] = await Promise.all(['#ask-pass', '.players'].map(one => page.locator(one).boundingBox()));
    const off = Math.abs(dialog.x + dialog.width - players.x - players.width);
    equal(off <= 2, true, `${width} pixels: the question is ${off} pixels beside the column`);
  }
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 720 }]) {
    const page = await stage.open(stage.server.url, null, { viewport });
    for (const field of ['#size', 'input[value=white]']) {
      const box = await page.locator(field).boundingBox();
      equal(box.y + box.height <= viewport.height, true, `${field} ends at ${box.y + box.height} of ${viewport.height}`);
    }
  }
  // A phone on its side: the whole board, and beside it what one needs.
  const phone = await stage.open((await stage.server.game({})).black, null, { viewport: { width: 780, height: 360 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await press(phone, point('D4'), 'tap');
  await shows(phone, { play: 'on' });
  for (const one of ['#board', '#play', '#pass', '#status']) {
    const box = await phone.locator(one).boundingBox();
    equal([box.y >= 0, box.y + box.height <= 360, box.x + box.width <= 780], [true, true, true], `${one} on a phone on its side: ${JSON.stringify(box)}`);
  }
  const board = await phone.locator('#board').boundingBox();
  equal(board.height > 330, true, `the board is ${board.height} high`);
  await phone.mouse.wheel(0, 400);
  await until(() => phone.evaluate(() => scrollY > 50), 'the page should scroll');
  equal((await phone.locator('#board').boundingBox()).y >= 0, true, 'the board stays');
}

async function invitation(stage) {
  const ann = await stage.open(stage.server.url);
  await ann.fill('#opponent_name', 'Bob');
  await ann.fill('#size', '5');
  await ann.click('#make-button');
  const link = await ann.inputValue('#opponent-link');
  equal(new URL(ann.url()).pathname.startsWith('/g/'), true, `the page is at an address of its own: ${ann.url()}`);
  // Reloading sends no form again.
  const posts = [];
  ann.on('request', request => { if (request.method() === 'POST') posts.push(request.url()); });
  await ann.reload();
  equal([await ann.inputValue('#opponent-link'), posts], [link, []], 'after a reload');
  await ann.click('#open');
  await shows(ann, { status: 'Your turn' });
  equal(await ann.inputValue('#opponent-link'), link, 'the link on the board');
  await ann.goBack();
  equal(await ann.inputValue('#opponent-link'), link, 'the link after going back');
  await ann.click('#open');
  const game = { black: ann.url(), white: link };
  // Bob and spectators are never shown a player's link; once Bob has come, Ann is not either.
  const watch = await stage.open(await ann.locator('#watch').getAttribute('href'));
  equal(await watch.locator('#opponent-link').count(), 0, 'spectators and links of players');
  const bob = await stage.open(`${link}?made`);
  equal([await bob.locator('#opponent-link').count(), (await bob.content()).includes(game.black.slice(-35))], [0, false], 'what Bob is shown');
  await shows(bob, { status: 'Waiting for Black' });
  // Bob has come: the link is gone without a reload.
  await until(async () => await ann.locator('#opponent-link').count() === 0, 'the link should go');
  await play(ann, 'C3');
  await shows(bob, { status: 'Your turn' });
  equal(await ann.locator('#opponent-link').count(), 0, 'the link after Bob has come');
  await ann.goto(`${game.black}?made`);
  await shows(ann, { status: 'Waiting for Bob' });
}

async function openBorder(stage) {
  // Between the walls, D2 to D4 is open: Black has A to C, White E, and D1, D5 are closed.
  const game = await stage.server.game({ size: 5, moves: 'C1 E1 C2 E2 C3 E3 C4 E4 C5 E5 D1 D5 pass pass' });
  const black = await stage.open(game.black);
  await shows(black, { notes: /The 3 empty points with a red dot \(D4 D3 D2\) touch stones of both colors/ });
  equal(await black.locator('.ob').count(), 1, 'dots');
  const rules = await black.locator('.rules').innerText();
  equal(rules, '14 moves. Japanese, seki by agreement. Komi 6.5.', 'the rules');
}

async function bubble(stage) {
  // The sentence about four stones without liberties leaves them in sight.
  const game = await stage.server.game({ size: 9, rules: 'chinese', moves: 'D4 F5 D5 F4 E4 E3 J9 D3 J8 C4 J7 C5 J6 D6 J5 E6' });
  const black = await stage.open(game.black);
  await press(black, point('E5'));
  await shows(black, { bubble: /Suicide: these \d stones would have no liberty/ });
  const bubble = await black.locator('#bubble').boundingBox();
  for (const name of ['D4', 'D5', 'E4', 'E5']) {
    const box = await black.locator(point(name)).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    equal(x > bubble.x && x < bubble.x + bubble.width && y > bubble.y && y < bubble.y + bubble.height, false, `${name} is covered`);
  }
}

const CLOSED = /Your question was closed, because the game has changed. Nothing was sent./;

async function kept(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const black = await stage.open(game.black);
  await press(black, '#done');
  await shows(black, { dialog: /Approve this board\? Black [\d.]+, White [\d.]+: (Black|White) wins by [\d.]+\. The game ends when Bob approves it, too/ });
  // It means the same after this, so it stays.
  await game.ask('white', 'void');
  await black.waitForFunction(() => document.querySelector('#news').textContent.includes('Bob offers to call the game off'));
  await shows(black, { dialog: /^Approve this board/ });
  // The answer would now end the game: the question is gone, and says so.
  await game.ask('white', 'done');
  await shows(black, { state: 'opponent_is_done', dialog: '', said: CLOSED, live: CLOSED });
  await press(black, '#done');
  await shows(black, { dialog: /^This ends the game: Black/ });
  await game.ask('white', 'undone');
  await shows(black, { state: 'scoring', dialog: '', said: CLOSED });
  await press(black, '#done');
  // The board has changed.
  await game.mark('white', 'B3');
  await shows(black, { dialog: '', said: CLOSED, score: /Dead stones 1 0/ });
  await black.locator(point('C1')).focus();
  await black.keyboard.press('s');
  await shows(black, { live: /^Black [\d.]+, White [\d.]+\. As it stands: (Black|White) wins by [\d.]+$/ });
  equal((await screen(black)).state, 'scoring', 'the state');
  await answer(black, 'done');
  await shows(black, { state: 'you_are_done' });
}

export default {
  'an earlier board is only looked at': earlier,
  'a point that is typed and does not exist': typedNonsense,
  'the list of moves': moveList,
  'a mark says how it is taken back': marks,
  'a suggestion is a proposal': suggested,
  'where the focus goes': focus,
  'the focus after a question about a mark': groupFocus,
  'play after it was resumed': resumed,
  'a lost connection on a phone': connection,
  'windows of all sizes': questionsAndWindows,
  'the link for the opponent': invitation,
  'an open border': openBorder,
  'a sentence beside its stones': bubble,
  'an open question and a changed board': kept,
};
