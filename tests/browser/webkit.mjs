// WebKit as Debian's package webkit2gtk-driver installs it, over WebDriver. It needs a display: `xvfb-run -a node ...`.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { until } from './helpers.mjs';

const DRIVER = process.env.WEBKIT ?? '/usr/bin/WebKitWebDriver';

async function freePort() {
  const server = createServer();
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address();
  await new Promise(closed => server.close(closed));
  return port;
}

/** Starts WebKit. `open(url)` returns its one page: `evaluate` of an expression, `goto`, `screenshot`. */
export async function webkit() {
  const port = await freePort(), program = spawn(DRIVER, [`--port=${port}`], { stdio: 'ignore' });
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await until(() => send('GET', '/status').then(({ ready }) => ready, () => false), 'WebKitWebDriver has not begun');
  const { sessionId } = await send('POST', '/session', { capabilities: { alwaysMatch: { timeouts: { script: 300_000 } } } });
  const to = (path, body, method = 'POST') => send(method, `/session/${sessionId}/${path}`, body);
  const page = {
    async evaluate(expression) {
      const script = `const done = arguments[0]; (async () => (${expression}))().then(value => done({ value }), error => done({ fault: String(error) }));`;
      const { value, fault } = await to('execute/async', { script, args: [] });
      if (fault) throw new Error(fault);
      return value ?? undefined;
    },
    goto: url => to('url', { url }),
    resize: (width, height) => to('window/rect', { width, height }),
    screenshot: async () => Buffer.from(await to('screenshot', undefined, 'GET'), 'base64'),
  };
  return {
    async open(url) {
      await page.goto(url);
      return page;
    },
    async close() {
      await send('DELETE', `/session/${sessionId}`).catch(() => {});
      program.kill();
    },
  };
}
