// Tests what a pair sees on dojo.html in Chromium, from a file: node run.mjs [--only WORD] [--page FILE] [--pictures FOLDER]
// With --firefox, in Firefox instead, some of it: node --experimental-websocket run.mjs --firefox

import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { firefox } from '../firefox.mjs';
import { ARGUMENTS, CHROMIUM, Stage } from '../helpers.mjs';
import { SCENES, inFirefox } from './scenes.mjs';

const BUILT = fileURLToPath(new URL('../../../target/dojo/dojo.html', import.meta.url));
const { values: { only, page: file, pictures, firefox: other } } = parseArgs({ options: { only: { type: 'string', default: '' }, page: { type: 'string', default: BUILT }, pictures: { type: 'string' }, firefox: { type: 'boolean' } } });
const world = { file: resolve(file), address: pathToFileURL(resolve(file)).href, pictures };
if (pictures) mkdirSync(pictures, { recursive: true });
const browser = other ? await firefox() : await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });

async function one([name, scene]) {
  const start = performance.now(), stage = new Stage(browser);
  const took = () => ((performance.now() - start) / 1000).toFixed(1).padStart(4);
  try {
    await scene(stage, world);
    await stage.close();
    console.log(`ok     ${took()} s  dojo: ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED ${took()} s  dojo: ${name}\n${String(error.stack).replace(/^/gm, '         ')}\n${stage.faults.join('\n')}`);
  }
}

const queue = Object.entries(other ? { Firefox: inFirefox } : SCENES).filter(([name]) => name.includes(only));
if (!queue.length) throw new Error(`no scene has ${only} in its name`);
const lane = async () => { for (let next; (next = queue.shift());) await one(next); };
await Promise.all([lane(), lane()]);
await browser.close();
