// Firefox as its package installs it, over WebDriver BiDi. Playwright wants a Firefox of its own. Needs WebSocket: Node 22 or later,
// or `node --experimental-websocket`.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until, watchRepaints } from './helpers.mjs';

export const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

const KEYS = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowLeft: '\uE012', ArrowRight: '\uE014' };

/** Starts Firefox. `open(url)` returns a page: `evaluate` of a function or an expression, `said`, `screenshot`, `resize`, and as much of
 *  Playwright's pages as `press` and `shows` need. Pages of the kind `window` are all visible at once. */
export async function firefox({ dark = false } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'gokata-firefox-'));
  writeFileSync(join(profile, 'user.js'), `user_pref("layout.css.prefers-color-scheme.content-override", ${dark ? 0 : 1});\n`);
  const program = spawn(FIREFOX, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((found, failed) => {
    let said = '';
    program.stderr.on('data', data => { const [, url] = /WebDriver BiDi listening on (\S+)/.exec(said += data) ?? []; if (url) found(url); });
    program.on('error', failed).on('exit', () => failed(new Error(`Firefox ended: ${said}`)));
    setTimeout(() => failed(new Error(`Firefox has not begun: ${said}`)), 60_000).unref();
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((opened, failed) => { socket.onopen = opened; socket.onerror = failed; });
  const waiting = new Map(), listeners = [];
  socket.onmessage = ({ data }) => {
    const { id, type, error, message, result, params } = JSON.parse(data);
    if (type === 'event') return listeners.forEach(listener => listener(params));
    const { done, failed } = waiting.get(id);
    if (error) failed(new Error(`${error}: ${message}`)); else done(result);
  };
  let last = 0;
  const send = (method, params = {}) => new Promise((done, failed) => {
    waiting.set(++last, { done, failed });
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  await send('script.addPreloadScript', { functionDeclaration: String(watchRepaints) });
  return {
    async open(url, type = 'tab') {
      const { context } = await send('browsingContext.create', { type });
      const said = [];
      listeners.push(({ source, level, text }) => { if (source.context === context) said.push(`${level}: ${text}`); });
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
      // A window that is not in front takes keys, and does nothing with some.
      const act = async (type, id, actions, parameters) => {
        await send('browsingContext.activate', { context });
        await send('input.performActions', { context, actions: [{ type, id, actions, parameters }] });
      };
      /** The middle of the first element, which is scrolled into view. Nothing while a page is being left. */
      const middle = selector => page.evaluate(selector => {
        const one = document.querySelector(selector);
        if (!one?.checkVisibility() || one.disabled) return null;
        one.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + width / 2, y + height / 2].map(Math.round);
      }, selector).catch(() => null);
      const at = selector => until(() => middle(selector), `${selector} cannot be pressed`);
      const go = pointerType => async selector => {
        const [x, y] = await at(selector);
        const actions = [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
        await act('pointer', pointerType, actions, { pointerType });
      };
      const [click, tap] = ['mouse', 'touch'].map(go);
      const page = {
        said,
        locator: selector => ({ waitFor: () => at(selector), click: () => click(selector), tap: () => tap(selector) }),
        waitForFunction: look => until(() => page.evaluate(look), look),
        /** Keys by name, or a text, letter by letter. */
        type: async (...keys) => {
          const values = keys.flatMap(key => KEYS[key] ?? [...key]);
          await act('key', 'keys', values.flatMap(value => [{ type: 'keyDown', value }, { type: 'keyUp', value }]));
        },
        /** Statements, which return nothing. */
        run: text => send('script.evaluate', { expression: `${text}\n;0`, target: { context }, awaitPromise: false }),
        async evaluate(what, given) {
          const expression = typeof what === 'function' ? `(${what})(${JSON.stringify(given)})` : what;
          const { result, exceptionDetails } = await send('script.evaluate', { expression: `(async () => JSON.stringify(await (${expression})))()`, target: { context }, awaitPromise: true });
          if (exceptionDetails) throw new Error(exceptionDetails.text);
          return result.value === undefined ? undefined : JSON.parse(result.value);
        },
        goto: address => send('browsingContext.navigate', { context, url: address, wait: 'complete' }),
        resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
        /** A PDF, on paper of the size A4. */
        print: async () => Buffer.from((await send('browsingContext.print', { context, page: { width: 21, height: 29.7 } })).data, 'base64'),
        async screenshot({ path } = {}) {
          const png = Buffer.from((await send('browsingContext.captureScreenshot', { context })).data, 'base64');
          if (path) writeFileSync(path, png);
          return png;
        },
      };
      return page;
    },
    async close() {
      const ended = new Promise(done => program.on('exit', done));
      await send('browser.close').catch(() => program.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
