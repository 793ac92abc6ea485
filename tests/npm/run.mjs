// Tests the package as it is packed, in target/wasm: node --experimental-websocket run.mjs [PART…] [--gokata PROGRAM]
// PART: contents, runtimes, junk, memory, browsers, swap. Needs `npm ci` here; `swap` also what builds the package (.ci/browser has built it).

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { firefox } from '../browser/firefox.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../..');
const BUILT = join(ROOT, 'target/wasm');
const LINE = /^Black C3: not legal \/ ko \/ legal points 17 \/ Record \/ \d+ \/ \d+\.\d+\.\d+$/;
const NODES = ['node20', 'node22', 'node24'];

const { values: { gokata }, positionals } = parseArgs({ allowPositionals: true, options: { gokata: { type: 'string', default: join(ROOT, 'target/release/gokata') } } });
const project = mkdtempSync(join(tmpdir(), 'gokata-npm-'));
const installed = join(project, 'node_modules/gokata');

function equal(found, expected, what) {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}

const startChromium = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });

/** Returns what a program of the project prints, under one of the Nodes. Its warnings are shown. */
function run(file, node = process.execPath, limit = 1_200_000) {
  const program = node.startsWith('node') ? join(HERE, 'node_modules', node, 'bin/node') : node;
  return execFileSync(program, [join(project, file)], { encoding: 'utf8', cwd: project, timeout: limit, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 }).trim();
}

/** One class, one line: by `import` and `require`, in each Node that is promised. An error is short. */
function runtimes() {
  const lines = NODES.flatMap(node => ['import.mjs', 'require.cjs'].map(file => run(file, node)));
  if (!LINE.test(lines[0])) throw new Error(`not the line that was expected: ${lines[0]}`);
  for (const line of lines) equal(line, lines[0], 'one of the Nodes');
  writeFileSync(join(project, 'throws.mjs'), "import { Record } from 'gokata';\nnew Record(9).play('Z99');\n");
  const { stderr } = spawnSync(process.execPath, [join(project, 'throws.mjs')], { encoding: 'utf8' });
  if (!/IllegalMove: Black Z99: not legal/.test(stderr) || stderr.length > 3000) throw new Error(`an uncaught error prints ${stderr.length} characters: ${stderr.slice(0, 3000)}`);
  console.log(lines[0]);
}

/** What is in the package: nothing else, and no name of a folder here. */
function contents() {
  const wanted = ['LICENSE-APACHE', 'LICENSE-MIT', 'LICENSES-CRATES.txt', 'README.md', 'boards.js', 'corpus.js', 'gokata.d.ts', 'gokata.js', 'gokata.wasm', 'gokata.workerd.js', 'package.json', 'testing.d.ts', 'testing.js'];
  equal(readdirSync(installed).sort().join(), wanted.join(), 'the files');
  for (const file of wanted) {
    const text = readFileSync(join(installed, file), 'latin1');
    for (const folder of [homedir(), ROOT]) if (text.includes(`${folder}/`)) throw new Error(`${file} names ${folder}`);
    if (/(from|import)\s*\(?"#/.test(text)) throw new Error(`${file} imports what only the sources have`);
  }
}

function junk() {
  console.log(run('junk.mjs', 'node24'));
}

function memory() {
  for (const node of ['node20', 'node24']) {
    const megabytes = Number(run('memory.mjs', node));
    console.log(`a million records under ${node}: ${megabytes} MB`);
    if (!(megabytes < 300)) throw new Error('300 MB were promised');
  }
}

/** The corpus and the line in two browsers, over an import map, without a bundler; and a changed fixture. */
async function browsers() {
  const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html' };
  writeFileSync(join(project, 'index.html'), '<!doctype html><script type="importmap">{ "imports": { "gokata": "./node_modules/gokata/gokata.js" } }</script>');
  const server = createServer(({ url }, answer) => {
    try {
      answer.setHeader('content-type', types[extname(url)] ?? 'text/plain').end(readFileSync(join(project, url)));
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise(listening => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${server.address().port}/index.html`;
  const expected = execFileSync(gokata, ['check'], { encoding: 'utf8' }).split('\n').slice(0, 2).join('\n');
  const ask = `(async () => {
    const [gokata, { line }, { check }, { default: corpus }] = await Promise.all(['./node_modules/gokata/gokata.js', './line.mjs', './corpus.mjs', './node_modules/gokata/corpus.js'].map(file => import(file)));
    const changed = corpus.files.find(([name]) => name === 'kata/6-ko/retake-at-once');
    const wrong = { files: [[changed[0], changed[1].replace(/^illegal ko/m, 'legal')]] };
    return [line(gokata), check(corpus), check(wrong)];
  })()`;
  const drivers = {
    async chromium() {
      const browser = await startChromium();
      const page = await browser.newPage();
      await page.goto(address);
      return [browser, page];
    },
    async firefox() {
      const browser = await firefox();
      return [browser, await browser.open(address)];
    },
  };
  try {
    for (const [name, start] of Object.entries(drivers)) {
      const [browser, page] = await start();
      try {
        const [line, numbers, changed] = await page.evaluate(ask);
        equal(line, run('import.mjs'), name);
        equal(numbers, expected, `the corpus in ${name}`);
        if (!/^1 files, .* questions: kata\/6-ko\/retake-at-once\.txt:\d+: /.test(changed)) throw new Error(`a changed fixture in ${name}: ${changed}`);
        console.log(`${name}: ${numbers.replace(/\n */, '; ')}; a changed fixture is found`);
      } finally {
        await browser.close();
      }
    }
  } finally {
    server.close();
  }
}

/** With a library in which no ko is forbidden, package and page are wrong about kos: no rule is anywhere else. */
async function swap() {
  const copy = join(BUILT, 'swapped');
  rmSync(copy, { recursive: true, force: true });
  for (const file of execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  const edits = { 'src/pure/legality.rs': ['return simple.map(', 'return simple.filter(|_| false).map('], 'src/fast/judge.rs': ['        place == self.ko.place', '        false && place == self.ko.place'], 'src/fast/legal.rs': ['None if self.ko', 'None if false && self.ko'] };
  for (const [file, [old, faulty]] of Object.entries(edits)) {
    const text = readFileSync(join(copy, file), 'utf8');
    equal(text.split(old).length, 2, `places in ${file} with "${old}"`);
    writeFileSync(join(copy, file), text.replace(old, faulty));
  }
  symlinkSync(join(ROOT, 'src/wasm/node_modules'), join(copy, 'src/wasm/node_modules'));
  const env = { ...process.env, PATH: `${join(ROOT, 'target/tools/bin')}:${process.env.PATH}` };
  execFileSync(process.execPath, ['src/wasm/build.mjs'], { cwd: copy, env, stdio: ['ignore', 'ignore', 'inherit'] });

  // Nothing but the compiled library is exchanged.
  const swapped = (file, pattern) => {
    const [text, other] = [BUILT, join(copy, 'target/wasm')].map(folder => readFileSync(join(folder, file), 'utf8'));
    return text.replace(pattern.exec(text)[0], () => pattern.exec(other)[0]);
  };
  writeFileSync(join(installed, 'gokata.js'), swapped('package/gokata.js', /__toBinary\("[^"]+"/));
  writeFileSync(join(project, 'gokata.html'), swapped('gokata.html', /id="wasm">[^<]+/));
  const line = run('import.mjs'), answers = run('kos.mjs'), title = await titleOf(join(project, 'gokata.html'));
  cpSync(join(BUILT, 'package/gokata.js'), join(installed, 'gokata.js'));
  equal(await titleOf(join(BUILT, 'gokata.html')), 'Black C3: not legal – gokata', 'the page');
  equal(title, 'Black C3: legal – gokata', 'the page with a library that knows no ko');
  const wrong = /retake-at-once\.txt:\d+: .*/.exec(answers)?.[0];
  if (LINE.test(line) || !wrong) throw new Error(`the package with a library that knows no ko: ${line}\n${answers}`);
  console.log(`with a library that knows no ko: the page: ${title}; the package: ${wrong}`);
  rmSync(copy, { recursive: true });
}

/** The title of the page, once it shows its example. */
async function titleOf(page) {
  const browser = await startChromium(), tab = await browser.newPage();
  try {
    await tab.goto(pathToFileURL(page).href);
    await tab.locator('#page').waitFor();
    return await tab.title();
  } finally {
    await browser.close();
  }
}

const parts = { contents, runtimes, junk, memory, browsers, swap };
try {
  for (const part of positionals) if (!parts[part]) throw new Error(`no such part: ${part} (there are: ${Object.keys(parts).join(', ')})`);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  cpSync(join(HERE, 'project'), project, { recursive: true });
  const [tarball] = readdirSync(BUILT).filter(name => name.endsWith('.tgz'));
  execFileSync('npm', ['install', '--silent', '--no-fund', '--no-audit', '--offline', join(BUILT, tarball)], { cwd: project, stdio: 'inherit' });
  for (const part of positionals.length ? positionals : Object.keys(parts)) {
    console.log(`\n== ${part}`);
    await parts[part]();
  }
} finally {
  rmSync(project, { recursive: true, force: true });
}
