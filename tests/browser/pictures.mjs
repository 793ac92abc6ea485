// Makes the pictures that the READMEs show: node pictures.mjs GOKATA, after .ci/dojo. For the report, npm installs the program
// that is judged.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { ARGUMENTS, CHROMIUM, Stage, point, press, shows } from './helpers.mjs';
import { Server } from './server.mjs';

/** The largest that a picture may be, in bytes. */
const LARGEST = 60_000;

const MIDDLE = 'Q16 D4 D16 Q4 F3 C6 D2 C3 K3 R14 O17 S16 R17 R11 R6 O3 S4 R3 R8 C14 F17 B16 C17 C11 K16 N14 N16 L14 H15 F13 D14 D13 E14 E13 F14 '
  + 'G13 G14 H13 J14 K12 P12 Q9 Q8 P9 O10 P8 Q7 O7 O5 N4 N6';
const COUNTED = 'E5 E3 D3 E4 D4 F5 E6 F6 E7 F7 E8 F8 D2 E2 D1 E1 E9 F9 H5 B7 pass C4 G3 B3 pass pass';

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
const server = await Server.start(process.argv[2]);
const stage = new Stage(browser, server, false);

async function keep(page, name, options, largest = LARGEST) {
  const png = (await page.screenshot(options)).toString('base64');
  const blank = await (await stage.context()).newPage();
  for (const quality of [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]) {
    const webp = await blank.evaluate(async ([png, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality).split(',')[1];
    }, [png, quality]);
    const bytes = Buffer.from(webp, 'base64');
    const file = new URL(name, import.meta.url);
    if (bytes.length > largest) continue;
    writeFileSync(file, bytes);
    console.log(`${name}: ${statSync(file).size} bytes`);
    return;
  }
  throw new Error(`${name} is too large`);
}

const game = await server.game({ moves: MIDDLE });
const desk = await stage.open(game.white, null, { viewport: { width: 1180, height: 740 }, deviceScaleFactor: 1 });
await press(desk, point('L5'));
await shows(desk, { play: 'on' });
await desk.mouse.move(0, 0);
await keep(desk, 'game.webp');

const counted = await server.game({ size: 9, moves: COUNTED });
for (const [color, dead] of [['black', 'B7'], ['white', 'H5']]) await counted.mark(color, dead);
await counted.ask('black', 'done');
const phone = await stage.open(counted.white, null, { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
await keep(phone, 'phone.webp');

// The wall of the dojo's page, in the last minutes of round one: pairs by their keys, a minute apart, `-` is nobody.
const room = await stage.open(null, await stage.context({ viewport: { width: 960, height: 540 } }));
await room.clock.install({ time: new Date('2026-11-27T17:59:00') });
await room.goto(new URL('../../src/cli/dojo/kit/projector.html', import.meta.url).href);
await room.clock.pauseAt(new Date('2026-11-27T18:00:00'));
for (const key of ['Space', 'ArrowRight', 'w']) await room.keyboard.press(key);
for (const key of '-fbegcdfbaegfb-egfacge-fbg') {
  await room.clock.runFor(57_000);
  if (key !== '-') await room.keyboard.press(key);
}
await keep(room, 'wall.webp', {}, 40_000);

// The kata in a browser: step 4 is done, and the same program is wrong in step 5.
const pair = await stage.open(null, await stage.context({ viewport: { width: 1180, height: 720 } }));
await pair.goto(new URL('../../target/dojo/dojo.html', import.meta.url).href);
await pair.selectOption('#language', 'python');
await pair.uncheck('#predict');
await pair.fill('#code', readFileSync(new URL('../../src/cli/dojo/kit/solutions/python/4.py', import.meta.url), 'utf8'));
for (const light of ['GREEN', 'RED']) {
  await pair.click('#run');
  await pair.locator('#result', { hasText: light }).waitFor();
}
await pair.mouse.move(0, 0);
await keep(pair, 'dojo.webp');

// A page of `gokata report`, shortened to its head and one wrong answer.
const JUDGED = { program: 'goban@8.3.64', command: 'node tests/peers/judged/ogs_goban.js chinese' };
const scratch = mkdtempSync(join(tmpdir(), 'gokata-report-'));
const [gokata, results, pages] = [resolve(process.argv[2]), join(scratch, 'run.ndjson'), join(scratch, 'pages')];
execFileSync('npm', ['install', '--silent', '--no-fund', '--no-audit', '--prefix', scratch, JUDGED.program]);
const env = { ...process.env, NODE_PATH: join(scratch, 'node_modules') };
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const judged = spawnSync(gokata, ['check', '--exec', JUDGED.command, '--format', 'ndjson'], { cwd, env, maxBuffer: 1 << 26 });
writeFileSync(results, judged.stdout);
execFileSync(gokata, ['report', results, '--out', pages]);
const file = readdirSync(pages).find(name => name.endsWith('.html') && name !== 'index.html');
const report = await stage.open(`file://${join(pages, file)}`, null, { viewport: { width: 760, height: 200 }, deviceScaleFactor: 1.25 });
await report.evaluate(() => {
  // The one that needs the least room.
  const [article] = [...document.querySelectorAll('article')].sort((a, b) => a.offsetHeight - b.offsetHeight);
  const kept = [...document.querySelectorAll('h1, p:has(img), #causes, #cause-1 h3, #cause-1 > p'), article];
  for (const one of document.querySelectorAll('nav, main *')) {
    if (!kept.some(other => other.contains(one) || one.contains(other))) one.remove();
  }
  // What is said after the reasons is for who repeats the question.
  const list = article.querySelector('ul');
  while (list.nextElementSibling) list.nextElementSibling.remove();
});
await keep(report, 'report.webp', { fullPage: true });
rmSync(scratch, { recursive: true });

await stage.close();
await browser.close();
await server.stop();
