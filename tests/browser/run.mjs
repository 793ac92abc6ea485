// Runs the scenes: node run.mjs GOKATA [--long] [--only WORD] [--failures FOLDER] [--lanes N], or measures: --latency
// In Firefox, one game of two: node --experimental-websocket run.mjs GOKATA --firefox

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { FIREFOX } from './firefox_game.mjs';
import { ARGUMENTS, CHROMIUM, Stage } from './helpers.mjs';
import { latency } from './latency.mjs';
import { Server } from './server.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    failures: { type: 'string', default: 'failures' },
    lanes: { type: 'string', default: '3' },
    latency: { type: 'boolean', default: false },
    firefox: { type: 'boolean', default: false },
  },
});
const [binary] = positionals;
if (!binary || !existsSync(binary)) {
  console.error('usage: node run.mjs GOKATA [--long] [--only WORD] [--failures FOLDER] [--lanes N]\n       node run.mjs GOKATA --latency\n       node --experimental-websocket run.mjs GOKATA --firefox\nGOKATA is a program built with --features web.');
  process.exit(2);
}

const folder = new URL('scenes/', import.meta.url);
const all = [];
for (const file of readdirSync(folder).filter(name => name.endsWith('.mjs')).sort()) {
  const { default: scenes } = await import(new URL(file, folder));
  for (const [name, scene] of Object.entries(scenes)) all.push({ name: `${file.replace('.mjs', '')}: ${name}`, scene });
}
const scenes = values.latency ? [{ name: 'a move seen by the other', scene: latency }] : values.firefox ? FIREFOX : all;
const chosen = scenes.filter(({ name }) => name.includes(values.only));

const began = performance.now();
const browser = !values.firefox && await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
const server = await Server.start(binary);
const seconds = since => ((performance.now() - since) / 1000).toFixed(1).padStart(5);
let failed = 0;

async function one({ name, scene }) {
  const start = performance.now();
  const stage = new Stage(browser, server, values.long);
  let fault;
  try { await scene(stage); } catch (error) { fault = error; }
  if (fault) {
    mkdirSync(values.failures, { recursive: true });
    for (const [index, page] of stage.pages.entries()) {
      const path = join(values.failures, `${name.replace(/[^a-z0-9]+/gi, '-')}-${index + 1}.png`);
      await page.screenshot({ path, timeout: 5000 }).catch(() => {});
    }
  }
  await stage.close().catch(error => { fault = fault ? new Error(`${fault.stack}\n${error.message}`) : error; });
  console.log(`${fault ? 'FAILED' : 'ok    '} ${seconds(start)} s  ${name}`);
  if (fault) {
    failed += 1;
    console.log(String(fault.stack ?? fault).replace(/^/gm, '         '));
  }
}

// A few scenes at a time: most of their time is spent waiting.
const queue = [...chosen];
const lane = async () => { for (let next; (next = queue.shift());) await one(next); };
await Promise.all(Array.from({ length: +values.lanes }, lane));

if (browser) await browser.close();
await server.stop();
console.log(`${chosen.length - failed} of ${chosen.length} scenes, ${seconds(began).trim()} s`);
process.exitCode = failed || !chosen.length ? 1 : 0;
