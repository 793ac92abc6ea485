// Tests gokata.html in Chromium, from a file and from a server: node run.mjs [--only WORD] [--page FILE] [--pictures FOLDER]
// With --firefox, opens it in Firefox instead, and asks it the corpus: node --experimental-websocket run.mjs --firefox

import { mkdirSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { firefox } from '../firefox.mjs';
import { ARGUMENTS, CHROMIUM, Stage } from '../helpers.mjs';
import { SCENES, inFirefox } from './scenes.mjs';

const BUILT = fileURLToPath(new URL('../../../target/wasm/gokata.html', import.meta.url));
const { values: { only, page: file, pictures, firefox: other } } = parseArgs({ options: { only: { type: 'string', default: '' }, page: { type: 'string', default: BUILT }, pictures: { type: 'string' }, firefox: { type: 'boolean' } } });
const html = readFileSync(file, 'utf8');
const EMBEDDED = '<!doctype html><html lang="en"><title>A blog</title><h1>A blog</h1><iframe src="/gokata.html" width="400" height="400" title="Is this move legal?"></iframe>';

// As a static host, with nothing but files; and without what browsers allow on localhost alone.
const server = createServer(({ url }, answer) => {
  const content = { '/gokata.html': html, '/blog.html': EMBEDDED }[url.split('?')[0]];
  answer.writeHead(content ? 200 : 404, { 'content-type': 'text/html' }).end(content);
});
await new Promise(ready => server.listen(0, '127.0.0.1', ready));
const folder = mkdtempSync(join(tmpdir(), 'gokata-page-'));

const world = {
  html,
  pictures,
  addresses: { file: pathToFileURL(resolve(file)).href, server: `http://127.0.0.1:${server.address().port}/gokata.html`, blog: `http://127.0.0.1:${server.address().port}/blog.html` },
  /** A changed copy of the page, as a file. */
  copy(name, change) {
    writeFileSync(join(folder, name), change(html));
    return pathToFileURL(join(folder, name)).href;
  },
};
if (pictures) mkdirSync(pictures, { recursive: true });
const browser = other ? await firefox() : await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
const seconds = since => ((performance.now() - since) / 1000).toFixed(1).padStart(4);

async function one([name, scene]) {
  const start = performance.now(), stage = new Stage(browser);
  try {
    await scene(stage, world);
    await stage.close();
    console.log(`ok     ${seconds(start)} s  page: ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED ${seconds(start)} s  page: ${name}\n${String(error.stack).replace(/^/gm, '         ')}\n${stage.faults.join('\n')}`);
  }
}

const began = performance.now();
const queue = Object.entries(other ? { 'Firefox': inFirefox } : SCENES).filter(([name]) => name.includes(only));
const lane = async () => { for (let next; (next = queue.shift());) await one(next); };
await Promise.all([lane(), lane()]);
await browser.close();
server.close();
rmSync(folder, { recursive: true });
console.log(`${seconds(began)} s`);
