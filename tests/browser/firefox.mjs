// Firefox as its package installs it, over WebDriver BiDi. Playwright wants a Firefox of its own. Needs WebSocket: Node 22 or later,
// or `node --experimental-websocket`.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Starts Firefox. `open(url)` returns a page: `evaluate` of an expression, `said`, `screenshot`, `resize`. */
export async function firefox() {
  const profile = mkdtempSync(join(tmpdir(), 'gokata-firefox-'));
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
  return {
    async open(url) {
      const { context } = await send('browsingContext.create', { type: 'tab' });
      const said = [];
      listeners.push(({ source, level, text }) => { if (source.context === context) said.push(`${level}: ${text}`); });
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
      return {
        said,
        async evaluate(expression) {
          const { result, exceptionDetails } = await send('script.evaluate', { expression: `(async () => JSON.stringify(await (${expression})))()`, target: { context }, awaitPromise: true });
          if (exceptionDetails) throw new Error(exceptionDetails.text);
          return result.value === undefined ? undefined : JSON.parse(result.value);
        },
        goto: address => send('browsingContext.navigate', { context, url: address, wait: 'complete' }),
        resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
        /** A PDF, on paper of the size A4. */
        print: async () => Buffer.from((await send('browsingContext.print', { context, page: { width: 21, height: 29.7 } })).data, 'base64'),
        screenshot: async () => Buffer.from((await send('browsingContext.captureScreenshot', { context })).data, 'base64'),
      };
    },
    async close() {
      const ended = new Promise(done => program.on('exit', done));
      await send('browser.close').catch(() => program.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
