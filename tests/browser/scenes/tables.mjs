// What each viewer sees in each state, and the twelve ways from one state to another.

import { SCORING, WALLS, answer, equal, point, press, shows, until } from '../helpers.mjs';

const NOTHING = { play: '', pass: '', done: '', undone: '', opponent: '', grant: '', takeback: '', resume: '', resign: '', void: '', claim: '' };
const SCORED = { ...NOTHING, done: 'on', resume: 'on', resign: 'on', void: 'on', score: /Territory.*Total/, verdict: /^As it stands: / };
const PLAYED = { ...NOTHING, resign: 'on', void: 'on', takeback: 'on', score: '', verdict: '' };
const OVER = { ...NOTHING, state: 'game_finished', score: /Territory.*Total/, verdict: '' };

/** A command without a browser, and what the pages of Black (Ann), White (Bob) and a spectator show then. */
const STATES = [
  [null,
    { ...PLAYED, state: 'playing', status: 'Your turn', title: /^\(1\) /, play: 'off', pass: 'on' },
    { ...PLAYED, state: 'playing', status: 'Waiting for Ann', title: /^[^(]/ },
    { ...NOTHING, state: 'playing', status: 'Waiting for Ann', score: '' }],
  [game => game.moves('pass'),
    { ...PLAYED, state: 'playing', status: 'You passed. Waiting for Bob', title: /^[^(]/ },
    { ...PLAYED, state: 'playing', status: 'Ann passed. Pass too and the game is counted', title: /^\(1\) /, play: 'off', pass: 'on' },
    { ...NOTHING, state: 'playing', status: 'Ann passed. Waiting for Bob', score: '' }],
  [game => game.moves('pass'),
    { ...SCORED, state: 'scoring', status: 'Mark the dead stones, then press Done', title: /^\(1\) / },
    { ...SCORED, state: 'scoring', status: 'Mark the dead stones, then press Done', title: /^\(1\) / },
    { ...NOTHING, state: 'scoring', status: 'The players mark the dead stones', score: /Total/ }],
  [game => game.ask('black', 'done'),
    { ...SCORED, state: 'you_are_done', status: 'Waiting for Bob to finish', done: 'off', undone: 'on', title: /^[^(]/ },
    { ...SCORED, state: 'opponent_is_done', status: 'Check the board, then press Done', opponent: '(Ann is done)', notes: /Ann will have to approve again/, title: /^\(1\) / },
    { ...NOTHING, state: 'scoring', score: /Total/ }],
  [game => game.ask('white', 'done'),
    { ...OVER, status: /^Game over\. White wins by 6\.5$/ },
    { ...OVER, status: /^Game over\. White wins by 6\.5$/ },
    { ...OVER, status: /^Game over\. White wins by 6\.5$/ }],
];

async function states(stage) {
  const game = await stage.server.game({ size: 5, moves: WALLS });
  const pages = [await stage.open(game.black), await stage.open(game.white), await stage.open(game.spectators)];
  for (const [command, ...expected] of STATES) {
    await command?.(game);
    for (const [index, page] of pages.entries()) await shows(page, expected[index]);
  }
  // The same is shown to those who come later.
  for (const [index, page] of pages.entries()) {
    await page.reload();
    await shows(page, STATES.at(-1)[index + 1]);
  }
}

const mark = page => press(page, point('B3'));
const marks = game => game.mark('white', 'E3');
const done = page => answer(page, 'done');
const [FLASH, NO_FLASH] = [changed => changed.length > 0, changed => changed.length === 0];
const scoring = { state: 'scoring', done: 'on', undone: '', opponent: '', pass: '', score: /Total/ };
const youAreDone = { state: 'you_are_done', done: 'off', undone: 'on', opponent: '' };
const heIsDone = { state: 'opponent_is_done', done: 'on', undone: '', opponent: /is done\)$/, score: /Total/ };
const over = { state: 'game_finished', done: '', undone: '', opponent: '', resume: '', resign: '', status: /^Game over\. / };

/** You are Black (Ann), he is White (Bob). Who acts has a page; the other's is open, or closed. */
const TRANSITIONS = [
  { name: '1 he passes after you', moves: `${WALLS} pass`, by: 'he', act: page => answer(page, 'pass'), you: scoring, he: scoring, mail: ['time_to_score'] },
  { name: '2 you pass after him', moves: `${WALLS} A1 pass`, by: 'you', act: page => answer(page, 'pass'), you: scoring, he: scoring, mail: ['time_to_score'] },
  { name: '3 you mark, and he has, too', before: game => game.ask('white', 'mark', { point: 'E3', mark: 'dead' }), by: 'you', act: mark,
    you: { ...scoring, changed: FLASH, score: /Dead stones 1 1/ }, he: { ...scoring, changed: FLASH, score: /Dead stones 1 1/ }, mail: [] },
  { name: '4 you mark, he was done', before: game => game.ask('white', 'done'), by: 'you', act: mark, you: scoring, he: scoring, mail: ['no_longer_done'] },
  { name: '5 you click done, the number is old', blind: true, before: marks, by: 'you', act: done,
    you: { ...scoring, said: /Something has changed: review/, changed: ['E3'], score: /Dead stones 0 1|Dead stones 1 0/ }, he: { ...scoring }, mail: [] },
  { name: '6 you click done', by: 'you', act: done, you: youAreDone, he: heIsDone, mail: ['opponent_done'] },
  { name: '7 you click done, he was', before: game => game.ask('white', 'done'), by: 'you', act: done, you: over, he: over, mail: ['game_over'] },
  { name: '8 he marks', by: 'he', act: mark, you: { ...scoring, changed: FLASH }, he: scoring, mail: [] },
  { name: '9 he clicks done', by: 'he', act: done, you: { ...heIsDone, changed: NO_FLASH }, he: youAreDone, mail: ['opponent_done'] },
  { name: '10 he marks, you were done', before: game => game.ask('black', 'done'), by: 'he', act: mark, you: { ...scoring, changed: FLASH }, he: scoring, mail: ['no_longer_done'] },
  { name: '11 he marks and clicks done, you were done', before: game => game.ask('black', 'done'), by: 'he', sleeps: true,
    act: async page => { await mark(page); await shows(page, scoring); await done(page); }, you: heIsDone, he: youAreDone, mail: ['no_longer_done', 'opponent_done'] },
  { name: '12 he clicks done, you were', before: game => game.ask('black', 'done'), by: 'he', act: done, you: over, he: over, mail: ['game_over'] },
];

/** Cuts a page off from all news; what it sends still arrives. */
async function blind(page) {
  await page.route(/\/(events|state)(\?|$)/, route => route.abort());
  await page.reload();
}

async function transition(row, isOpen, stage) {
  const game = await stage.server.game({ size: 5, moves: row.moves ?? SCORING, mail: true });
  const [actor, other] = row.by === 'you' ? ['black', 'white'] : ['white', 'black'];
  const acting = await stage.open(game[actor]);
  if (row.blind) await blind(acting);
  // Who has not looked at all gets one mail about everything.
  await game.seen(other);
  await row.before?.(game);
  const before = await game.view('black');
  if (!row.blind) await shows(acting, { seq: before.seq });
  const watching = isOpen ? await stage.open(game[other]) : null;
  if (row.sleeps) await watching?.context().setOffline(true);
  await row.act(acting);
  const changed = row.blind ? {} : { seq: seq => seq > before.seq };
  await shows(acting, { ...row[row.by], ...changed });
  if (row.sleeps) await watching?.context().setOffline(false);
  const after = await game.view('black');
  const expected = { ...row[row.by === 'you' ? 'he' : 'you'], number: after.scoring_number };
  if (watching) await shows(watching, expected);
  if (row.blind) equal([after.seq, after.done.black], [before.seq, false], 'nothing has happened');
  await posted(row.mail, game, other, isOpen, before.seq);
  // What is new flashes on pages that were open.
  if (!watching) await shows(await stage.open(game[other]), { ...expected, changed: [] });
}

/** Looks at the mails to the one who did nothing. Those who look at the page get none but the result. */
async function posted(kinds, game, to, isOpen, since) {
  const news = async () => (await game.outbox(to)).filter(mail => mail.seq > since);
  equal((await news()).map(mail => mail.kind), kinds, 'the mails that were kept');
  if (!kinds.length) return;
  await until(async () => (await news()).every(mail => Boolean(mail.seen) === isOpen), `the mail should ${isOpen ? '' : 'not '}be known as seen`);
  await game.hurry();
  await until(async () => (await news()).every(mail => mail.sent_at || mail.dropped), 'the mail should be sent or dropped');
  const fates = (await news()).map(mail => mail.dropped ?? 'sent');
  const expected = kinds.map((kind, index) => isOpen && kind !== 'game_over' ? 'seen' : index ? 'one mail a visit' : 'sent');
  equal(fates, expected, 'what became of the mails');
  const files = game.server.mails(game).filter(({ name }) => name.includes(`-${to[0]}-`) && name.endsWith(`-${kinds[0]}.eml`));
  equal(files.length, fates[0] === 'sent' ? 1 : 0, 'the files of mails');
  for (const { text } of files) equal(text.includes(game[to]), true, 'the link in the mail');
}

const rows = TRANSITIONS.flatMap(row => [true, false].map(isOpen => [
  `${row.name}, the other page is ${isOpen ? 'open' : 'closed'}`, stage => transition(row, isOpen, stage)]));

export default { 'what each viewer sees in each state': states, ...Object.fromEntries(rows) };
