// dojo.html in a browser, as far as a pair uses it: write, run, read.

import { chromium } from 'playwright-core';
import { firefox } from '../firefox.mjs';
import { ARGUMENTS, CHROMIUM } from '../helpers.mjs';
import { webkit } from '../webkit.mjs';

/** No run takes longer, however busy the machine is. */
const LIMIT = 120_000;

/** Runs in the page: puts a program into the editor, runs it, and reads what is shown. */
async function drive(language, code, button = 'run') {
  const $ = id => document.getElementById(id), result = $('result');
  if (language && $('language').value !== language) {
    $('language').value = language;
    $('language').dispatchEvent(new Event('change'));
  }
  if (code !== undefined) {
    $('code').value = code;
    $('code').dispatchEvent(new Event('input', { bubbles: true }));
  }
  const press = button === 'run' ? $('run') : [...result.querySelectorAll('button')].find(one => one.textContent === button);
  result.replaceChildren();
  press.click();
  while (!result.querySelector('.verdict') && !$('alert').textContent) await new Promise(done => setTimeout(done, 5));
  const text = (selector, from = result) => from.querySelector(selector)?.textContent ?? '';
  const facts = Object.fromEntries([...result.querySelectorAll('dt')].map(name => [name.textContent, name.nextElementSibling]));
  const output = Object.fromEntries([...result.querySelectorAll('h3')].map(title => [title.textContent, title.nextElementSibling?.textContent]));
  const all = result.innerText;
  return {
    light: text('.light').toLowerCase(),
    step: Number(/step (\d+) of/.exec(text('.verdict'))?.[1]),
    should: facts['should be:']?.firstChild.textContent ?? '',
    why: text('.why').replace(/\s+/g, ' '),
    said: facts['you said:']?.textContent ?? '',
    count: /\d+ of \d+ right/.exec(text('.count'))?.[0] ?? '',
    earlier: all.includes('This step was GREEN before.'),
    remains: all.includes('right alone, wrong after another question: does something remain from before?'),
    last: all.includes('That was the last step.'),
    stopped: output['What stopped it'] ?? '',
    printed: output['It printed'] ?? '',
    line: Number(/Go to line (\d+)/.exec(all)?.[1] ?? 0),
    alert: $('alert').textContent,
    lights: [...$('lights').children].map(one => one.className.trim()).join(),
    all, title: document.title,
  };
}

/** A page with a store of its own. `run` is as in a terminal; `faults` is what it asked for, and what failed in it. */
class Page {
  constructor(evaluate, faults) {
    Object.assign(this, { evaluate, faults });
  }

  /** Without code, as it stands there. */
  async run(code, language, button) {
    const call = `(${drive})(${[language, code, button].map(one => JSON.stringify(one) ?? 'undefined')})`;
    let clock;
    const late = new Promise((_, failed) => { clock = setTimeout(() => failed(new Error(`the page has not ended this run:\n${code?.slice(0, 400)}`)), LIMIT); });
    try {
      return await Promise.race([this.evaluate(call), late]);
    } finally {
      clearTimeout(clock);
    }
  }
}

/** Runs in the page before anything else: no guess is asked for before a run. */
const quiet = '(async () => { while (document.getElementById("page").hidden) await new Promise(done => setTimeout(done, 5)); const box = document.getElementById("predict"); if (box?.checked) box.click(); return 0; })()';

/** Starts a browser. `open` returns a new page for each address. */
export async function start(name) {
  if (name !== 'chromium') {
    const browser = await { firefox, webkit }[name]();
    return {
      async open(url) {
        const page = await browser.open(url);
        await page.evaluate('localStorage.clear()');
        await page.goto(url);
        await page.evaluate(quiet);
        return new Page(page.evaluate, []);
      },
      close: () => browser.close(),
    };
  }
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  return {
    async open(url) {
      const page = await (await browser.newContext()).newPage(), faults = [];
      page.on('pageerror', error => faults.push(error.message));
      page.on('request', request => { if (!/^(file|data|blob|node):/.test(request.url())) faults.push(`asked for ${request.url()}`); });
      page.on('dialog', dialog => { faults.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
      page.on('crash', () => faults.push('the page crashed'));
      await page.goto(url);
      await page.evaluate(quiet);
      return new Page(text => page.evaluate(text), faults);
    },
    close: () => browser.close(),
  };
}
