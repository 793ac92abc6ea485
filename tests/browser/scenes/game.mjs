// A game from the start page to its end, and what two people can do to each other at the end.

import { SCORING, WALLS, answer, equal, play, point, press, quiet, screen, shows, until } from '../helpers.mjs';

/** Makes a game by the form, as a person would, and returns the pages of both. */
async function madeByForm(stage) {
  const context = await stage.context({ permissions: ['clipboard-read', 'clipboard-write'] });
  const ann = await stage.open(stage.server.url, context);
  await ann.getByLabel('Name').first().fill('Ann');
  await ann.locator('#opponent_name').fill('Bob');
  await ann.locator('#size').fill('5');
  await ann.locator('#make-button').click();
  await ann.locator('[data-copy="opponent-link"]').click();
  const link = await until(() => ann.evaluate(() => navigator.clipboard.readText()), 'a link should be copied');
  equal(link, await ann.locator('#opponent-link').inputValue(), 'the copied link');
  await ann.locator('#open').click();
  await shows(ann, { state: 'playing', status: 'Your turn' });
  const bob = await stage.open(link);
  await shows(bob, { state: 'playing', status: 'Waiting for Ann' });
  return [ann, bob];
}

async function whole(stage) {
  const [ann, bob] = await madeByForm(stage);
  // One click chooses, and says so; the second plays.
  await press(ann, point('C3'));
  await shows(ann, { play: 'on', title: /^C3 is not played yet/ });
  await shows(bob, { seq: 1 });
  await press(ann, '#play');
  await shows(ann, { status: 'Waiting for Bob', title: /^[^(]/ });
  await shows(bob, { status: 'Your turn', title: /^\(1\) your turn/, live: /Black plays C3/, changed: ['C3'] });
  // A refused point says why, above the point, and changes nothing.
  await press(bob, point('C3'));
  await shows(bob, { bubble: /There is a stone here already/, play: 'off' });
  // Twice on the same point plays, too; a click while it is not one's turn says so.
  await press(bob, point('D3'));
  await shows(bob, { play: 'on' });
  await press(bob, point('D3'));
  await shows(bob, { status: 'Waiting for Ann' });
  await press(bob, point('E5'));
  await shows(bob, { bubble: /It is your opponent’s turn/ });
  await shows(ann, { status: 'Your turn' });
  // Escape gives a choice up; Pass can be cancelled.
  await press(ann, point('A1'));
  await shows(ann, { play: 'on' });
  await ann.keyboard.press('Escape');
  await shows(ann, { play: 'off', title: /your turn/ });
  await press(ann, '#pass');
  await press(ann, '#ask-pass .cancel');
  await shows(ann, { dialog: '', pass: 'on', status: 'Your turn' });
  await press(ann, '#resign');
  await press(ann, '#ask-resign .answers button');
  await shows(ann, { state: 'game_finished', status: 'Game over. Black resigned: White wins' });
  await shows(bob, { state: 'game_finished', status: 'Game over. Black resigned: White wins', score: '' });
  // Another game, with the colors exchanged.
  await Promise.all([moved(bob), press(bob, '#rematch')]);
  await shows(bob, { state: 'playing', status: 'Your turn', seq: 1 });
}

async function ko(stage) {
  const game = await stage.server.game({ size: 5, moves: 'B3 C3 C2 D2 C4 D4 A1 E3 D3' });
  const white = await stage.open(game.white);
  const black = await stage.open(game.black);
  // Black has taken C3 from D3; White may not take back at once.
  const board = (await game.view('white')).board_state_string;
  await press(white, point('C3'));
  await shows(white, { bubble: /^Ko: the board would be as it was/, play: 'off' });
  equal((await game.view('white')).board_state_string, board, 'the board after a refused move');
  // The sentence stands at the point, inside the window.
  const [bubble, at] = await Promise.all(['#bubble', point('C3')].map(one => white.locator(one).boundingBox()));
  equal(bubble.x >= 0 && bubble.x <= at.x + at.width / 2 && bubble.x + bubble.width >= at.x + at.width / 2, true, 'the bubble points to C3');
  await play(white, 'E5');
  await shows(black, { live: /White plays E5/ });
}

async function bothDone(stage) {
  const rounds = stage.long ? 50 : 10;
  for (let round = 0; round < rounds; round += 1) {
    const game = await stage.server.game({ size: 5, moves: 'pass pass', mail: true });
    const pages = stage.pages.length ? stage.pages : [await stage.open(), await stage.open()];
    await Promise.all([game.black, game.white].map((url, index) => pages[index].goto(url)));
    // The questions are open on both pages before either is answered.
    await Promise.all(pages.map(page => press(page, '#done')));
    const yes = '#ask-done .answers button';
    await Promise.all(pages.map(page => page.locator(yes).waitFor()));
    await Promise.all(pages.map(page => page.evaluate(selector => document.querySelector(selector).click(), yes)));
    const [black, white] = await Promise.all(pages.map(page => shows(page, { state: 'game_finished' })));
    equal([black.status, black.score], [white.status, white.score], 'the result on both pages');
    equal([await game.events('finished'), await game.events('done')], [1, 2], 'ends and approvals');
    const over = [...await game.outbox('black'), ...await game.outbox('white')].filter(mail => mail.kind === 'game_over');
    equal(over.length, 1, 'mails about the end');
  }
}

async function stale(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const white = await stage.open();
  await white.route(/\/(events|state)(\?|$)/, route => route.abort());
  await white.goto(game.white);
  await game.mark('black', 'B3');
  await answer(white, 'done');
  await shows(white, { state: 'scoring', said: /Something has changed: review/, changed: ['B3'], score: /Dead stones 1 0/ });
  equal((await game.view('white')).done, { black: false, white: false }, 'who is done after the refusal');
  await answer(white, 'done');
  await shows(white, { state: 'you_are_done', undone: 'on', done: 'off' });
  // Moves on an old board are refused, too, and the chosen point is kept.
  const other = await stage.server.game({ size: 5 });
  const black = await stage.open();
  await black.route(/\/(events|state)(\?|$)/, route => route.abort());
  await black.goto(other.black);
  await other.moves('A1 B1');
  await play(black, 'C3');
  await shows(black, { bubble: /Something has been played since you looked/, play: 'on' });
  equal((await other.view('black')).move_no, 2, 'moves');
  await press(black, '#play');
  await shows(black, { status: 'Waiting for Bob' });
}

async function takeBack(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await answer(black, 'done');
  await shows(white, { state: 'opponent_is_done', opponent: '(Ann is done)' });
  // A click on the board of someone who is done says why nothing happens.
  await press(black, point('B3'));
  await shows(black, { bubble: /Take that back first/, state: 'you_are_done' });
  const { object: old } = await game.ask('white', 'mark', { point: 'B3', mark: 'dead', req: 'not a name' }).catch(error => error);
  equal(old.error, 'bad_request', 'a request without a proper name');
  const approval = await game.view('black');
  await press(black, '#undone');
  await shows(black, { state: 'scoring', done: 'on', undone: '' });
  await shows(white, { state: 'scoring', opponent: '' });
  // A late copy of what Black has taken back must not count, and White alone does not end the game.
  const late = { number: approval.scoring_number, retracted: 0, board: approval.board_state_string };
  const refused = await game.ask('black', 'done', late).catch(error => error);
  equal(refused.status, 409, 'a late done after taking back');
  await answer(white, 'done');
  await shows(white, { state: 'you_are_done' });
  await shows(black, { state: 'opponent_is_done', opponent: '(Bob is done)' });
  await press(white, '#undone');
  await shows(black, { state: 'scoring' });
}

async function resume(stage) {
  // White asks to go on. Turns alternate under area rules; under Japanese rules her opponent plays first.
  for (const [rules, moves, first] of [
    ['chinese', 'A1 pass pass', 'white'], ['chinese', 'pass pass', 'black'], ['aga', 'A1 pass pass', 'white'],
    ['new-zealand', 'pass pass', 'black'], ['japanese', 'pass pass', 'black'], ['japanese,tax=none', 'A1 pass pass', 'black'],
  ]) {
    const game = await stage.server.game({ size: 5, moves, rules });
    const { view } = await game.ask('white', 'resume');
    equal(view.to_move, first, `who plays first: ${rules}, ${moves}`);
  }
  const game = await stage.server.game({ size: 5, moves: `${WALLS} A1 pass pass` });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await game.mark('black', 'B3');
  const old = await game.view('black');
  await shows(white, { seq: old.seq });
  await press(white, '#resume');
  await shows(white, { dialog: /All marks are cleared. Ann plays first/ });
  await press(white, '#ask-resume .answers button');
  await shows(white, { state: 'playing', status: 'The game goes on. Waiting for Ann', resume: '', done: '', score: '' });
  await shows(black, { state: 'playing', status: /Your turn$/, done: '' });
  await play(black, 'B2');
  await shows(white, { status: 'Your turn' });
  await game.moves('pass pass');
  await shows(black, { state: 'scoring', done: 'on', undone: '' });
  const late = { number: old.scoring_number, retracted: old.retracted, board: old.board_state_string };
  equal((await game.ask('black', 'done', late).catch(error => error)).status, 409, 'the number of before the resumption');
  await shows(black, { state: 'scoring', done: 'on' });
}

/** Black has A to E, White F to J; in Black's part stand three white chains of three. */
const NINE = 'E1 F1 E2 F2 E3 F3 E4 F4 E5 F5 E6 F6 E7 F7 E8 F8 E9 F9 '
  + ['A1', 'A2', 'A3', 'C4', 'C5', 'C6', 'A7', 'A8', 'A9'].map(name => `pass ${name}`).join(' ') + ' pass pass';

async function several(stage) {
  const game = await stage.server.game({ size: 9, moves: NINE });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  const before = await screen(black);
  await press(black, point('C5'));
  await shows(black, { dialog: /9 stones in 3 groups dead/ });
  await press(black, '#ask-mark .cancel');
  const after = await shows(black, { dialog: '', state: 'scoring' });
  equal([after.seq, after.board], [before.seq, before.board], 'the game after a cancelled mark');
  await press(black, point('C5'));
  await press(black, '#ask-mark .answers button');
  const dead = changed => changed.length === 9;
  await shows(black, { dialog: '', score: /Dead stones 9 0/ });
  await shows(white, { score: /Dead stones 9 0/, changed: dead });
  await quiet(white);
  await white.locator(point('A1')).hover();
  equal(await white.locator('.hot').count() >= 9, true, 'the stones that a click would change are shown');
}

async function finish(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const context = await stage.context();
  const black = await stage.open(game.black, context);
  const white = await stage.open(game.white);
  await game.mark('black', 'B3');
  await shows(black, { score: /Dead stones 1 0/ });
  await answer(black, 'done');
  await shows(white, { state: 'opponent_is_done' });
  await press(white, '#done');
  await shows(white, { dialog: /^This ends the game: Black [\d.]+, White [\d.]+/ });
  await press(white, '#ask-done .answers button');
  const end = await shows(white, { state: 'game_finished', done: '', undone: '', resume: '', resign: '', void: '', pass: '', play: '' });
  const same = { state: end.state, status: end.status, score: end.score, board: end.board, done: '', resign: '' };
  await shows(black, same);
  await black.reload();
  await shows(black, same);
  const second = await stage.open(game.black, context);
  await shows(second, same);
  await second.goto(stage.server.url);
  await second.goBack();
  await shows(second, same);
  for (const [verb, fields] of [['done', {}], ['undone', { approval: 1 }], ['mark', { point: 'B3', mark: 'alive' }], ['resume', {}], ['resign', {}],
    ['play', { point: 'A1' }], ['pass', {}], ['void', {}]]) {
    // The one who had approved may say so again: nothing changes.
    const got = await game.ask('black', verb, fields).catch(error => error);
    equal(verb === 'done' ? got.changed : got.status, verb === 'done' ? false : 409, `${verb} after the end`);
  }
  await shows(white, same);
}

async function refusedInScoring(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  for (const [verb, fields] of [['play', { point: 'A1' }], ['pass', {}]]) {
    equal((await game.ask('black', verb, fields).catch(error => error)).status, 409, `${verb} in scoring`);
  }
  await shows(black, { state: 'scoring' });
  await answer(black, 'resign');
  await shows(white, { state: 'game_finished', status: 'Game over. Black resigned: White wins' });
  equal((await game.ask('white', 'resign').catch(error => error)).status, 409, 'resigning after the end');
  await shows(black, { status: 'Game over. Black resigned: White wins' });
}

async function voided(stage) {
  const game = await stage.server.game({ size: 5, moves: SCORING });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await answer(black, 'void');
  await shows(white, { notes: /Ann offers to call the game off/, void: 'on' });
  await answer(white, 'void');
  await shows(black, { state: 'game_finished', status: 'Game over. It was called off: nobody wins' });
}

/** Waits until a page has another address. */
const moved = page => {
  const old = page.url();
  return page.waitForURL(url => url.href !== old);
};

/** Whoever asks first, there is one rematch, and each finds it on the page of the finished game. */
async function rematch(stage) {
  const game = await stage.server.game({ size: 5, moves: 'C3' });
  const [black, white] = [await stage.open(game.black), await stage.open(game.white)];
  await answer(black, 'resign');
  await Promise.all([black, white].map(page => shows(page, { state: 'game_finished', rematch: 'on' })));
  // Both press at the same time.
  await Promise.all([black, white].map(quiet));
  await Promise.all([black, white].flatMap(page => [moved(page), page.evaluate(() => document.querySelector('#rematch').click())]));
  await shows(black, { state: 'playing', status: 'Waiting for Bob', seq: 1 });
  await shows(white, { state: 'playing', status: 'Your turn', seq: 1 });
  await play(white, 'C3');
  await shows(black, { status: 'Your turn', live: /Black plays C3/ });
  // The old page leads there from now on, and spectators come along.
  const old = await stage.open(game.black);
  await shows(old, { notes: /A rematch has begun/ });
  await Promise.all([moved(old), press(old, '#rematch')]);
  await shows(old, { status: 'Your turn', seq: 2 });
  const watching = await stage.open(game.spectators);
  await Promise.all([moved(watching), press(watching, '#rematch')]);
  await shows(watching, { status: 'Waiting for Ann', seq: 2 });
}

export default {
  'a game from the form to its end': whole,
  'a refused ko': ko,
  'both are done at once': bothDone,
  'a page without news': stale,
  'taking back': takeBack,
  'resuming play': resume,
  'one click on several groups': several,
  'the end stays the end': finish,
  'what scoring refuses': refusedInScoring,
  'a game voided by both': voided,
  'a rematch': rematch,
};
