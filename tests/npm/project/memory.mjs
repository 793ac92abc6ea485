// A million records that nobody frees, with a pause every 10,000: how much memory the program takes at most, in MB.
import { setImmediate } from 'node:timers/promises';
import { Record } from 'gokata';

const empty = new Record(19);
let most = 0;
for (let made = 0; made < 1_000_000; made += 1) {
  if (empty.play(made % 361).turns !== 1) throw new Error('no move was made');
  if (made % 10_000 === 0) {
    await setImmediate();
    most = Math.max(most, process.memoryUsage.rss());
  }
}
console.log(Math.round(most / 1e6));
