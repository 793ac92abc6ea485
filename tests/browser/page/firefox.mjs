// Opens gokata.html in Firefox, from a file, and asks it the corpus: node --experimental-websocket firefox.mjs [FILE]

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { equal, until } from '../helpers.mjs';
import { firefox } from '../firefox.mjs';

const BUILT = fileURLToPath(new URL('../../../target/wasm/gokata.html', import.meta.url));
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const numbers = /check\n(\d+ files.*)\n/.exec(readme)[1];
const browser = await firefox();
try {
  const page = await browser.open(`${pathToFileURL(resolve(process.argv[2] ?? BUILT)).href}#1.3x4.tromp-taylor.x-abbb.o-badacb.side-o.play-aaca.ask-oba`);
  const text = id => page.evaluate(`document.getElementById('${id}').innerText`);
  await until(async () => (await text('verdict-title')) === 'White B3: not legal', () => text('verdict-title'));
  await page.evaluate(`document.querySelector('[data-point=D3]').click()`);
  equal(await text('verdict-title'), 'White D3: not legal', 'another point');
  await page.evaluate(`document.getElementById('check').click()`);
  await until(async () => /questions|failed/.test(await text('checked')), () => text('checked'), 120_000);
  equal([(await text('checked')).split('\n')[0], page.said], [numbers, []], 'the numbers of the command, and nothing on the console');
  console.log('ok     page: Firefox');
} finally {
  await browser.close();
}
