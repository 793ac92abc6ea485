// Makes the picture of a terminal that the README shows: node terminal.mjs GOKATA

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { ARGUMENTS, CHROMIUM } from './helpers.mjs';

/** The largest that a picture may be, in bytes. */
const LARGEST = 40_000;
const COLUMNS = 72;
const COMMAND = 'gokata explain fixtures/kata/6-ko/retake-at-once.txt C3 --play B3';

/** What the program writes into a terminal of 72 columns with colors. `script` makes one; the program ends with status 1. */
function run(program) {
  const line = COMMAND.replace('gokata', program);
  const env = { PATH: process.env.PATH, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' };
  const root = new URL('../..', import.meta.url);
  const text = execFileSync('script', ['-qc', `stty cols ${COLUMNS} rows 24; ${line}`, '/dev/null'], { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return text.replaceAll('\r', '').trimEnd();
}

/** The colors of a terminal by their numbers: the cube of 216, and those of the sixteen that gokata uses. */
function shade(number) {
  const named = { 1: '#f14c4c', 2: '#23d18b' };
  const level = (step) => [0, 95, 135, 175, 215, 255][Math.floor((number - 16) / step) % 6];
  return named[number] ?? `rgb(${level(36)} ${level(6)} ${level(1)})`;
}

/** Returns a text with escape codes as HTML. */
function html(text) {
  let style = {};
  const parts = text.split(/(\x1b\[[\d;]*m)/).map((part) => {
    const code = part.match(/^\x1b\[([\d;]*)m$/)?.[1];
    if (code === undefined) {
      const css = Object.entries(style).map(([key, value]) => `${key}:${value}`).join(';');
      return part.split('\n').map((line) => line && `<span style="${css}">${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`).join('\n');
    }
    if (code === '0') style = {};
    else if (code === '1') style['font-weight'] = 'bold';
    else if (code.startsWith('38;5;')) style.color = shade(Number(code.slice(5)));
    else if (code.startsWith('48;5;')) style.background = shade(Number(code.slice(5)));
    else if (/^3[0-7]$/.test(code)) style.color = shade(code - 30);
    else throw new Error(`the code ${code} is unknown`);
    return '';
  });
  return parts.join('');
}

const screen = `<span style="color:#23d18b">$</span> ${COMMAND}\n${html(run(process.argv[2]))}`;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
const page = await (await browser.newContext({ deviceScaleFactor: 2 })).newPage();
await page.setContent(`<meta charset="utf-8"><style>
  body { margin: 0 }
  pre { display: inline-block; width: ${COLUMNS}ch; margin: 0; padding: 14px 18px; background: #1e1e1e; color: #ddd; font: 15px/18px "DejaVu Sans Mono" }
  span { display: inline-block; height: 18px }
</style><pre>${screen}</pre>`);
const png = (await page.locator('pre').screenshot()).toString('base64');
const webp = await page.evaluate(async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.8).split(',')[1];
}, png);
await browser.close();
const bytes = Buffer.from(webp, 'base64');
if (bytes.length > LARGEST) throw new Error(`${bytes.length} bytes are too many`);
writeFileSync(new URL('explain.webp', import.meta.url), bytes);
console.log(`explain.webp: ${bytes.length} bytes`);
