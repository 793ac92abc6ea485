// How long a move takes until the other player's browser has painted it, beside the round trip of the command itself.

import { equal, press, point, shows } from './helpers.mjs';

/** More than the round trip by this many milliseconds, in the middle, is too slow. */
const MOST = 150;

/** Notes when the page has painted a board with this many moves. */
function watch() {
  window.painted = {};
  const note = () => {
    const main = document.querySelector('main.game');
    // What was put into the page now is painted in the next frame; the frame after that comes later.
    const seq = main?.dataset.seq;
    if (seq && !(seq in window.painted)) {
      window.painted[seq] = 0;
      requestAnimationFrame(() => setTimeout(() => { window.painted[seq] = performance.timeOrigin + performance.now(); }));
    }
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
}

/** The time between a click that plays and the answer to its POST. */
function time() {
  window.clicked = {};
  const ask = window.fetch;
  window.fetch = async (url, options) => {
    const began = performance.now();
    const answer = await ask(url, options);
    if (/\/play$/.test(url)) {
      // The whole answer, as the page needs it; the copy leaves the original to the page.
      await answer.clone().text();
      window.roundTrip = performance.now() - began;
    }
    return answer;
  };
  addEventListener('click', event => {
    if (event.target.closest('#play')) window.clickedAt = performance.timeOrigin + performance.now();
  }, true);
}

const middle = numbers => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const late = numbers => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * 0.95)];

/** Plays moves on a full board by clicks in two contexts that are both in sight, and prints the times. */
export async function latency(stage, moves = 100) {
  const game = await stage.server.game({ size: 19 });
  const pages = [];
  for (const url of [game.black, game.white]) {
    const page = await stage.open();
    await page.addInitScript(watch);
    await page.addInitScript(time);
    await page.goto(url);
    pages.push(page);
  }
  const seen = [], trips = [];
  for (let number = 0; number < moves; number += 1) {
    const [player, other] = number % 2 ? [pages[1], pages[0]] : [pages[0], pages[1]];
    const name = `${'ABCDEFGHJKLMNOPQRST'[(number * 7) % 19]}${1 + Math.floor(number / 19) * 3 + (number % 2)}`;
    await press(player, point(name));
    await shows(player, { play: 'on' });
    const seq = await other.evaluate(() => +document.querySelector('main.game').dataset.seq) + 1;
    await press(player, '#play');
    const painted = await (await other.waitForFunction(seq => window.painted[seq], seq)).jsonValue();
    await shows(player, { seq });
    const [clicked, trip] = await player.evaluate(() => [window.clickedAt, window.roundTrip]);
    seen.push(painted - clicked);
    trips.push(trip);
  }
  equal((await game.view('black')).move_no, moves, 'moves');
  const more = middle(seen.map((time, index) => time - trips[index]));
  const round = number => Math.round(number);
  console.log(`${moves} moves, click to painted at the other: p50 ${round(middle(seen))} ms, p95 ${round(late(seen))} ms; `
    + `round trip of the command: p50 ${round(middle(trips))} ms, p95 ${round(late(trips))} ms; more than the round trip: p50 ${round(more)} ms (must be < ${MOST})`);
  equal(more < MOST, true, `a move is seen ${round(more)} ms after the round trip`);
}
