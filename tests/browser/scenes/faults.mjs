// What goes wrong around a game: servers that die, lost connections, many pages, strange names.

import { SCORING, answer, equal, play, point, press, screen, shows, sleep, until } from '../helpers.mjs';
import { Server } from '../server.mjs';

async function killed(stage) {
  const server = await Server.start(stage.server.binary);
  try {
    const game = await server.game({ size: 5, moves: 'C3 D3' });
    const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
    await shows(black, { play: 'off' });
    await server.kill();
    // A stone that is played meanwhile is not lost, and not played twice.
    await play(black, 'C2');
    await shows(black, { net: /Not saved yet|does not answer|Reconnecting/ });
    await server.runAgain();
    await shows(black, { status: 'Waiting for Bob', net: '' }, 60_000);
    await shows(white, { status: 'Your turn', net: '', live: /Black plays C2/ }, 60_000);
    equal([await game.events('played'), (await game.view('white')).move_no], [3, 3], 'stones played');
    // Both pages hear of each other again.
    await play(white, 'D2');
    await shows(black, { status: 'Your turn' });
    // The same in scoring: an approval that was answered is kept.
    await game.moves('pass pass');
    await shows(black, { state: 'scoring' });
    await answer(black, 'done');
    await shows(black, { state: 'you_are_done' });
    await shows(white, { state: 'opponent_is_done' });
    await server.kill();
    await server.runAgain();
    await answer(white, 'done');
    await shows(white, { state: 'game_finished' }, 60_000);
    await shows(black, { state: 'game_finished' }, 60_000);
  } finally {
    await server.stop();
  }
}

async function offline(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3 D3' });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await black.context().setOffline(true);
  await play(black, 'C2');
  await shows(black, { net: /Not saved yet/, status: 'Your turn' });
  if (stage.long) await shows(black, { net: /does not answer/ });
  if (stage.long) await sleep(60_000);
  await black.context().setOffline(false);
  await shows(black, { net: '', status: 'Waiting for Bob' }, 60_000);
  await shows(white, { status: 'Your turn' });
  equal(await game.events('played'), 3, 'stones played');
}

async function backAndForward(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const black = await stage.open(game.black);
  const score = (await screen(black)).score;
  // Earlier positions never change the count, and there is nothing to do in them.
  await press(black, '.moves nav a:has-text("Previous")');
  await shows(black, { notes: /after move 13 of 14/, score, done: '', undone: '', resume: '', resign: '' });
  await press(black, '.moves nav a:has-text("First")');
  await shows(black, { notes: /before the first/, score });
  // What happens meanwhile does not take the reader away, but is announced.
  await game.ask('white', 'done');
  await shows(black, { notes: /before the first/, title: /Bob is done/ });
  await black.goBack();
  await shows(black, { notes: /after move 13/ });
  await black.goBack();
  await shows(black, { state: 'opponent_is_done', opponent: '(Bob is done)', done: 'on' });
  await black.goForward();
  await shows(black, { notes: /after move 13/, done: '' });
  await black.goto(game.white.replace('/g/', '/g/x')).catch(() => {});
  await black.goBack();
  await press(black, '#now');
  await shows(black, { done: 'on' });
  await black.goto(`${game.black}?move=3`);
  await shows(black, { score: /Total/, done: '', notes: /after move 3 of 14/ });
  await black.goto(`${game.black}?move=99`);
  await shows(black, { said: /has 14 moves/ });
}

async function twoTabs(stage) {
  const game = await stage.server.game({ size: 5 });
  const context = await stage.context();
  // The same player twice, and both players in one browser.
  const [first, second, white] = [await stage.open(game.black, context), await stage.open(game.black, context), await stage.open(game.white, context)];
  await play(first, 'C3');
  await shows(second, { status: 'Waiting for Bob', play: '' });
  await play(white, 'D3');
  for (const page of [first, second]) await shows(page, { status: 'Your turn', play: 'off' });
  await press(second, point('A1'));
  await shows(second, { play: 'on' });
  await play(first, 'B1');
  await shows(second, { status: 'Waiting for Bob', play: '' });
  await game.moves('pass pass');
  await shows(second, { state: 'scoring' });
  await answer(first, 'done');
  await shows(second, { state: 'you_are_done', undone: 'on' });
  await press(second, '#undone');
  await shows(first, { state: 'scoring', done: 'on', undone: '' });
}

async function oneClick(stage) {
  // The choice is kept by the browser.
  const game = await stage.server.game({ size: 5 });
  const context = await stage.context();
  const black = await stage.open(game.black, context);
  await press(black, '#more-keys summary');
  await black.locator('#one-click').check();
  await press(black, point('C3'));
  await shows(black, { status: 'Waiting for Bob' });
  await black.reload();
  equal(await black.locator('#one-click').isChecked(), true, 'one click after a reload');
}

async function seven(stage) {
  const games = [];
  for (let number = 0; number < 7; number += 1) games.push(await stage.server.game({ size: 5 }));
  const context = await stage.context();
  // All seven are in sight, as windows beside each other: more than a browser connects to one host.
  const pages = [];
  for (const game of games) pages.push(await stage.open(game.black, context));
  for (const page of pages) await shows(page, { status: 'Your turn', net: '' });
  for (const page of pages) await play(page, 'C3');
  for (const page of pages) await shows(page, { status: 'Waiting for Bob' });
  for (const game of games) await game.moves('D3');
  for (const page of pages) await shows(page, { status: 'Your turn' }, 60_000);
}

async function names(stage) {
  for (const [name, opponent] of [['<script>alert(1)</script>', '"];[B]'], ['<img src=x onerror=alert(2)>', "' onclick='alert(3)"], ['שלום Ann', '\'"></title><b>']]) {
    const game = await stage.server.game({ size: 5, name, opponent_name: opponent, mail: true, moves: SCORING });
    const pages = [await stage.open(game.black), await stage.open(game.white)];
    for (const page of pages) {
      page.on('dialog', () => stage.faults.push('a script of a name ran'));
      const shown = await page.locator('.player b').allTextContents();
      equal(shown, [name, opponent], 'the names on the page');
      equal(await page.locator('main :is(script, img)').count(), 0, 'elements made of names');
      equal((await page.title()).includes(name), true, 'the title');
    }
    await game.ask('black', 'done');
    await shows(pages[1], { title: `(1) ${name} is done – ${name} – ${opponent}`, opponent: `(${name} is done)` });
    await game.ask('white', 'done');
    await shows(pages[0], { state: 'game_finished' });
    const sgf = await (await fetch(`${game.black}/game.sgf`)).text();
    const written = ['PB', 'PW'].map(property => new RegExp(`${property}\\[((?:\\\\.|[^\\]\\\\])*)\\]`).exec(sgf)[1].replace(/\\(.)/g, '$1'));
    equal(written, [name, opponent], 'the names in the record');
    const mails = await until(() => { const all = stage.server.mails(game); return all.length > 1 && all; },
      async () => `mails about the game: ${JSON.stringify(await game.outbox('white'))} ${stage.server.log}`);
    for (const { text } of mails) equal(/^(Bcc|Cc):/im.test(text.split('\r\n\r\n')[0]), false, 'headers made of names');
  }
  // A name of several lines is refused, with what was typed kept.
  const page = await stage.open(stage.server.url);
  await page.locator('#name').evaluate(field => { const area = document.createElement('textarea'); area.name = 'name'; area.id = 'name'; field.replaceWith(area); });
  await page.locator('#name').fill('Ann\r\nBcc: eve@example.org');
  await page.locator('#opponent_name').fill('Bob');
  await page.locator('#make-button').click();
  await page.locator('#name-error').waitFor();
  equal(await page.locator('#opponent_name').inputValue(), 'Bob', 'what was typed');
}

async function spectator(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3' });
  const page = await stage.open(game.spectators);
  await shows(page, { status: 'Waiting for Bob', play: '', pass: '', resign: '' });
  await press(page, point('D3'));
  await game.moves('D3');
  await shows(page, { status: 'Waiting for Ann', live: /White plays D3/, play: '' });
  await game.moves('pass pass');
  await shows(page, { state: 'scoring', done: '', undone: '', opponent: '', score: /Total/ });
  await press(page, point('D3'));
  for (const verb of ['pass', 'done', 'resume', 'resign']) {
    const status = await page.evaluate(async verb => {
      const answer = await fetch(`${location.pathname}/${verb}`, { method: 'POST', body: new URLSearchParams({ req: 'spectator-1', number: 1, move_no: 4, retracted: 0, board: '' }) });
      return answer.status;
    }, verb);
    equal(status, 403, `${verb} of a spectator`);
  }
  const view = await game.view('black');
  equal([view.stage, view.done.black, view.done.white], ['scoring', false, false], 'the game');
  equal(await page.locator('#more-own').count(), 0, 'a spectator has no name and mail');
}

export default {
  'the server is killed while both pages are open': killed,
  'a click without a connection': offline,
  'back, forward, earlier positions': backAndForward,
  'two tabs of one player, both players in one browser': twoTabs,
  'one click plays, if one wants': oneClick,
  'seven pages of one person': seven,
  'strange names': names,
  'a spectator': spectator,
};
